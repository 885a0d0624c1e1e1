"""Frequencies that follow from scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.index import tantivy as store
from pagemill.index.counting import Asked, counted
from pagemill.index.document import IndexDocument
from pagemill.index.rank import SURE


@pytest.mark.parametrize("times", [1, 2, 7, 60, SURE - 1, SURE + 1, 1500])
@pytest.mark.parametrize("others", [0, 3, 900])
def test_a_word_is_counted_as_often_as_it_stands(
    tmp_path: Path, times: int, others: int
) -> None:
    store.create(tmp_path / "i")
    pages = [
        IndexDocument(url="http://x/1", text="rye " * times + "oat " * others),
        IndexDocument(url="http://x/2", text="oat barley rye"),
        IndexDocument(url="http://x/3", text="barley " * 50),
    ]
    store.apply(tmp_path / "i", add=pages)
    engine = store.Engine(tmp_path / "i")
    word = engine.term("text", "rye")
    _, found = engine.best(engine.any([word, engine.term("text", "barley")]), 10)
    addresses = [address for _, address in found]
    told = next(engine.occurrences(engine.boosted(word, 1.0), addresses[0])).average
    asked = Asked("text", ("rye",), word, told)
    urls = [engine.url(address) for address in addresses]
    [found_times] = counted(engine, addresses, urls, [asked])
    rows = [urls[row] for row in found_times.rows.tolist()]
    by_url = dict(zip(rows, found_times.frequency.tolist(), strict=True))
    assert by_url == {"http://x/1": times, "http://x/2": 1}


def test_no_pages_need_no_counting(tmp_path: Path) -> None:
    store.create(tmp_path / "i")
    assert counted(store.Engine(tmp_path / "i"), [], [], []) == []
