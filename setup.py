"""The one thing pyproject.toml cannot say: compiled loops, left out where none can be made."""

from setuptools import Extension, setup

NATIVE = "src/pagemill/native"
SOURCES = [
    "module",
    "page",
    "bounds",
    "tokens",
    "build",
    "parse",
    "cut",
    "marks",
    "measure",
    "forest",
    "weighed",
    "seek",
    "grids",
    "choice",
    "traits",
    "declared",
    "hubs",
    "text",
    "line",
    "render",
    "terms",
    "words",
    "sketch",
    "warc",
    "address",
    "sight",
]
HEADERS = ["pagemill", "names", "parse", "measure", "text", "forms", "words", "address"]

setup(
    ext_modules=[
        Extension(
            "pagemill.native.loops",
            [f"{NATIVE}/{name}.c" for name in SOURCES],
            depends=[f"{NATIVE}/{name}.h" for name in HEADERS],
            optional=True,
        )
    ]
)
