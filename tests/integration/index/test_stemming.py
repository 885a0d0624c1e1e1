"""An index whose words are stemmed, with the engine's own rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pagemill.errors import CollectionError
from pagemill.index import tantivy as store
from pagemill.index.analyze import words
from pagemill.index.document import IndexDocument
from pagemill.index.forms.languages import LANGUAGES
from pagemill.index.query import Query, parse
from pagemill.index.reader import IndexReader

LANGUAGES_USED = ("de", "en", "fr")
WORDS = {
    "en": "run running runs connection connected connect general generally the of".split(),
    "de": "laufen laufend Häuser Haus Hauses run running die der allgemein".split(),
    "fr": "continuer continuation continué connexion général running le la".split(),
    "zh": "搜索引擎 净化 网页净化 系统 running run".split(),
    "": "running run runs laufen continuation".split(),
}
QUERIES = [
    "running",
    "RUN",
    "connection",
    "generally connected",
    '"run connected"',
    '"running connection"',
    "häuser",
    "haus OR continuation",
    "running -connect",
    "running -connections lang:en",
    "laufen lang:de",
    "laufend lang:fr",
    "running lang:zh",
    "running -lang:en",
    "搜索引擎",
    "净",
    '"网页净化" OR runs',
    "continuer continué",
    "nosuchword running",
]


def page(number: int) -> IndexDocument:
    chance = random.Random(number)
    language = chance.choice(list(WORDS))

    def some(least: int, most: int) -> str:
        return " ".join(chance.choices(WORDS[language], k=chance.randint(least, most)))

    return IndexDocument(
        url=f"http://a.org/{number:03d}",
        host="a.org",
        title=some(1, 2),
        text=some(1, 5),
        keywords=(some(1, 1), some(1, 2)),
        language=language,
    )


PAGES = [page(number) for number in range(200)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index") / "stemmed"
    store.create(folder, LANGUAGES_USED)
    store.apply(folder, add=PAGES)
    return folder


def stems(folder: Path, one: IndexDocument) -> list[tuple[str, ...]]:
    """Brute force: the words of each value of a page, each stemmed on its own."""
    rules = store.stemming(folder)
    values = (one.title, one.text, *one.keywords)
    return [tuple(rules.stem(word, one.language) for word in words(value)) for value in values]


def stands_in(values: list[tuple[str, ...]], member: tuple[str, ...]) -> bool:
    if len(member) == 1 and len(member[0]) == 1 and member[0] > "\u3000":
        return any(member[0] in word for value in values for word in value)
    return any(
        value[at : at + len(member)] == member for value in values for at in range(len(value))
    )


def expected(folder: Path, query: Query) -> set[str]:
    rules = store.stemming(folder)
    found: set[str] = set()
    for one in PAGES:
        values = stems(folder, one)

        def has(member: tuple[str, ...], values: list[tuple[str, ...]] = values) -> bool:
            return any(stands_in(values, form) for form in rules.forms(member, query.languages))

        if (
            all(any(map(has, group)) for group in query.required)
            and not any(map(has, query.excluded))
            and (not query.languages or one.language in query.languages)
            and one.language not in query.excluded_languages
        ):
            found.add(one.url)
    return found


@pytest.mark.parametrize("typed", QUERIES)
def test_counts_and_hits_agree_with_brute_force(folder: Path, typed: str):
    query = parse(typed)
    reader = IndexReader(folder)
    found = reader.search(query, limit=1000)
    wanted = expected(folder, query)
    assert {hit.url for hit in found.hits} == wanted
    assert found.total == reader.count(query) == len(wanted)
    assert sum(reader.facets(query, ["site"])["site"].values()) == len(wanted)
    for hit in found.hits[:3]:
        told = reader.account(query, hit.url)
        assert told is not None
        assert told.score == pytest.approx(hit.score)


def test_each_form_of_a_word_finds_the_same_pages_of_its_language(folder: Path):
    reader = IndexReader(folder)
    counts = {reader.count(parse(f"{one} lang:en")) for one in ("run", "runs", "RUNNING")}
    assert len(counts) == 1
    assert counts.pop() > 20


def test_a_word_is_as_frequent_as_its_most_frequent_form(folder: Path):
    reader = IndexReader(folder)
    assert reader.frequency("runs") == reader.frequency("running") > 0
    assert reader.frequency("搜索") > 0


def test_an_update_stems_as_the_index_was_made(folder: Path, tmp_path: Path):
    copy = tmp_path / "copy"
    store.fork(folder, copy)
    fresh = IndexDocument(url="http://b.org/", text="unprecedented tomatoes", language="en")
    store.apply(copy, add=[fresh], remove=[PAGES[0].url])
    assert IndexReader(copy).count(parse("tomato")) == 1
    assert IndexReader(folder).count(parse("tomato")) == 0


def test_the_languages_are_stored_with_the_index(folder: Path, tmp_path: Path):
    assert store.is_current(folder)
    assert store.is_current(folder, LANGUAGES_USED)
    assert not store.is_current(folder, ())
    assert not store.is_current(folder, ("en",))
    plain = tmp_path / "plain"
    store.create(plain)
    assert store.is_current(plain, ())
    assert not store.is_current(plain, LANGUAGES_USED)
    with pytest.raises(CollectionError, match="build the collection"):
        store.stemming(tmp_path / "none")


def test_every_language_has_rules_which_keep_a_word(tmp_path: Path):
    folder = tmp_path / "all"
    store.create(folder, tuple(LANGUAGES))
    rules = store.stemming(folder)
    for language in LANGUAGES:
        for word in ("running", "όταν", "搜索", "एक", "s", "كتب", "бегущий"):
            assert rules.stem(word, language).strip()
            assert " " not in rules.stem(word, language)
