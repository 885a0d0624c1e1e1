"""The passage that answers a query."""

from __future__ import annotations

from pagemill.index.query import parse
from pagemill.index.snippet import Snippet, snippet, terms

FILLER = "Nothing of note happens in this sentence at all. " * 20


def marked(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.highlights]


def test_a_short_text_is_given_whole() -> None:
    found = snippet("The bees\n\ngather  nectar.", ("nectar",))
    assert found == Snippet(text="The bees gather nectar.", highlights=((16, 22),))


def test_without_a_match_the_text_begins() -> None:
    found = snippet(FILLER, ("zebra",))
    assert found.text.startswith("Nothing of note")
    assert found.text.endswith(" …")
    assert found.highlights == ()


def test_the_passage_with_more_different_words_wins() -> None:
    text = f"{FILLER} lime lime lime lime {FILLER} lime nectar {FILLER}"
    found = snippet(text, ("lime", "nectar"))
    assert marked(found) == ["lime", "nectar"]
    assert found.text.startswith("… ")
    assert len(found.text) < 220


def test_words_are_not_cut_apart() -> None:
    found = snippet(f"{FILLER}nectar {FILLER}", ("nectar",))
    inner = found.text.removeprefix("… ").removesuffix(" …")
    assert set(inner.replace(".", "").split()) <= {*FILLER.replace(".", "").split(), "nectar"}


def test_highlights_stand_on_the_text_as_written() -> None:
    found = snippet("Die STRAßE, cre\u0300me, Ｗｉｄｅ", terms(parse("strasse crème wide")))
    assert marked(found) == ["STRAßE", "cre\u0300me", "Ｗｉｄｅ"]


def test_chinese_words_are_found_inside_sentences() -> None:
    text = "前言。" * 200 + "这是一个搜索引擎的净化系统。" + "后记。" * 200
    found = snippet(text, terms(parse("搜索引擎 净化")))
    assert marked(found) == ["搜索引擎", "净化"]
    assert 150 <= len(found.text) <= 210


def test_words_in_mixed_runs_are_highlighted_alone() -> None:
    assert marked(snippet("新iPhone手机", ("iphone", "手机"))) == ["iPhone", "手机"]


def test_terms_put_pairs_together_again() -> None:
    assert terms(parse('"新 搜索引擎 Lime" 水 -x')) == ("新", "搜索引擎", "lime", "水")


def test_a_passage_does_not_begin_with_a_mark() -> None:
    for shift in range(4):
        text = "か" * shift + "か\u3099" * 400 + "水" + "か" * 400
        assert snippet(text, ("水",)).text.removeprefix("… ").startswith("か")


def test_words_are_compared_as_the_index_has_them():
    text = "Running is fun; she runs 搜索runs."
    found = snippet(text, ("run",), stem=lambda word: word[:3])
    assert [text[start:end] for start, end in found.highlights] == ["Running", "runs", "run"]
    assert snippet(text, ("run",)).highlights == ()
