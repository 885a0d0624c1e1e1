"""The cases: each passes, or stands in a list of exceptions that may only shrink."""

from __future__ import annotations

import hashlib
import html
import json
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import pagemill
from material import outcome, site, warcs
from pagemill.crawl import robots
from pagemill.crawl.reading import feed, sitemap
from pagemill.html.identity import frontier_key, sendable

FOLDER = Path(__file__).parent / "cases"
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "cases.jsonl").read_text().splitlines()
]
EXCEPTIONS: dict[str, str] = json.loads((FOLDER / "exceptions.json").read_text())
# What the list held when it was begun: nothing may be added to it.
BEGUN_WITH = frozenset(
    "rob-d01 rob-d02 rob-d03 fed-d01 fed-d02 smp-d01 url-d01 crl-d01 crl-d02 crl-d03".split()
)
Case = dict[str, Any]
Surroundings = tuple[Path, Any]


class UnmetError(AssertionError):
    """A case does not pass."""


def expect(condition: object, what: str) -> None:
    """Raise :class:`UnmetError` unless the condition holds."""
    if not condition:
        raise UnmetError(what)


def collapsed(text: str) -> str:
    """Return the text with each run of white space made one blank."""
    return " ".join(text.split())


def view_of(case: Case, name: str | None = None) -> Any:
    """Return the DocView of the case's page."""
    payload = (FOLDER / (name or case["input"])).read_bytes()
    return pagemill.docview(payload, case.get("url", ""), case.get("http_content_type", ""))


def check_extract(case: Case, _: Surroundings) -> None:
    check = case["check"]
    raw = view_of(case).text
    if check.get("normalise_backticks"):
        raw = raw.replace("`", "")
    text = collapsed(raw)
    for wanted in check.get("must_contain", ()):
        expect(collapsed(wanted) in text, f"lost: {wanted!r}\n{text}")
    for choice in check.get("must_contain_any", ()):
        expect(any(collapsed(wanted) in text for wanted in choice), f"none of {choice}\n{text}")
    for unwanted in check.get("must_not_contain", ()):
        expect(collapsed(unwanted) not in text, f"kept: {unwanted!r}\n{text}")
    for wanted in check.get("raw_must_contain", ()):
        expect(wanted in raw, f"lost: {wanted!r}\n{raw}")
    for wanted, times in check.get("count", {}).items():
        expect(text.count(collapsed(wanted)) == times, f"{wanted!r} is not there {times} times")
    position = 0
    for wanted in check.get("in_order", ()):
        found = text.find(collapsed(wanted), position)
        expect(found >= 0, f"not in order: {wanted!r}\n{text}")
        position = found + len(collapsed(wanted))


def check_extract_repeat(case: Case, _: Surroundings) -> None:
    check = case["check"]
    first = view_of(case)
    for _number in range(check["repeat"]):
        for other in check["interleave_with"]:
            view_of(case, other)
        expect(view_of(case) == first, "the same page gave another DocView")


def check_equals(case: Case, _: Surroundings) -> None:
    view = view_of(case)
    found = {
        "page_type": view.page_type,
        "canonical": view.canonical,
        "title": view.title,
        "date": view.published_at[:10],
    }
    for name, wanted in case["check"]["equals"].items():
        expect(found[name] == wanted, f"{name} is {found[name]!r}, not {wanted!r}")


def check_charset(case: Case, _: Surroundings) -> None:
    check = case["check"]
    view = view_of(case)
    text = collapsed(view.text)
    for wanted in check.get("must_contain", ()):
        expect(collapsed(wanted) in text, f"lost: {wanted!r}\n{text}")
    for unwanted in check.get("must_not_contain", ()):
        expect(unwanted not in text, f"found: {unwanted!r}\n{text}")
    names = check.get("encoding_any", [view.encoding.name])
    expect(view.encoding.name.lower() in names, f"read as {view.encoding.name}")


