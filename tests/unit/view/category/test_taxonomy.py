from pathlib import Path

import numpy as np
import pytest

import pagemill
from pagemill.view.category.taxonomy import NONE, Taxonomy, read, ready, write
from pagemill.view.category.vectors import Vocabulary

TERMS = ("boson", "cell", "enzyme", "goal", "match", "quark", "spin", "striker")
OWN = {
    "science/biology": (1, 2),
    "science/physics": (0, 5, 6),
    "sport": (3, 4, 7),
    "travel": (),
}


def taxonomy(sharpness: float = 5.0) -> Taxonomy:
    weights = np.zeros((len(TERMS), len(OWN)), np.int32)
    for column, places in enumerate(OWN.values()):
        weights[list(places), column] = 1000
    return Taxonomy(
        categories=tuple(OWN),
        vocabulary=Vocabulary(TERMS, np.full(len(TERMS), 64)),
        weights=weights,
        offsets=np.zeros(len(OWN), np.int32),
        unit=1000.0,
        sharpness=sharpness,
        known=0.5,
        card={"method": "linear"},
    )


def page(*terms: str) -> dict[str, int]:
    return dict.fromkeys(terms, 1)


def test_the_category_whose_terms_a_page_has_is_stated():
    found = taxonomy().category(page("goal", "match", "striker", "boson", "quark"))
    assert found.name == "sport"
    assert 0.5 < found.confidence < 1


def test_where_two_categories_are_as_likely_the_one_around_them_is_stated():
    doubt = page("boson", "quark", "cell", "enzyme", "goal")
    assert taxonomy(sharpness=0.01).category(doubt).name == "science"


def test_nothing_is_stated_of_a_page_in_other_words():
    assert taxonomy().category(page("goal", "match", "a", "b", "c", "d", "e", "f")) == NONE
    assert taxonomy().category(page("goal")) == NONE
    assert taxonomy().category({}) == NONE


def test_evidence_is_the_terms_that_speak_most():
    counts = {"goal": 9, "match": 1, "boson": 4}
    assert taxonomy().evidence(counts, "sport") == ["goal", "match"]
    assert taxonomy().evidence(counts, "science") == ["boson"]


def test_what_is_written_is_read_again(tmp_path: Path):
    path = tmp_path / "taxonomy.npz"
    write(taxonomy(), path)
    again = read(path)
    assert again.digest() == taxonomy().digest()
    assert again.card == taxonomy().card
    other = tmp_path / "other.npz"
    write(again, other)
    assert other.read_bytes() == path.read_bytes()


def test_a_file_of_something_else_is_told(tmp_path: Path):
    path = tmp_path / "other.npz"
    np.savez(path, other=np.zeros(3))
    with pytest.raises(ValueError, match="is missing"):
        read(path)


def test_the_ready_taxonomy_says_how_good_it_is():
    card = ready().card
    assert len(ready().categories) == 14
    assert card["examples"] > 800
    assert card["accuracy"][card["method"]] >= 0.8


HEAD = "<html lang=en><title>{title}</title><main><h1>{title}</h1>"


def test_a_docview_states_a_category():
    text = (
        "<p>The striker scored a late goal and the team won the match of the league. The coach "
        "said that the players of the season had played their best game in the stadium.</p>"
    )
    view = pagemill.docview(HEAD.format(title="Late goal wins the cup match") + text * 3)
    assert view.category == "sport"
    assert view.category_confidence >= 0.3


def test_a_page_in_another_language_has_no_category_of_the_ready_taxonomy():
    text = "<p>Der Stürmer schoss spät ein Tor, und die Mannschaft gewann das Spiel.</p>"
    view = pagemill.docview(HEAD.format(title="Spätes Tor entscheidet das Spiel") + text * 4)
    assert (view.category, view.category_confidence) == ("", 0.0)
