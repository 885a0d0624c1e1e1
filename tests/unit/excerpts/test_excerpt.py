"""What a user may see, and that nothing else comes through by any verb or screen."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.collection import parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.searching.asking import FACETS
from pagemill.serve.app import application, routes
from pagemill.serve.settings import Settings
from pagemill.tables import DocViews

SECRET = "qzxvkjwtplug"
USERS = '[users]\nann = "site:a.example"\nbob = "site:b.example"\n'
HERE = "http://127.0.0.1:8017"
OWN, HIDDEN = "http://a.example/2", "http://b.example/1"


def page(host: str, number: int) -> dict[str, str]:
    secret = SECRET if host == "b.example" else "harbour"
    words = " ".join(f"tide {host[0]}detail{number}x{n} {secret}" for n in range(40))
    link = f'<a href="http://a.example/{(number + 1) % 6}">the {secret} story of the tide</a>'
    offer = json.dumps(
        {
            "@context": "https://schema.org",
            "@type": "Product",
            "name": f"{secret} lamp {number}",
            "offers": {"price": f"{number}.50", "priceCurrency": "EUR"},
        }
    )
    html = (
        f"<title>Tide story {number}</title>"
        f'<script type="application/ld+json">{offer}</script>'
        f"<article><p>{words}. See {link} and more {words}.</p></article>"
    )
    url = f"http://{host}/{number}"
    return {"url": url, "html": html, "fetched_at": f"202{number % 4}-01-01T00:00:00Z"}


def made(folder: Path, rows: list[dict[str, str]]) -> Collection:
    collection = Collection.create(folder / "c")
    lines = "\n".join(map(json.dumps, rows))
    (folder / "p.jsonl").write_text(lines)
    collection.import_([folder / "p.jsonl"])
    (collection.root / "access.toml").write_text(USERS)
    collection.build(workers=1)
    return collection


@pytest.fixture(scope="module")
def both(tmp_path_factory) -> tuple[Collection, Collection]:
    """A collection of two users' pages, and one that has never seen the other's."""
    home = tmp_path_factory.mktemp("access")
    for name in ("shared", "alone"):
        (home / name).mkdir()
    own = [page("a.example", number) for number in range(6)]
    own.append(own[1] | {"url": "http://a.example/copy"})
    others = [page("b.example", number) for number in range(9)]
    frame = {
        "url": "http://a.example/framing",
        "html": f"<title>Frames</title><iframe src='{HIDDEN}'></iframe><p>{'a tide ' * 40}</p>",
        "fetched_at": "2026-01-01T00:00:00Z",
    }
    copies = [own[0] | {"url": f"http://b.example/copy{n}"} for n in range(3)]
    return (
        made(home / "shared", [*own, frame, *others, *copies]),
        made(home / "alone", [*own, frame]),
    )


QUERIES = [
    "tide",
    "tide story",
    f"{SECRET}",
    f"tide OR {SECRET}",
    f"tide -{SECRET}",
    "site:b.example",
    "site:example",
    "bdetail3x7",
    "adetail1x3",
    f"{SECRET[:-1]}",
    "type:unfetched",
    "type:topic",
    "lang:en",
    "after:2020",
    '"story of the tide"',
]


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("expand", [False, True])
def test_a_user_cannot_tell_that_others_have_pages_at_all(both, query, expand):
    shared, alone = (
        one.search(query, user="ann", limit=50, facets=FACETS, expand=expand) for one in both
    )
    assert shared == alone
    assert SECRET not in json.dumps([hit.url + hit.snippet for hit in shared.hits])


def test_each_sees_the_own_pages_and_the_owner_of_the_folder_sees_all(both):
    shared, _ = both
    totals = {user: shared.search("story", user=user).total for user in ("ann", "bob", "")}
    # Of a page of ann's and its copies at bob's one is kept in all, and one of either's.
    assert totals == {"ann": 6, "bob": 10, "": 15}
    assert shared.search(SECRET, user="ann").total == 0
    assert shared.search(SECRET, user="bob").total == 9


def test_explanations_and_feedback_stay_inside(both):
    shared, alone = both
    assert shared.score("tide story", OWN, user="ann") == alone.score(
        "tide story", OWN, user="ann"
    )
    with pytest.raises(UsageError, match="matches"):
        shared.score("tide", HIDDEN, user="ann")
    with pytest.raises(UsageError, match="no such page"):
        shared.search("tide", user="ann", like=[HIDDEN])
    ours = shared.search("tide", user="ann", like=[OWN])
    assert ours == alone.search("tide", user="ann", like=[OWN])


VERBS: dict[str, list[str]] = {
    "view": ["view", OWN, "--in", "DIR"],
    "a framed page": ["view", "http://a.example/framing", "--in", "DIR"],
    "view by time": ["view", OWN, "--in", "DIR", "--at", "2021-01-01"],
    "duplicates": ["duplicates", "DIR"],
    "duplicates of a page": ["duplicates", "DIR", "http://a.example/1"],
    "duplicates anew": ["duplicates", "DIR", "--method", "simhash"],
    "search": ["search", "DIR", "tide", "--facet", "site", "--facet", "year"],
    "related words": ["search", "DIR", "tide", "--expand"],
    "suggestion": ["search", "DIR", SECRET[:-1] + "h"],
    "score": ["search", "DIR", "tide", "--explain", OWN],
    "links": ["links", "DIR", "--all"],
    "signs of spam": ["links", "DIR", "--spam"],
    "seeds": ["seeds", "DIR", "tide"],
    "directory": ["directory", "DIR"],
    "fame": ["fame", "DIR", "story"],
    "fame of a hidden name": ["fame", "DIR", SECRET],
    "phrases": ["phrases", "DIR", "--since", "2022-01-01"],
    "topic": ["topic", "DIR", "--like", OWN],
    "products": ["products", "DIR"],
    "sample": ["sample", "DIR", "--count", "4"],
    "words": ["words", "DIR"],
    "words of a page": ["words", "DIR", "--url", OWN],
    "history": ["history", "DIR", OWN],
    "explain": ["explain", "DIR", OWN],
    "export": ["export", "DIR", "--to", "jsonl", "OUT"],
    "export of a sample": ["export", "DIR", "--to", "dataset", "OUT", "--sample", "3"],
    "export of captures": ["export", "DIR", "--to", "warc", "OUT"],
}


def told(words: list[str], one: Collection, out: Path, capsys: Any) -> tuple[int, str]:
    """What a verb says and writes in the name of ann, without the names of folders."""
    given = [{"DIR": str(one.root), "OUT": str(out)}.get(word, word) for word in words]
    form = [] if words[0] in {"view", "export"} else ["--json"]
    code = main([*given, "--user", "ann", *form])
    text = capsys.readouterr().out
    files = sorted(path for path in out.rglob("*") if path.is_file()) if out.is_dir() else []
    for path in [*files, out] if out.exists() else []:
        if path.suffix == ".parquet":
            text += repr(parquet.read(DocViews, [path]))
        elif path.is_file():
            text += path.read_bytes().decode("utf-8", "replace")
    return code, re.sub(r"/[^\s'\"]*/(excerpts/\w+|out\d)", "", text)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_answers_as_if_the_others_had_no_pages(both, verb, tmp_path, capsys):
    answers = [
        told(VERBS[verb], one, tmp_path / f"out{number}", capsys)
        for number, one in enumerate(both)
    ]
    if verb == "explain":  # the place in the archive is that of the one file which holds all
        answers = [
            (code, re.sub(r"at byte [\d,]+|tablet [^\"]+", "", text)) for code, text in answers
        ]
    if verb == "export of captures":  # compressed; the same captures are of the same size
        answers = [(code, str(len(text))) for code, text in answers]
    assert answers[0] == answers[1]
    assert answers[0][0] == 0
    hits = re.sub(f'"(query|name)": "{SECRET}[a-z]*"', "", answers[0][1])
    assert SECRET not in hits
    assert "b.example" not in hits.replace(HIDDEN, "") or verb == "a framed page"


@pytest.mark.parametrize(
    "words",
    [
        ["view", HIDDEN, "--in", "DIR"],
        ["view", HIDDEN, "--in", "DIR", "--at", "2021-01-01"],
        ["explain", "DIR", HIDDEN],
        ["history", "DIR", HIDDEN],
        ["duplicates", "DIR", HIDDEN],
        ["words", "DIR", "--url", HIDDEN],
        ["topic", "DIR", "--like", HIDDEN],
        ["search", "DIR", "tide", "--like", HIDDEN],
        ["search", "DIR", "tide", "--unlike", HIDDEN],
        ["search", "DIR", "tide", "--explain", HIDDEN],
    ],
)
def test_what_is_hidden_is_refused_like_what_was_never_there(both, words, capsys):
    shared, alone = both
    said: list[str] = []
    for one, url in ((shared, HIDDEN), (shared, "http://b.example/77"), (alone, HIDDEN)):
        given = [{"DIR": str(one.root), HIDDEN: url}.get(word, word) for word in words]
        assert main([*given, "--user", "ann"]) == 2
        told = capsys.readouterr().err
        said.append(re.sub(r"/\S*/excerpts/\w+", "", told).replace(url, "URL"))
    assert said[0] == said[1] == said[2]


def test_status_counts_what_the_user_may_see(both):
    shared, alone = (one.seen_by("ann").status() for one in both)
    assert shared.funnel == alone.funnel
    assert shared.rejects == alone.rejects
    assert shared.funnel.pages == 8
    assert shared.stale == []


PATHS = [
    "/",
    "/collection",
    "/pages",
    "/pages?words=tide",
    f"/page?url={OWN}",
    f"/page?url={HIDDEN}",
    f"/captured?url={OWN}",
    f"/captured?url={HIDDEN}",
    "/duplicates",
    "/duplicates/cluster?of=http://a.example/1",
    f"/duplicates/compare?left={OWN}&right={HIDDEN}",
    f"/duplicates/compare?left={OWN}&right=http://a.example/1",
    "/duplicates/sites",
    "/search?q=tide",
    f"/search?q={SECRET}",
    "/crawl",
    f"/api/docview?url={OWN}",
    f"/api/docview?url={HIDDEN}",
    f"/api/explain?url={OWN}",
    f"/api/explain?url={HIDDEN}",
    f"/api/search?q={SECRET}",
    "/api/search?q=tide",
    "/api/clusters",
    "/api/status",
]


@cache
def browsing(root: Path, user: str, user_header: str) -> TestClient:
    app = application(Collection.open(root), Settings(user=user, user_header=user_header))
    return TestClient(app, base_url=HERE, client=("127.0.0.1", 5000))


def asked(one: Collection, path: str, user: str = "", user_header: str = "") -> tuple[int, str]:
    browser = browsing(one.root, user, user_header)
    answer = browser.get(path, headers={user_header: "ann"} if user_header else {})
    text = re.sub(r"/[^\s'\"<]*/(excerpts/\w+|c\b)", "", answer.text)
    text = re.sub(r"at byte [\d,]+|in tablet [\w:.-]+|[0-9a-f]{64}", "", text)
    return answer.status_code, text


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("settings", [{"user": "ann"}, {"user_header": "x-user"}])
def test_every_screen_answers_as_if_the_others_had_no_pages(both, path, settings):
    shared, alone = (asked(one, path, **settings) for one in both)
    if path == "/api/status":  # runs, times and sizes are those of each collection
        states = [(code, json.loads(text)) for code, text in (shared, alone)]
        shared, alone = (
            (code, json.dumps([state["funnel"], state["rejects"]], sort_keys=True))
            for code, state in states
        )
    if path == "/collection":
        shared, alone = ((code, text.split('id="stages"')[0]) for code, text in (shared, alone))
    assert shared[0] == alone[0] == (404 if HIDDEN in path else 200)
    assert re.sub(r"took.*|[\d.]+ (s|[KM]iB)\b", "", shared[1]) == re.sub(
        r"took.*|[\d.]+ (s|[KM]iB)\b", "", alone[1]
    )
    if SECRET not in path:
        assert SECRET not in shared[1]


def test_every_address_that_shows_the_collection_is_among_those_tried():
    tried = {path.partition("?")[0] for path in PATHS}
    # These show nothing of the collection, or what the visitor brought.
    free = {"/login", "/logout", "/look", "/static/{name}", "/api/openapi.json", "/api/blocks"}
    free |= {"/crawl/robots", "/crawl/events"}
    known = {one.path for one in routes() if not one.path.startswith("/look/")}
    assert known - free == tried


def test_a_visitor_whom_nobody_named_is_shown_nothing(both):
    shared, _ = both
    app = application(shared, Settings(user_header="x-user"))
    browser = TestClient(app, base_url=HERE, client=("127.0.0.1", 5000))
    for path in PATHS:
        assert browser.get(path, headers={"x-user": "eve"}).status_code == 403
        assert browser.get(path).status_code == 401


def test_a_list_that_goes_while_it_is_served_opens_nothing(both, tmp_path):
    shared, _ = both
    app = application(shared, Settings(user_header="x-user"))
    browser = TestClient(app, base_url=HERE, client=("127.0.0.1", 5000))
    headers = {"x-user": "ann"}
    assert browser.get("/search?q=tide", headers=headers).status_code == 200
    access = shared.root / "access.toml"
    access.rename(tmp_path / "access.toml")
    try:
        assert browser.get("/search?q=tide", headers=headers).status_code == 403
    finally:
        (tmp_path / "access.toml").rename(access)


@pytest.mark.parametrize("user", ["ann", "bob", ""])
def test_the_command_line_asks_in_the_name_that_it_was_given(both, user, capsys):
    shared, _ = both
    assert main(["search", str(shared.root), SECRET, "--user", user, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == {"ann": 0, "bob": 9, "": 15}[user]


@pytest.mark.parametrize(
    "wish",
    [
        ["--user", "eve"],
        ["--like", "http://none.example/"],
        ["--unlike", "http://none.example/"],
    ],
)
def test_the_command_line_refuses_what_is_not_there(both, wish):
    assert main(["search", str(both[0].root), "tide", *wish]) == 2


def test_paging_and_profile_stay_inside(both):
    answers = []
    for one in both:
        settings = replace(one.config.search, profile=True)
        personal = replace(one, config=replace(one.config, search=settings))
        (one.root / "interests.json").write_text('{"tide": 1.0}')
        answers.append(personal.search("tide", user="ann", limit=2, offset=3))
        (one.root / "interests.json").unlink()
    assert answers[0] == answers[1]
    assert len(answers[0].hits) == 2


def test_a_user_who_is_not_named_sees_nothing(both):
    with pytest.raises(UsageError, match="no such user"):
        both[0].search("tide", user="eve")


@pytest.fixture
def small(tmp_path) -> Collection:
    return made(
        tmp_path, [page(host, n) for host in ("a.example", "b.example") for n in (0, 1)]
    )


def test_another_line_in_the_list_counts_from_the_next_question_on(small):
    assert small.search("tide", user="ann").total == 2
    access = small.root / "access.toml"
    access.write_text('[users]\nann = "site:b.example type:topic"\n')
    with pytest.raises(CollectionError, match="older than"):
        small.seen_by("ann", make=False)
    assert [hit.url for hit in small.search("adetail0x1", user="ann").hits] == []
    assert small.search(SECRET, user="ann").total == 2
    small.build(workers=1)
    assert len(list(Layout(small.root).excerpts.iterdir())) == 1


def test_what_is_forgotten_goes_from_what_users_see_too(small):
    before = small.seen_by("ann")
    small.forget("http://a.example/0")
    assert not before.root.exists()
    assert small.search("tide", user="ann").total == 1
    files = [path for path in Layout(small.root).excerpts.rglob("*") if path.is_file()]
    assert files
    assert not any(b"adetail0x" in path.read_bytes() for path in files)


def test_pages_that_come_later_are_seen_after_the_next_build(small, tmp_path):
    (tmp_path / "more.jsonl").write_text(json.dumps(page("a.example", 5)))
    small.import_([tmp_path / "more.jsonl"])
    assert small.search("tide", user="ann").total == 2
    small.build(workers=1)
    assert small.search("tide", user="ann").total == 3


def test_a_user_may_see_nothing_at_all(small):
    (small.root / "access.toml").write_text('[users]\nann = "site:nowhere.example"\n')
    assert small.search("tide", user="ann").total == 0
    assert small.seen_by("ann").status().funnel.pages == 0


def test_nothing_is_seen_before_the_first_build(tmp_path):
    collection = Collection.create(tmp_path / "c")
    (collection.root / "access.toml").write_text(USERS)
    with pytest.raises(CollectionError, match="nothing was built yet"):
        collection.search("tide", user="ann")