def check_url_same(case: Case, _: Surroundings) -> None:
    addresses = json.loads((FOLDER / case["input"]).read_text())
    for left, right, same in addresses["pairs"]:
        keys = frontier_key(left), frontier_key(right)
        expect((keys[0] == keys[1]) == same, f"{left} and {right} have the keys {keys}")
    for found, sent in addresses["fetch_form"]:
        expect(sendable(found) == sent, f"{found} is sent as {sendable(found)}")


def duplicate_ids(duplicates: Any) -> set[tuple[str, str]]:
    """Return all pairs that are said to be duplicates, verified or of one cluster."""
    pairs = {(pair.left, pair.right) for pair in duplicates.pairs}
    expect(all(left < right for left, right in pairs), "left is not the smaller id")
    for cluster in duplicates.clusters:
        pairs |= set(combinations(sorted(cluster.members), 2))
    return pairs


def check_pairs(check: Case, found: set[tuple[str, str]]) -> None:
    """Compare pairs found with those that must and must not be."""
    wanted = {tuple(sorted(pair)) for pair in check.get("duplicate_pairs", ())}
    banned = {tuple(sorted(pair)) for pair in check.get("not_duplicate_pairs", ())}
    expect(wanted <= found, f"missed: {sorted(wanted - found)}")
    expect(not banned & found, f"wrong: {sorted(banned & found)}")
    if check.get("no_other_duplicates"):
        expect(found <= wanted, f"wrong: {sorted(found - wanted)}")


def documents(case: Case) -> list[tuple[str, str]]:
    """Return the ids and texts of the case's documents."""
    lines = (FOLDER / case["input"]).read_text().splitlines()
    return [(doc["id"], doc["text"]) for doc in map(json.loads, lines)]


def check_dedup(case: Case, _: Surroundings) -> None:
    for docs in (documents(case), documents(case)[::-1]):
        duplicates = pagemill.find_duplicates(docs)
        found = duplicate_ids(duplicates)
        check_pairs(case["check"], found)
        empty = set(case["check"].get("empty_ids", ()))
        expect(empty <= set(duplicates.empty), f"not reported as empty: {duplicates.empty}")
        expect(not {one for pair in found for one in pair} & empty, "an empty text has a copy")


def check_dedup_html(case: Case, surroundings: Surroundings) -> None:
    place, _ = surroundings
    docs = [json.loads(line) for line in (FOLDER / case["input"]).read_text().splitlines()]
    collection = pagemill.Collection.create(place / "c")
    collection.import_([FOLDER / case["input"]])
    collection.build()
    ids = {doc["url"]: doc["id"] for doc in docs}
    found = {
        tuple(sorted((ids[left], ids[right])))
        for left, right in duplicate_ids(collection.duplicates())
    }
    check_pairs(case["check"], found)


def shingles(text: str) -> set[tuple[str, ...]]:
    """Return the runs of five words."""
    words = text.lower().split()
    return {tuple(words[start : start + 5]) for start in range(len(words) - 4)}


def check_dedup_chain(case: Case, _: Surroundings) -> None:
    docs = dict(documents(case))
    least = case["check"]["every_removed_doc_has_kept_doc_with_jaccard_at_least"]
    for order in (list(docs.items()), list(docs.items())[::-1]):
        duplicates = pagemill.find_duplicates(order, threshold=case["check"]["threshold"])
        removed = {
            member: cluster.representative
            for cluster in duplicates.clusters
            for member in cluster.members
            if member != cluster.representative
        }
        expect(removed, "neighbours resemble each other, so some must be removed")
        expect(len(docs) - len(removed) >= case["check"]["min_kept"], "too few are kept")
        for member, kept in removed.items():
            expect(kept not in removed, f"{member} was removed for {kept}, removed itself")
            left, right = shingles(docs[member]), shingles(docs[kept])
            alike = len(left & right) / len(left | right)
            expect(alike >= least - 0.01, f"{member} resembles {kept} by {alike:.2f} only")


