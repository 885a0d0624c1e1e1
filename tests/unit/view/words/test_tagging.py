from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.errors import ConfigError
from pagemill.view.words import tagging
from pagemill.view.words.tagging import nouns_first, tagger_identity

ENGLISH = (
    "The old keeper reads the tide tables. The keeper writes quickly about the harbour, and "
    "the harbour writes back."
)
GERMAN = (
    "Der alte Wärter liest den Fahrplan. Der Wärter schreibt über den Hafen, und alte Schiffe "
    "lesen den Fahrplan."
)


def weighed(text: str, language: str, *terms: str) -> dict[str, float]:
    return nouns_first(dict.fromkeys(terms, 2.0), text, language)


@pytest.fixture
def hanta() -> None:
    pytest.importorskip("HanTa")


@pytest.mark.usefixtures("hanta")
def test_english_nouns_go_before_verbs_adjectives_and_adverbs() -> None:
    found = weighed(ENGLISH, "en", "keeper", "harbour", "tide", "writes", "old", "quickly")
    assert found == {
        "keeper": 2.0,
        "harbour": 2.0,
        "tide": 2.0,
        "writes": 1.4,
        "old": 1.4,
        "quickly": 1.4,
    }


@pytest.mark.usefixtures("hanta")
def test_german_nouns_are_known_in_the_form_in_which_they_stand() -> None:
    found = weighed(GERMAN, "de", "wärter", "fahrplan", "hafen", "schreibt", "alte", "lesen")
    assert {term for term, weight in found.items() if weight == 2.0} == {
        "wärter",
        "fahrplan",
        "hafen",
    }


@pytest.mark.usefixtures("hanta")
def test_dutch_nouns_go_first() -> None:
    text = "De oude wachter schrijft over de haven, en het schip vaart naar de haven."
    found = weighed(text, "nl", "wachter", "haven", "schip", "schrijft", "oude", "vaart")
    assert found["wachter"] == found["haven"] == found["schip"] == 2.0
    assert found["schrijft"] == found["oude"] == 1.4


def test_other_languages_and_words_that_are_not_in_the_text_keep_their_weights() -> None:
    assert weighed("Le gardien écrit", "fr", "gardien", "écrit") == {
        "gardien": 2.0,
        "écrit": 2.0,
    }
    assert weighed("", "en", "writes") == {"writes": 2.0}


def test_a_tagger_has_a_version_or_is_told_to_be_missing() -> None:
    assert tagger_identity("") == ""
    with pytest.raises(ValueError, match=r"pagemill\[tag\]"):
        tagger_identity("no-such-tagger")


@pytest.mark.usefixtures("hanta")
def test_a_build_with_it_puts_nouns_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        page = tmp_path / "web" / "a.example" / f"p{number}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        said = "keeper writes " * 3 if number == 3 else "The tide turned and was calm. "
        page.write_text(f"<html lang=en><title>Page {number}</title><p>{said * 9}</p></html>")
    chosen: dict[str, tuple[str, ...]] = {}
    for tagger in ("", "hanta"):
        root = tmp_path / f"c{tagger}"
        Collection.create(root)
        toml = root / "collection.toml"
        written = toml.read_text().replace('# tagger = ""', f'tagger = "{tagger}"')
        toml.write_text(written.replace('# keywords = "page"', 'keywords = "absolute"'))
        collection = Collection.open(root)
        collection.import_([tmp_path / "web"], mirror=True)
        collection.build(workers=1)
        chosen[tagger] = collection.docview("http://a.example/p3.html").keywords[:2]
    assert set(chosen[""]) == {"keeper", "writes"}
    assert chosen["hanta"] == ("keeper", "writes")
    monkeypatch.setattr(tagging, "version", _missing)
    with pytest.raises(ConfigError, match="tag"):
        collection.build(workers=1)


def _missing(name: str) -> str:
    raise tagging.PackageNotFoundError(name)
