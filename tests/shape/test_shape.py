"""The shape of the house: limits that every module keeps, with exceptions that may only shrink.

Each rule finds everything that breaks it. What is found must equal the exceptions listed for
the rule: a new breach fails, and so does an exception that is no longer needed.
"""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCE = REPOSITORY / "src" / "pagemill"
UNIT_TESTS = REPOSITORY / "tests" / "unit"
MODULES = sorted(SOURCE.rglob("*.py"))

FUNCTION_LINES = 40
FUNCTION_PARAMETERS = 6
FUNCTION_NESTING = 3
MODULE_LINES = 400
FOLDER_MODULES = 16
IMPORT_MODULES = 12
HOMELESS = {"utils", "util", "helpers", "misc", "common", "core", "base", "manager"}

# Rule -> what may break it. Entries are only ever taken out.
EXCEPTIONS: dict[str, set[str]] = {
    "function lines": {
        "view/purify/blocks.py:_pieces",  # one loop over all nodes: the hottest but one
    },
    "function parameters": set(),
    "function nesting": {
        "archive/sources/parquet.py:read",
        "archive/store.py:read_members",
        "view/purify/blocks.py:_pieces",
    },
    "module lines": set(),
    "folder modules": set(),
    "unit test": {
        "archive/codec.py",
        "archive/sources/detect.py",
        "archive/sources/folder.py",
        "archive/sources/jsonl.py",
        "archive/sources/parquet.py",
        "archive/sources/source.py",
        "archive/sources/wacz.py",
        "archive/sources/warc.py",
        "html/encoding_labels.py",
        "index/tantivy.py",
    },
    "source": set(),
}

# Modules of dedup that hold no algorithm from the literature, so have none to name.
UNSOURCED = {
    "dedup/columns.py",
    "dedup/documents.py",
    "dedup/duplicates.py",
    "dedup/params.py",
    "dedup/preference.py",
    "dedup/stage.py",
    "dedup/anchor/crowd.py",
    "dedup/anchor/stage.py",
    "dedup/compiled/sketch.py",
    "dedup/lookup/stage.py",
    "dedup/methods/method.py",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def assert_only_exceptions(rule: str, broken: set[str]) -> None:
    """Hold what breaks a rule against the exceptions listed for it, both ways."""
    assert not broken - EXCEPTIONS[rule], f"these break the rule of {rule!r}"
    assert not EXCEPTIONS[rule] - broken, f"take these out of the exceptions to {rule!r}"


def name_of(module: Path) -> str:
    return module.relative_to(SOURCE).as_posix()


def code_lines(text: str) -> set[int]:
    """Return the numbers of lines that hold code: no blank line, comment or docstring."""
    tree = ast.parse(text)
    quiet = {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    }
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in quiet:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=last):
                lines.difference_update(range(first, (last or first) + 1))
            case _:
                pass
    return lines


def functions(module: Path) -> Iterator[tuple[str, Function]]:
    """Find every function and method with a name that tells it apart."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, Function):
            yield f"{name_of(module)}:{node.name}", node


def nesting(node: ast.AST, depth: int = 0) -> int:
    """Return how deep blocks stand inside each other; an ``elif`` is no deeper than its if."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.ClassDef | ast.Lambda):
            continue
        is_block = isinstance(
            child, ast.If | ast.For | ast.AsyncFor | ast.While | ast.With | ast.Try | ast.Match
        )
        is_elif = (
            isinstance(node, ast.If) and isinstance(child, ast.If) and child in node.orelse
        )
        deeper = depth + 1 if is_block and not is_elif else depth
        deepest = max(deepest, nesting(child, deeper))
    return deepest


def parameters(node: Function) -> int:
    taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return sum(argument.arg not in {"self", "cls"} for argument in taken)


def long_functions() -> Iterator[str]:
    for module in MODULES:
        lines = code_lines(module.read_text("utf-8"))
        for name, node in functions(module):
            if (
                len(lines.intersection(range(node.lineno, (node.end_lineno or 0) + 1)))
                > FUNCTION_LINES
            ):
                yield name


def test_functions_are_short():
    assert_only_exceptions("function lines", set(long_functions()))


def test_functions_take_few_parameters():
    broken = {
        name
        for module in MODULES
        for name, node in functions(module)
        if parameters(node) > FUNCTION_PARAMETERS
    }
    assert_only_exceptions("function parameters", broken)


def test_blocks_are_not_nested_deeply():
    broken = {
        name
        for module in MODULES
        for name, node in functions(module)
        if nesting(node) > FUNCTION_NESTING
    }
    assert_only_exceptions("function nesting", broken)


def test_modules_are_short():
    broken = {
        name_of(module)
        for module in MODULES
        if len(code_lines(module.read_text("utf-8"))) > MODULE_LINES
    }
    assert_only_exceptions("module lines", broken)


def test_folders_hold_few_modules():
    folders = {module.parent for module in MODULES}
    broken = {
        name_of(folder)
        for folder in folders
        if len([m for m in folder.glob("*.py") if m.name != "__init__.py"]) > FOLDER_MODULES
    }
    assert_only_exceptions("folder modules", broken)


def test_every_function_has_a_home():
    parts = {part for module in MODULES for part in Path(name_of(module)).with_suffix("").parts}
    assert not parts & HOMELESS


def test_every_module_has_a_unit_test():
    broken = {
        name_of(module)
        for module in MODULES
        if not module.name.startswith("__")
        and module != SOURCE / "tables.py"
        and not (UNIT_TESTS / module.relative_to(SOURCE))
        .with_name(f"test_{module.name}")
        .exists()
    }
    assert_only_exceptions("unit test", broken)


def test_every_unit_test_stands_where_its_module_stands():
    strays: set[str] = set()
    for test in UNIT_TESTS.rglob("test_*.py"):
        folder = SOURCE / test.relative_to(UNIT_TESTS).parent
        subject = test.stem.removeprefix("test_")
        if not (
            (folder / f"{subject}.py").exists() or (folder.name == subject and folder.is_dir())
        ):
            strays.add(test.relative_to(UNIT_TESTS).as_posix())
    assert not strays


def test_every_module_begins_with_a_sentence_about_itself():
    without = {
        name_of(module)
        for module in MODULES
        if not (ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "").strip()
    }
    assert not without


def test_every_package_begins_with_an_essay():
    essays = {
        name_of(module): ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
        for module in MODULES
        if module.name == "__init__.py"
    }
    assert not {name for name, essay in essays.items() if "TODO" in essay or len(essay) < 80}
    assert not {name for name, essay in essays.items() if essay.count("\n") > 40}


def test_every_algorithm_of_dedup_names_its_source():
    broken = {
        name_of(module)
        for module in (SOURCE / "dedup").rglob("*.py")
        if module.name != "__init__.py"
        and name_of(module) not in UNSOURCED
        and "Source:" not in module.read_text("utf-8")
    }
    assert_only_exceptions("source", broken)


def loaded_modules(script: str) -> set[str]:
    """Return what an interpreter has loaded after a script, the script's own needs left out."""
    ending = "; import sys; print(*sorted(sys.modules), sep='\\n')"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    command = [sys.executable, "-c", script + ending]
    result = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


@pytest.mark.parametrize("script", ["import pagemill", "import pagemill; dir(pagemill)"])
def test_importing_pagemill_costs_about_as_little_as_an_empty_interpreter(script):
    loaded = loaded_modules(script) - loaded_modules("pass")
    assert len(loaded) <= IMPORT_MODULES, sorted(loaded)
    assert not loaded & {"numpy", "pyarrow", "selectolax", "tantivy"}
