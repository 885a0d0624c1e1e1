from pagemill.cli.inspect.words import show
from pagemill.model.words import LanguageWords, PageWords, WordsReport

ENGLISH = LanguageWords(language="en", pages=20, terms=900, stop_words={"the": 0.9, "of": 0.5})


def test_stop_words_are_shown_by_language(desk):
    show(WordsReport(languages=[ENGLISH], page=None), desk.console())
    text = desk.out.getvalue()
    assert "en" in text
    assert "the, of" in text


def test_keywords_are_shown_by_both_strategies(desk):
    page = PageWords(
        url="u", absolute=["lamp", "oil"], relative=["lamp"], weights={"lamp": 2.0}
    )
    show(WordsReport(languages=[ENGLISH], page=page), desk.console())
    assert desk.out.getvalue() == "absolute: lamp, oil\nrelative: lamp\n"