def check_warc(case: Case, surroundings: Surroundings) -> None:
    place, run_pagemill = surroundings
    check, source = case["check"], FOLDER / case["input"]
    report = pagemill.Collection.create(place / "api").import_([source])
    damage = list(report.damage)
    if "errors_reported" in check:
        expect(len(damage) == check["errors_reported"], f"reported: {damage}")
    expect(len(damage) >= check.get("errors_reported_at_least", 0), "damage is not reported")
    if "bad_offset" in check:
        expect(check["bad_offset"] in [found.offset for found in damage], f"reported: {damage}")
    run_pagemill("init", place / "c")
    result = run_pagemill("import", place / "c", source)
    expect(result.returncode == (1 if damage else 0), outcome.shown(result))
    for found in damage:
        lines = outcome.fault_lines(result)
        expect(any(str(found.offset) in line for line in lines), outcome.shown(result))
    if check.get("check_command_fails"):
        expect(result.returncode == 1, outcome.shown(result))
        expect(run_pagemill("check", source).returncode == 1, "check finds nothing")
    for root in (place / "api", place / "c"):
        records = sorted(
            warcs.captures(root / "archive"), key=lambda record: record.fields["warc-date"]
        )
        digests = [hashlib.sha1(record.payload).hexdigest() for record in records]  # noqa: S324
        expect(digests == check["payload_sha1"], f"payloads in {root.name}: {digests}")


def hits_of(run_pagemill: Any, root: Path, query: str) -> list[str]:
    """Return the ids that a query finds, best first."""
    result = run_pagemill("search", root, query, "--json")
    expect(result.returncode == 0, outcome.shown(result))
    expect("Traceback" not in result.stderr, outcome.shown(result))
    return [hit["url"].rpartition("/")[2] for hit in json.loads(result.stdout)["hits"]]


def check_search(case: Case, surroundings: Surroundings) -> None:
    place, run_pagemill = surroundings
    docs = [json.loads(line) for line in (FOLDER / case["input"]).read_text().splitlines()]
    lines = (_as_page(doc) for doc in docs)
    source = place / "pages.jsonl"
    source.write_text("".join(lines), encoding="utf-8")
    root = place / "c"
    for arguments in (["init", root], ["import", root, source], ["build", root]):
        result = run_pagemill(*arguments)
        expect(result.returncode == 0, outcome.shown(result))
    for query, ids in case["check"]["queries"]:
        found = hits_of(run_pagemill, root, query)
        expect(set(ids) <= set(found), f"{query!r} finds {found}")
    for query, wanted in case["check"].get("top1", ()):
        found = hits_of(run_pagemill, root, query)
        expect(found[:1] == [wanted], f"{query!r} finds {found}")
    for query in case["check"]["must_not_raise"]:
        hits_of(run_pagemill, root, query)


def _as_page(doc: Case) -> str:
    title, body = html.escape(doc["title"]), html.escape(doc["body"])
    page = (
        f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{title}</title></head>"
        f"<body><article><h1>{title}</h1><p>{body}</p></article></body></html>"
    )
    url = f"http://search.example/{doc['id']}"
    return json.dumps({"url": url, "html": page}, ensure_ascii=False) + "\n"


def check_robots(case: Case, _: Surroundings) -> None:
    rules = robots.parsed((FOLDER / case["input"]).read_bytes())
    for agent, url, allowed in case["check"]["probes"]:
        expect(rules.allows(agent, url) == allowed, f"{agent} and {url}: not {allowed}")
    expect(rules.sitemaps == case.get("sitemaps", []), f"sitemaps: {rules.sitemaps}")


def check_feed(case: Case, _: Surroundings) -> None:
    check = case["check"]
    items = feed.parsed((FOLDER / case["input"]).read_bytes(), case.get("url", "")).items
    found = {
        "entries": len(items),
        "dates_utc": [item.at and item.at.isoformat()[:19] for item in items],
        "links": [item.url for item in items],
        "titles": [item.title for item in items],
    }
    for name in found.keys() & check.keys():
        expect(found[name] == check[name], f"{name}: {found[name]}")


def check_sitemap(case: Case, _: Surroundings) -> None:
    entries = sitemap.parsed((FOLDER / case["input"]).read_bytes(), case["url"]).entries
    expect([one.url for one in entries] == case["check"]["urls"], f"addresses: {entries}")
    days = [one.lastmod and one.lastmod.date().isoformat() for one in entries]
    expect(days == case["check"]["lastmod"], f"dates: {days}")


