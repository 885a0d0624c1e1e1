"""What a user may see, and that nothing else comes through by any way."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.collection.layout import Layout
from pagemill.errors import ConfigError, UsageError
from pagemill.index.query import Query
from pagemill.searching.access import visible
from pagemill.searching.asking import FACETS, Request, Searcher

SECRET = "qzxvkjwtplug"
USERS = '[users]\nann = "site:a.example"\nbob = "site:b.example"\n'


def page(host: str, number: int) -> dict[str, str]:
    secret = SECRET if host == "b.example" else "harbour"
    words = " ".join(f"tide {host[0]}detail{number}x{n} {secret}" for n in range(40))
    link = f'<a href="http://a.example/{(number + 1) % 6}">the {secret} story of the tide</a>'
    html = (
        f"<title>Tide story {number}</title><article><p>{words}. See {link} and more "
        f"{words}.</p></article>"
    )
    url = f"http://{host}/{number}"
    return {"url": url, "html": html, "fetched_at": "2026-01-01T00:00:00Z"}


def made(folder: Path, rows: list[dict[str, str]]) -> Collection:
    collection = Collection.create(folder / "c")
    lines = "\n".join(map(json.dumps, rows))
    (folder / "p.jsonl").write_text(lines)
    collection.import_([folder / "p.jsonl"])
    collection.build(workers=1)
    (collection.root / "access.toml").write_text(USERS)
    return collection


@pytest.fixture(scope="module")
def both(tmp_path_factory) -> tuple[Collection, Collection]:
    """A collection of two users' pages, and one that has never seen the other's."""
    home = tmp_path_factory.mktemp("access")
    for name in ("shared", "alone"):
        (home / name).mkdir()
    own = [page("a.example", number) for number in range(6)]
    others = [page("b.example", number) for number in range(9)]
    copies = [own[0] | {"url": "http://b.example/copy"}]
    return made(home / "shared", own + others + copies), made(home / "alone", own)


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
        Searcher(Layout(one.root), one.config, user="ann").answer(
            Request(query=query, limit=50, facets=FACETS, expand=expand)
        )
        for one in both
    )
    assert shared == alone
    assert SECRET not in json.dumps([hit.url + hit.snippet for hit in shared.hits])


def test_each_sees_the_own_pages_and_the_owner_of_the_folder_sees_all(both):
    shared, _ = both
    totals = {user: shared.search("tide", user=user).total for user in ("ann", "bob", "")}
    assert totals == {"ann": 6, "bob": 9, "": 15}
    assert shared.search(SECRET, user="ann").total == 0
    assert shared.search(SECRET, user="bob").total == 9


def test_explanations_and_feedback_stay_inside(both):
    shared, alone = both
    url = "http://a.example/2"
    told = [
        Searcher(Layout(one.root), one.config, user="ann").account("tide story", url)
        for one in both
    ]
    assert told[0] == told[1]
    with pytest.raises(UsageError, match="matches"):
        Searcher(Layout(shared.root), shared.config, user="ann").account(
            "tide", "http://b.example/1"
        )
    with pytest.raises(UsageError, match="no such page"):
        shared.search("tide", user="ann", like=["http://b.example/1"])
    ours = shared.search("tide", user="ann", like=[url])
    assert ours == alone.search("tide", user="ann", like=[url])


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


def test_a_user_who_is_not_named_sees_nothing(both, tmp_path):
    with pytest.raises(UsageError, match="no such user"):
        both[0].search("tide", user="eve")
    with pytest.raises(UsageError, match="no such user"):
        visible(tmp_path / "none.toml", "ann")


@pytest.mark.parametrize(
    "text", ["[users]\nann = 'tide'", "[users]\nann = ''", "[users", "x = 1", "users = 3"]
)
def test_a_list_that_cannot_be_meant_is_refused(tmp_path, text):
    (tmp_path / "access.toml").write_text(text)
    with pytest.raises(ConfigError, match=r"access\.toml"):
        visible(tmp_path / "access.toml", "ann")


def test_filters_are_those_of_a_query(tmp_path):
    (tmp_path / "access.toml").write_text('[users]\nann = "site:a.org -type:hub"')
    found = visible(tmp_path / "access.toml", "ann")
    assert found == Query(hosts=("a.org",), excluded_types=("hub",))
