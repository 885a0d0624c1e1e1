"""Pages that are missing though the server says otherwise."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.reading.page import Depth, Directives, Page
from pagemill.crawl.waste.soft_404 import ErrorPages, is_probe

PAGE = "http://a.example/shop/thing.html"


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "table") as table:
        yield table


def facts(mark: bytes, *words: str) -> Page:
    return Page((), Directives(), mark, Depth.OPEN, frozenset(words))


def test_a_probe_lies_in_the_same_folder_has_the_extension_and_is_known_again(
    cells: Cells,
) -> None:
    errors = ErrorPages(cells)
    probe = errors.probe(PAGE)
    assert probe.startswith("http://a.example/shop/")
    assert probe.endswith(".html")
    assert is_probe(probe)
    assert not is_probe(PAGE)
    assert errors.probe("http://a.example/shop/other.html") == ""
    assert errors.probe(probe) == ""
    assert errors.probe("http://a.example/") == ""


def test_a_host_is_probed_a_few_times_only(cells: Cells) -> None:
    errors = ErrorPages(cells)
    probes = [errors.probe(f"http://a.example/{number}/x") for number in range(20)]
    assert sum(map(bool, probes)) == 4


def test_pages_that_say_nearly_what_the_error_page_says_are_missing(cells: Cells) -> None:
    errors = ErrorPages(cells)
    words = [f"word{number}" for number in range(20)]
    errors.learn("a.example", facts(b"12345678", *words))
    assert errors.is_missing(PAGE, facts(b"12345678"))
    assert errors.is_missing(PAGE, facts(b"87654321", *words, "thing"))
    assert not errors.is_missing(PAGE, facts(b"87654321", *words[:10]))
    assert not errors.is_missing("http://a.example/", facts(b"12345678"))
    assert not errors.is_missing("http://b.example/x", facts(b"12345678"))
    cells.write(errors.puts)
    assert ErrorPages(cells).is_missing(PAGE, facts(b"12345678"))
