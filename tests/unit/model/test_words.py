from __future__ import annotations

import pytest

from pagemill.model.words import LanguageWords, PageWords, WordsReport


def test_a_report_holds_what_was_learned_and_cannot_be_changed() -> None:
    one = LanguageWords(language="en", pages=2, terms=9, stop_words={"the": 0.5})
    page = PageWords(url="u", absolute=["lamp"], relative=[], weights={"lamp": 1.0})
    report = WordsReport(languages=[one], page=page)
    assert report.languages[0].stop_words == {"the": 0.5}
    with pytest.raises(AttributeError):
        report.page = None  # type: ignore[misc]
