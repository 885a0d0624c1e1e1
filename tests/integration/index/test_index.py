"""The index on disk, with the real engine."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from pagemill.errors import CollectionError, SurroundingsError
from pagemill.index import tantivy as store
from pagemill.index.analyze import words
from pagemill.index.document import IndexDocument
from pagemill.index.query import Query, parse
from pagemill.index.reader import Clause, IndexReader, search
from pagemill.index.tantivy import WriterParams

SPACED = ["lime", "nectar", "honey", "bees", "comb", "the", "of", "winter", "Crème", "brûlée"]
UNSPACED = "水杉网页净化系统搜索引擎"
QUERIES = [
    "lime",
    "the",
    "the of",
    "lime nectar honey",
    '"lime nectar"',
    '"the of"',
    "crème OR 水杉",
    "the -lime",
    "净化",
    "水",
    "搜索引擎 the",
    "the OR of OR lime OR nectar",
    "site:a.org",
    "site:a.org the",
    "the -site:a.org lang:zh",
    "nosuchword the",
]


def page(number: int, seed: int = 0) -> IndexDocument:
    """A small page with few different words, so that scores tie often."""
    chance = random.Random(f"{number} {seed}")
    pick = [*SPACED, *(UNSPACED[i : i + 3] for i in range(len(UNSPACED) - 2))]
    weights = [1 / (rank + 1) for rank in range(len(pick))]

    def some(least: int, most: int) -> str:
        return " ".join(chance.choices(pick, weights, k=chance.randint(least, most)))

    return IndexDocument(
        url=f"http://{'ab'[number % 2]}.org/{number * 7919 % 1000:03d}",
        host=f"{'ab'[number % 2]}.org",
        title=some(1, 3),
        abstract=some(0, 4),
        text=some(1, 12),
        keywords=(some(1, 2), some(1, 2)),
        language=("en", "zh")[number % 3 == 0],
    )


def build(folder: Path, pages: Iterable[IndexDocument]) -> Path:
    store.create(folder)
    store.apply(folder, add=pages)
    return folder


def answers(folder: Path, queries: Sequence[str] = QUERIES, limit: int = 1000) -> list[object]:
    reader = IndexReader(folder)
    return [reader.search(parse(query), limit=limit) for query in queries]


def stands_in(values: Iterable[tuple[str, ...]], member: tuple[str, ...]) -> bool:
    """Brute force: the words side by side in one of the values."""
    if len(member) == 1 and member[0] in UNSPACED:
        return any(member[0] in word for value in values for word in value)
    return any(
        value[i : i + len(member)] == member for value in values for i in range(len(value))
    )


def matches(one: IndexDocument, query: Query) -> bool:
    values = [words(text) for text in (one.title, one.abstract, one.text, *one.keywords)]
    return (
        not query.is_empty
        and all(any(stands_in(values, m) for m in group) for group in query.required)
        and not any(stands_in(values, member) for member in query.excluded)
        and (not query.hosts or one.host in query.hosts)
        and one.host not in query.excluded_hosts
        and (not query.languages or one.language in query.languages)
    )


@pytest.fixture(scope="module")
def pages() -> list[IndexDocument]:
    return [page(number) for number in range(100)]


@pytest.fixture(scope="module")
def at_once(tmp_path_factory: pytest.TempPathFactory, pages: list[IndexDocument]) -> Path:
    return build(tmp_path_factory.mktemp("index") / "at-once", pages)


@pytest.mark.parametrize("query", QUERIES)
def test_counts_and_hits_agree_with_brute_force(
    at_once: Path, pages: list[IndexDocument], query: str
) -> None:
    asked = parse(query)
    found = search(at_once, asked, limit=1000)
    expected = {one.url for one in pages if matches(one, asked)}
    assert {hit.url for hit in found.hits} == expected
    assert found.total == len(expected) == IndexReader(at_once).count(asked)


@pytest.mark.parametrize("query", QUERIES)
def test_hits_are_in_order_and_pages_of_hits_fit_together(at_once: Path, query: str) -> None:
    reader, asked = IndexReader(at_once), parse(query)
    whole = reader.search(asked, limit=1000).hits
    assert list(whole) == sorted(whole, key=lambda hit: (-hit.score, hit.url))
    stretches = [reader.search(asked, limit=23, offset=at).hits for at in range(0, 100, 23)]
    assert tuple(hit for stretch in stretches for hit in stretch) == whole
    assert reader.search(asked, limit=3).hits == whole[:3]


@pytest.mark.parametrize("query", ["lime nectar", "site:a.org"])
def test_no_limit_and_no_offset_is_too_large(at_once: Path, query: str) -> None:
    whole = search(at_once, parse(query), limit=1000)
    assert search(at_once, parse(query), limit=10**30) == whole
    beyond = search(at_once, parse(query), offset=10**30)
    assert (beyond.total, beyond.hits) == (whole.total, ())


def test_scores_agree_with_the_engine_where_nothing_was_deleted(at_once: Path) -> None:
    reader = IndexReader(at_once)
    asked = parse("lime the")
    clauses = reader._clauses(asked)
    wanted = reader._wanted(asked, clauses)
    assert wanted is not None
    _, engines = reader._engine.best(wanted, 1000)
    scored = [clause for group in clauses for clause in group if clause.worth]
    exact = reader._proposed(wanted, scored, 1000)
    assert [-one.order for one in exact.best] == pytest.approx(
        [score for score, _ in engines], rel=1e-5
    )


@pytest.mark.parametrize("query", [one for one in QUERIES if one != "site:a.org"])
def test_frequencies_follow_from_scores(at_once: Path, tmp_path: Path, query: str) -> None:
    changed = tmp_path / "changed"
    store.fork(at_once, changed)
    gone = sorted(store.documents(changed))[:30]
    store.apply(changed, add=[page(number, seed=5) for number in range(400, 440)], remove=gone)
    for folder in (at_once, changed):
        reader, asked = IndexReader(folder), parse(query)
        clauses = reader._clauses(asked)
        scored = [clause for group in clauses for clause in group if clause.worth]
        wanted = reader._wanted(asked, clauses)
        if wanted is None or not scored:
            continue
        _, found = reader._engine.best(wanted, 1000)
        explaining = reader._engine.counting(
            reader._matching(clause.field, clause.words) for clause in scored
        )
        addresses = [address for _, address in found]
        told = {
            (at, one.clause - 1): (one.frequency, one.length)
            for at, address in enumerate(addresses)
            for one in reader._engine.occurrences(explaining, address)
        }
        assert counted_by(reader, addresses, scored) == told


def counted_by(
    reader: IndexReader, addresses: Sequence[store.Address], clauses: Sequence[Clause]
) -> dict[tuple[int, int], tuple[float, float]]:
    """Return page and clause, both by their numbers, with frequency and length."""
    counts = reader._counted(addresses, map(reader._engine.url, addresses), clauses)
    return {
        (at, clause): (times, length)
        for clause, one in enumerate(counts)
        for at, times, length in zip(
            one.rows.tolist(), one.frequency.tolist(), one.length.tolist(), strict=True
        )
    }


def test_frequencies_of_a_word_on_every_page_follow_from_scores(tmp_path: Path) -> None:
    times = {f"http://x/{n:04d}": 1 + n % 180 for n in range(3_000)}
    folder = build(
        tmp_path / "i",
        [IndexDocument(url=url, text="rye " * count + "oat") for url, count in times.items()],
    )
    reader = IndexReader(folder)
    clauses = [clause for group in reader._clauses(parse("rye")) for clause in group]
    _, found = reader._engine.best(reader._engine.term("text", "rye"), 3_000)
    addresses = [address for _, address in found]
    assert {
        reader._engine.url(addresses[at]): count
        for (at, _), (count, _) in counted_by(reader, addresses, clauses).items()
    } == times
    wanted = reader._wanted(parse("rye"), [clauses])
    assert wanted is not None
    assert reader._proposed(wanted, clauses, 30).looked < 500, "few are looked at"


def test_frequencies_of_long_texts_follow_from_scores(tmp_path: Path) -> None:
    texts = {
        f"http://x/{times}-{others}": "rye " * times + "oat " * others
        for times in (1, 2, 39, 40, 41, 500, 1999)
        for others in (0, 1, 17, 300, 5000)
    }
    folder = build(
        tmp_path / "i", [IndexDocument(url=url, text=text) for url, text in texts.items()]
    )
    reader = IndexReader(folder)
    clauses = [clause for group in reader._clauses(parse("rye")) for clause in group]
    _, found = reader._engine.best(reader._engine.term("text", "rye"), 100)
    addresses = [address for _, address in found]
    counts = counted_by(reader, addresses, clauses)
    assert {at: times for (at, _), (times, _) in counts.items()} == {
        at: texts[reader._engine.url(address)].split().count("rye")
        for at, address in enumerate(addresses)
    }


def test_the_order_of_adding_does_not_matter(
    at_once: Path, pages: list[IndexDocument], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    store.create(other)
    for start in range(80, -1, -20):
        store.apply(other, add=pages[start : start + 20][::-1])
    assert answers(other) == answers(at_once)
    assert answers(other, limit=5) == answers(at_once, limit=5)


def test_several_threads_answer_alike(
    at_once: Path, pages: list[IndexDocument], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    store.create(other)
    store.apply(other, add=pages, params=WriterParams(threads=2, memory_bytes=40_000_000))
    assert answers(other) == answers(at_once)


@pytest.mark.parametrize("seed", range(3))
def test_an_updated_index_answers_like_one_built_at_once(
    at_once: Path, pages: list[IndexDocument], tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    other = build(tmp_path / "other", [page(number, seed=1) for number in range(0, 300, 3)])
    for _ in range(4):
        some = chance.sample(pages, 40)
        spared = {one.url for one in some}
        gone = chance.sample(sorted(store.documents(other)), 30)
        store.apply(other, add=some, remove=[url for url in gone if url not in spared])
    keep = {one.url for one in pages}
    store.apply(
        other, add=pages, remove=[url for url in store.documents(other) if url not in keep]
    )
    assert store.documents(other) == store.documents(at_once)
    for limit in (1000, 10, 1):
        assert answers(other, limit=limit) == answers(at_once, limit=limit)


def test_removal_alone_answers_like_an_index_without_these_pages(
    at_once: Path, pages: list[IndexDocument], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    store.fork(at_once, other)
    store.apply(other, add=(), remove=[one.url for one in pages[50:]])
    assert answers(other) == answers(build(tmp_path / "few", pages[:50]))


def test_everything_can_be_removed(at_once: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    store.fork(at_once, other)
    store.apply(other, add=(), remove=sorted(store.documents(other)))
    assert store.documents(other) == {}
    assert answers(other) == answers(build(tmp_path / "empty", ()))


def test_documents_gives_every_page_with_its_digest(
    at_once: Path, pages: list[IndexDocument]
) -> None:
    assert store.documents(at_once) == {one.url: one.digest for one in pages}


def test_a_changed_fork_leaves_the_bytes_of_its_source(
    at_once: Path, pages: list[IndexDocument], tmp_path: Path
) -> None:
    before = {path.name: path.read_bytes() for path in sorted(at_once.iterdir())}
    answered = answers(at_once)
    other = tmp_path / "other"
    store.fork(at_once, other)
    for step in range(6):
        store.apply(
            other,
            add=[page(number, seed=2 + step) for number in range(step * 15, 100)],
            remove=[pages[number].url for number in range(step * 15)],
        )
    assert {path.name: path.read_bytes() for path in sorted(at_once.iterdir())} == before
    assert answers(at_once) == answered
    assert answers(other) != answered


def test_a_fork_shares_segments_and_no_lock(at_once: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    store.fork(at_once, other)
    segment = next(path.name for path in at_once.iterdir() if path.suffix == ".idx")
    assert (other / segment).samefile(at_once / segment)
    assert not any(path.suffix == ".lock" for path in other.iterdir())


def test_an_empty_index_answers_every_query(tmp_path: Path) -> None:
    folder = build(tmp_path / "index", ())
    assert store.documents(folder) == {}
    assert all(
        found.total == 0 for found in map(IndexReader(folder).search, map(parse, QUERIES))
    )


def test_pages_without_any_text_do_no_harm(tmp_path: Path) -> None:
    folder = build(tmp_path / "index", [IndexDocument(url="http://a/", host="a")])
    assert search(folder, parse("x")).total == 0
    assert [hit.url for hit in search(folder, parse("site:a")).hits] == ["http://a/"]


def test_huge_words_are_indexed_and_found(tmp_path: Path) -> None:
    huge = "x" * 200_000
    text = f"before {huge} after {'é' * 100_000} {'水' * 50_000}"
    folder = build(tmp_path / "index", [IndexDocument(url="http://a/", text=text)])
    for query in (huge, "é" * 100_000, f'"before {huge[:9000]} after"', "before 水水水"):
        assert search(folder, parse(query)).total == 1
    assert search(folder, parse('"before after"')).total == 0


def test_a_host_stands_for_the_hosts_below_it(tmp_path: Path) -> None:
    hosts = ["www.example.org", "example.org", "notexample.org", "10.0.0.1", "[::1]"]
    folder = build(tmp_path / "index", [IndexDocument(url=f"//{h}/", host=h) for h in hosts])
    for query, total in (
        ("example.org", 2),
        ("www.example.org", 1),
        ("org", 3),
        ("10.0.0.1", 1),
        ("[::1]", 1),
        ("0.0.1", 0),
    ):
        assert search(folder, parse(f"site:{query}")).total == total


def test_nothing_is_seen_of_a_run_that_fails(at_once: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    store.fork(at_once, other)

    def failing() -> Iterable[IndexDocument]:
        yield IndexDocument(url="http://new/", text="lime")
        raise KeyError("the source failed")

    with pytest.raises(KeyError):
        store.apply(other, add=failing())
    assert answers(other) == answers(at_once)
    store.apply(other, add=[IndexDocument(url="http://new/", text="lime")])
    assert len(store.documents(other)) == 101


ENDLESS = """
import sys, itertools
from pathlib import Path
from pagemill.index import tantivy as store
from pagemill.index.document import IndexDocument
def pages():
    for i in itertools.count():
        if i == 3000:
            print("busy", flush=True)
        yield IndexDocument(url=f"http://k/{i}", text=f"lime {i} " * 300)
