from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Generator
from pathlib import Path

import pytest

from pagemill.convert import registry
from pagemill.convert.registry import BUILT_IN, converter_for, identities, plug_ins, reads
from pagemill.errors import DocumentError, SurroundingsError
from pagemill.media import types

LIBRARIES = ("pypdfium2", "kreuzberg", "olefile", "markdown-it-py")
PLUG_IN = """
class Shouting:
    name = "shouting"
    version = "7"
    media_types = ("text/x-shout",)

    def convert(self, payload, media_type):
        return f"<html><body><p>{payload.decode().upper()}</p></body></html>"

class Greedy(Shouting):
    media_types = ("application/pdf",)

made = Shouting()
"""


def lay_out(folder: Path, entries: str, source: str = PLUG_IN) -> None:
    """Put a distribution with converters into a folder, as an installer does."""
    (folder / "shouting_plugin.py").write_text(source)
    about = folder / "shouting_plugin-7.0.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    about.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\nName: shouting-plugin\nVersion: 7.0\n"
    )
    about.joinpath("entry_points.txt").write_text(f"[pagemill.converters]\n{entries}\n")


@pytest.fixture
def places(tmp_path, monkeypatch) -> Generator[Path]:
    """Give a folder that is searched for distributions."""
    monkeypatch.syspath_prepend(str(tmp_path))
    plug_ins.cache_clear()
    yield tmp_path
    plug_ins.cache_clear()
    sys.modules.pop("shouting_plugin", None)


def test_every_kind_of_document_has_one_built_in():
    claimed = [kind for one in BUILT_IN for kind in one.converter.media_types]
    assert sorted(claimed) == sorted(types.DOCUMENTS)


def test_built_ins_have_names_of_their_own():
    names = [one.converter.name for one in BUILT_IN]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("kind", sorted(types.DOCUMENTS))
def test_the_identity_names_the_version_of_what_did_the_work(kind):
    identity = converter_for(kind).identity
    assert identity in identities()
    assert identity.split("(")[0].strip()[-1].isdecimal()


def test_what_needs_the_extra_says_so_where_it_is_missing(monkeypatch):
    monkeypatch.setattr(registry, "_installed_version", dict.fromkeys(LIBRARIES, "").get)
    with pytest.raises(DocumentError, match=r"needs pagemill\[documents\]: application/pdf"):
        converter_for(types.PDF)
    assert converter_for(types.DOCX).identity == "word 1"
    assert reads(types.PDF)
    assert not any("pypdfium2" in identity for identity in identities())


def test_what_nobody_reads_is_named():
    with pytest.raises(DocumentError, match="media type image/png"):
        converter_for("image/png")
    assert not reads("image/png")


@pytest.mark.parametrize("entry", ["x = shouting_plugin:Shouting", "x = shouting_plugin:made"])
def test_another_distribution_adds_a_type_by_entry_point(places, entry):
    lay_out(places, entry)
    known = converter_for("text/x-shout")
    assert known.identity == "shouting 7"
    assert "AHOY" in known.converter.convert(b"ahoy", "text/x-shout")
    assert identities()[-1] == "shouting 7"
    assert reads("text/x-shout")


def test_two_claims_to_one_type_are_an_error_that_names_both(places):
    lay_out(places, "greedy = shouting_plugin:Greedy")
    with pytest.raises(
        SurroundingsError, match="greedy of shouting-plugin: claims application/pdf, which pdf"
    ):
        plug_ins()


@pytest.mark.parametrize(
    ("entry", "source", "fault"),
    [
        ("x = shouting_plugin:Gone", PLUG_IN, "cannot be loaded"),
        ("x = no_such_module:Gone", PLUG_IN, "cannot be loaded"),
        ("x = shouting_plugin:Gone", "raise RuntimeError('odd')", "RuntimeError: odd"),
        ("x = shouting_plugin:Bare", "class Bare: pass", "has no name, version"),
    ],
)
def test_a_converter_at_fault_is_named_with_the_remedy(places, entry, source, fault):
    lay_out(places, entry, source)
    with pytest.raises(SurroundingsError, match=fault) as caught:
        plug_ins()
    assert "x of shouting-plugin" in str(caught.value)
    assert "uninstall" in str(caught.value)


def test_nothing_is_loaded_of_a_plug_in_that_is_not_needed(places):
    lay_out(places, "x = shouting_plugin:Shouting", "raise RuntimeError('loaded')")
    assert converter_for(types.DOCX).identity == "word 1"


@pytest.mark.slow
def test_a_converter_installed_in_an_environment_converts(tmp_path):
    """A real environment, a distribution in its site folder, the command as people run it."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.check_output([python, "-c", asked], text=True).strip())
    ours = [place for place in sys.path if place and "tests" not in Path(place).name]
    (site / "ours.pth").write_text("\n".join(ours))
    lay_out(site, "x = shouting_plugin:Shouting")
    page = tmp_path / "loud.shout"
    page.write_text("ahoy there, all hands on deck")
    done = subprocess.run(
        [python, "-m", "pagemill", "view", page, "--content-type", "text/x-shout"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0, done.stderr
    assert '"converter": "shouting 7"' in done.stdout
    assert "AHOY THERE" in done.stdout
