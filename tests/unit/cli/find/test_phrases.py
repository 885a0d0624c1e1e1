"""Phrases, as they are shown."""

from __future__ import annotations

from pagemill.cli.find.phrases import show
from pagemill.model.search import NewPhrase, PhraseReport


def test_each_phrase_has_its_pages_and_growth(desk):
    new = NewPhrase(text="tidal mill", late=9, early=1, growth=6.5)
    report = PhraseReport(
        since="2024-01-01", early=20, late=30, collocations=[new], new_words=[], years={}
    )
    show(report, desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "30 pages since 2024-01-01, 20 pages before"
    assert lines[-1].split() == ["tidal", "mill", "9", "1", "6.5"]
