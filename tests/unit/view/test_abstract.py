from __future__ import annotations

from pagemill.view.abstract import MAX_CHARACTERS, abstract

SENTENCES = [
    "The lamp on the headland was first lit in the winter of 1874.",
    "Nobody in the village had asked for it at all.",
    "Since then the lamp has been turned by hand, by clock and by motor.",
    "It rained on the day of the feast, as it always does.",
]


def test_an_abstract_is_made_of_whole_sentences_in_their_order() -> None:
    found = abstract([" ".join(SENTENCES)], ["lamp"], "The lamp")
    chosen = [sentence for sentence in SENTENCES if sentence in found]
    assert " ".join(chosen) == found
    assert SENTENCES[0] in found
    assert SENTENCES[2] in found


def test_an_abstract_is_short() -> None:
    assert len(abstract(SENTENCES * 9, ["lamp"], "")) <= MAX_CHARACTERS


def test_a_sentence_that_stands_twice_is_taken_once() -> None:
    assert abstract([f"{SENTENCES[0]} {SENTENCES[0]}"], ["lamp"], "") == SENTENCES[0]


def test_a_page_without_sentences_has_none() -> None:
    assert abstract(["Home", "News"], [], "") == ""
