"""Fetchers that other distributions installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pagemill.crawl.fetching.files import FileFetcher
from pagemill.crawl.fetching.registry import with_plug_ins
from pagemill.errors import SurroundingsError


def install(folder: Path, code: str) -> None:
    (folder / "my_fetcher.py").write_text(code)
    info = folder / "my_fetcher-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-fetcher\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[pagemill.fetchers]\nmy = my_fetcher:Mine\n")


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_fetcher", raising=False)
    return tmp_path


def test_one_for_another_scheme_is_found(path: Path) -> None:
    install(path, "class Mine:\n    schemes = frozenset(('my',))\n")
    own = FileFetcher([path])
    found = with_plug_ins([own])
    assert found[0] is own
    assert found[1].schemes == {"my"}


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("class Mine:\n    schemes = frozenset(('file',))\n", "pagemill itself"),
        ("class Mine:\n    pass\n", "cannot be loaded"),
        ("raise RuntimeError('no')\n", "cannot be loaded"),
    ],
)
def test_one_that_cannot_be_used_is_told(path: Path, code: str, word: str) -> None:
    install(path, code)
    with pytest.raises(SurroundingsError, match=word):
        with_plug_ins([FileFetcher([path])])