def check_crawl(case: Case, surroundings: Surroundings) -> None:
    place, run_pagemill = surroundings
    check, root = case["check"], place / "c"
    outcome.assert_done(run_pagemill("init", root))
    with site.running((FOLDER / case["input"]).read_text()) as served:
        words = ("--delay", "0.05", "--allow-network", "127.0.0.0/8")
        result = run_pagemill("crawl", root, served.url, *words)
        outcome.assert_calm(result)
        paths = served.paths()
        good = set(served.paths(200))
        late = [hit for hit in served.hits if hit.note == "inside"]
    pagemill.Collection.open(root).build(workers=1)
    kept = [
        view.url.removeprefix(served.url.rstrip("/"))
        for view in pagemill.Collection.open(root).docviews()
    ]
    for path in (*check.get("stored_once", ()), *check.get("stored", ())):
        expect(kept.count(path) == 1, f"{path} is stored {kept.count(path)} times")
    for path, most in check.get("max_hits", {}).items():
        expect(paths.count(path) <= most, f"{path} was asked for {paths.count(path)} times")
    expect(set(check.get("must_fetch_200", ())) <= good, f"fetched: {sorted(good)}")
    starts = tuple(check.get("must_fetch_prefix", ())[1:])
    wanted = [path for path in good if path == "/" or path.startswith(starts)]
    expect(len(wanted) >= check.get("must_fetch_count", 0), f"fetched: {sorted(wanted)}")
    expect(len(paths) <= check.get("max_total_fetches", len(paths)), f"{len(paths)} requests")
    most = check.get("requests_inside_retry_after_window_at_most", len(late))
    expect(len(late) <= most, f"{len(late)} requests while the site asked for none")


CHECKS: dict[str, Callable[[Case, Surroundings], None]] = {
    "extract": check_extract,
    "extract_repeat": check_extract_repeat,
    "pagetype": check_equals,
    "meta": check_equals,
    "charset": check_charset,
    "url_same": check_url_same,
    "dedup": check_dedup,
    "dedup_html": check_dedup_html,
    "dedup_chain": check_dedup_chain,
    "warc": check_warc,
    "search": check_search,
    "robots": check_robots,
    "feed": check_feed,
    "sitemap": check_sitemap,
    "crawl": check_crawl,
}


RUNNABLE = [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] in CHECKS]


@pytest.mark.parametrize("case", RUNNABLE)
def test_a_case_passes_unless_it_is_listed(
    case: Case, tmp_path: Path, run_pagemill: Any
) -> None:
    check = CHECKS[case["kind"]]
    if case["id"] not in EXCEPTIONS:
        check(case, (tmp_path, run_pagemill))
        return
    try:
        check(case, (tmp_path, run_pagemill))
    except (UnmetError, pagemill.PagemillError):
        return
    pytest.fail(f"{case['id']} passes: take it off exceptions.json")


def _ids(cases: Iterable[Case]) -> set[str]:
    return {str(case["id"]) for case in cases}


def test_the_list_of_exceptions_only_shrinks() -> None:
    assert set(EXCEPTIONS) <= BEGUN_WITH
    assert all(reason.strip() for reason in EXCEPTIONS.values())


def test_every_listed_case_exists() -> None:
    assert set(EXCEPTIONS) <= _ids(CASES)


def test_every_case_without_a_check_is_listed() -> None:
    unchecked = (case for case in CASES if case["kind"] not in CHECKS)
    assert _ids(unchecked) <= set(EXCEPTIONS)


def test_every_input_is_there_and_every_id_is_used_once() -> None:
    assert len(_ids(CASES)) == len(CASES)
    assert [case["id"] for case in CASES if not (FOLDER / case["input"]).is_file()] == []


@pytest.mark.shared
def test_the_copies_equal_the_shared_cases(shared: Path) -> None:
    original = shared / "data" / "cases"
    ours = (FOLDER / "cases.jsonl").read_text()
    assert ours == (original / "cases.jsonl").read_text()
    for case in CASES:
        assert (FOLDER / case["input"]).read_bytes() == (original / case["input"]).read_bytes()