store.apply(Path(sys.argv[1]), add=pages(), params=store.WriterParams(memory_bytes=15_000_000))
"""

COMMITTING = """
import sys, itertools
from pathlib import Path
from pagemill.index import tantivy as store
from pagemill.index.document import IndexDocument
for i in itertools.count():
    print("busy", flush=True)
    store.apply(Path(sys.argv[1]), add=[IndexDocument(url=f"http://k/{i}", text="lime")])
"""


@pytest.mark.parametrize("commits", [0, 1, 2, 5])
def test_a_killed_writer_leaves_the_last_commit(
    at_once: Path, pages: list[IndexDocument], tmp_path: Path, commits: int
) -> None:
    other = tmp_path / "other"
    store.fork(at_once, other)
    program = COMMITTING if commits else ENDLESS
    with subprocess.Popen(
        [sys.executable, "-c", program, str(other)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as writer:
        assert writer.stdout is not None
        for _ in range(commits + 1):
            assert writer.stdout.readline() == b"busy\n"
        writer.send_signal(signal.SIGKILL)
    have = store.documents(other)
    assert set(have) >= {one.url for one in pages}
    assert len(have) - len(pages) in ({commits, commits + 1} if commits else {0})
    store.apply(other, add=(), remove=[url for url in have if url.startswith("http://k/")])
    assert answers(other) == answers(at_once)


def test_an_index_of_another_analyser_is_refused_with_advice(
    at_once: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    store.fork(at_once, other)
    assert store.is_current(other)
    mark = other / "pagemill-index.json"
    changed = json.loads(mark.read_text()) | {"analyser": "letters/0"}
    mark.unlink()
    mark.write_text(json.dumps(changed))
    assert not store.is_current(other)
    with pytest.raises(CollectionError, match="another version"):
        IndexReader(other)


@pytest.mark.parametrize("damage", ["folder", "meta.json", "segments"])
def test_a_missing_or_damaged_index_is_one_clear_error(
    at_once: Path, tmp_path: Path, damage: str
) -> None:
    other = tmp_path / "other"
    if damage != "folder":
        store.fork(at_once, other)
        for path in other.iterdir():
            if path.name == damage or (damage == "segments" and path.suffix == ".idx"):
                path.unlink()
                path.write_bytes(b"{")
    with pytest.raises(CollectionError, match="build"):
        IndexReader(other).search(parse("lime"))


def test_an_index_that_cannot_be_locked_is_still_read(at_once: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    store.fork(at_once, other)
    # A folder in the place of the lock refuses writers as a read-only disk does.
    (other / ".tantivy-meta.lock").mkdir()
    assert answers(other) == answers(at_once)
    assert store.documents(other) == store.documents(at_once)
    with pytest.raises(SurroundingsError, match="permission"):
        store.apply(other, add=())
