"""Seeds and spam on a made web whose topics, farms and PageRank are known."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.searching.asking import Request, Searcher
from pagemill.searching.seeds import seeds, spam_report
from pagemill.testing.answers import Answers
from pagemill.testing.renown import Renown, pagerank, renowned
from pagemill.testing.text import vocabulary
from pagemill.testing.web import Page, Place, Web

TOPIC = "topic1"
ASKED = " ".join(vocabulary(TOPIC)[:2])
WEB = renowned(5, Renown(hosts=20, pages=15, farm=9, farm_pages=12))


def place(url: str) -> Place:
    host, _, path = url.removeprefix("http://").partition("/")
    return host, "/" + path


def page(url: str) -> Page:
    host, path = place(url)
    return WEB.hosts[host].pages[path]


def captured(web: Web, folder: Path, left_out: set[Place]) -> Collection:
    """A collection of all pages of a web but some."""
    answers = Answers(web)
    rows = [
        {
            "url": f"http://{host.name}{path}",
            "html": answers.of(host.name, path, {}).body.decode().replace(":80/", "/"),
            "fetched_at": "2026-01-01T00:00:00Z",
        }
        for host in web.hosts.values()
        for path in host.pages
        if (host.name, path) not in left_out
    ]
    (folder / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    made = Collection.create(folder / "c")
    settings = made.root / "collection.toml"
    settings.write_text("[index]\nspam_signs = true\n")
    made = Collection.open(made.root)
    made.import_([folder / "p.jsonl"])
    made.build(workers=1)
    return made


def best_of_topic() -> list[Place]:
    """The honest pages of the topic, by PageRank among all pages."""
    rank = pagerank(WEB)
    known = [one for one in rank if WEB.hosts[one[0]].pages[one[1]].topic == TOPIC]
    honest = [one for one in known if not WEB.hosts[one[0]].pages[one[1]].spam]
    return sorted(honest, key=lambda one: -rank[one])


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return captured(WEB, tmp_path_factory.mktemp("seeds"), {best_of_topic()[0]})


def test_seeds_are_the_authorities_of_the_topic_and_no_spam(collection: Collection) -> None:
    report = seeds(Layout(collection.root), collection.config, ASKED, top=10, per_host=5)
    assert len(report.seeds) == 10
    assert [one.url for one in report.seeds if page(one.url).spam] == []
    of_topic = [one for one in report.seeds if page(one.url).topic == TOPIC]
    assert len(of_topic) >= 6
    best = set(best_of_topic()[:15])
    assert len(best & {place(one.url) for one in report.seeds}) >= 4
    assert report.spam >= 30


def test_a_page_that_was_never_fetched_can_be_a_seed_and_reasons_are_told(
    collection: Collection,
) -> None:
    report = seeds(Layout(collection.root), collection.config, ASKED, top=40, per_host=20)
    known = {place(one.url): one for one in report.seeds}
    unfetched = known[best_of_topic()[0]]
    assert not unfetched.fetched
    assert "not fetched yet" in unfetched.reasons
    assert unfetched.linking_hosts >= 2
    first = report.seeds[0]
    assert (
        f"{first.linking_pages} pages of {first.linking_hosts} other hosts" in first.reasons[0]
    )


def test_one_seed_of_a_host_unless_more_are_wanted(collection: Collection) -> None:
    report = seeds(Layout(collection.root), collection.config, ASKED)
    hosts = [place(one.url)[0] for one in report.seeds]
    assert len(hosts) == len(set(hosts)) > 3


def test_a_topic_needs_a_word(collection: Collection) -> None:
    with pytest.raises(UsageError, match="describe the topic"):
        seeds(Layout(collection.root), collection.config, "?!")
    empty = seeds(Layout(collection.root), collection.config, "nowhereword")
    assert (empty.matching, empty.seeds) == (0, [])


def test_made_spam_is_told_from_honest_pages_and_hosts(collection: Collection) -> None:
    report = spam_report(Layout(collection.root), top=1_000)
    likely = {one.url for one in report.pages if one.score >= 0.5}
    true = {f"http://{host.name}{path}" for host in WEB.hosts.values() for path in host.pages
            if host.pages[path].spam}  # fmt: skip
    assert report.pages_read == 300 + 108 - 1
    assert likely == true
    assert report.likely == len(true)
    hosts = {one.host for one in report.hosts if one.score >= 0.5}
    assert hosts == {f"farm{number}.web.test" for number in range(9)}


def test_spam_is_listed_further_down(collection: Collection) -> None:
    def spam_first(weight: float) -> list[int]:
        index = replace(collection.config.index, spam_weight=weight)
        searcher = Searcher(Layout(collection.root), replace(collection.config, index=index))
        hits = searcher.answer(Request(query=ASKED, limit=30)).hits
        return [rank for rank, hit in enumerate(hits) if page(hit.url).spam]

    blind, seeing = spam_first(0.0), spam_first(4.0)
    assert len(blind) == len(seeing) >= 5, "the same pages, in another order"
    assert seeing == list(range(30 - len(seeing), 30)), "behind all honest ones"
    assert sum(seeing) > sum(blind)


def test_a_page_of_links_alone_loses_by_its_farm(collection: Collection) -> None:
    spam, topic = next((f"http://{host.name}{path}", one.topic)
                       for host in WEB.hosts.values() for path, one in host.pages.items()
                       if one.spam == "linked")  # fmt: skip
    account = collection.score(vocabulary(topic)[0], spam)
    lost = {part.field: part.adds for part in account.parts}["spam"]
    assert lost <= -0.5
