from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from material import site
from pagemill.api import Collection
from pagemill.errors import UsageError
from pagemill.model.progress import Event


class Usage(NamedTuple):
    total: int
    used: int
    free: int


LOOPBACK = ["127.0.0.0/8"]
WEB = {
    "routes": {
        "/robots.txt": {"body": "", "type": "text/plain"},
        "/": {"body": "<p>one</p><a href='/two'>two</a><a href='http://far.example/'>f</a>"},
        "/two": {"body": "<p>two</p>"},
    }
}


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return Collection.create(tmp_path / "c")


def test_a_crawl_tells_what_it_came_to_and_leaves_a_record(collection: Collection) -> None:
    events: list[Event] = []
    with site.running(WEB) as served:
        report = collection.crawl(
            [served.url], allow_networks=LOOPBACK, delay=0.0, progress=events.append
        )
    assert report.fetched == 2
    assert report.refusals == {"out of scope": 1}
    assert report.is_clean
    assert events[-1].done == 2
    assert list((collection.root / "runs").glob("crawl-*.json"))


def test_a_crawl_that_has_too_few_hosts_says_how_fast_it_can_be(
    collection: Collection,
) -> None:
    events: list[Event] = []
    with site.running(WEB) as served:
        collection.crawl(
            [served.url], allow_networks=LOOPBACK, delay=0.5, progress=events.append
        )
    told = "starved of hosts: 1 in turn allow 2.0 pages a second"
    assert any(told in event.note for event in events)
    assert told not in events[-1].note


def test_what_the_scope_keeps_out_is_explained_though_it_was_never_queued(
    collection: Collection,
) -> None:
    with site.running(WEB) as served:
        collection.crawl([served.url], allow_networks=LOOPBACK, delay=0.0)
    steps = collection.explain("http://far.example/").steps
    told = {step.stage: (step.decision, step.reason) for step in steps}
    assert told["scope"][0] == "refused"
    assert told["scope"][1].startswith("no rule allows it; asked before without an opinion")
    assert told["frontier"] == ("not met", "what is refused is not queued")
    with pytest.raises(UsageError, match="knows nothing of this URL"):
        collection.explain(f"{served.url}never")


@pytest.mark.parametrize(
    ("seeds", "settings", "word"),
    [
        (["gopher://a.example/"], {}, "no web address"),
        (["http://127.0.0.1/"], {"speed": 3.0}, "speed"),
        (["http://127.0.0.1/"], {"delay": "two"}, "delay"),
        (["http://127.0.0.1/"], {"scope": "galaxy"}, "galaxy"),
        (["http://127.0.0.1/"], {"exclude": "("}, "regular expression"),
        (["http://9.9.9.9/"], {}, "contact"),
        (["http://a.example/"], {}, "contact"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_word(
    collection: Collection, seeds: list[str], settings: dict[str, str | float], word: str
) -> None:
    with pytest.raises(UsageError, match=word):
        collection.crawl(seeds, **settings)


@pytest.mark.parametrize(
    "seed", ["http://bob:pwX@127.0.0.1/", "bob:pwX@127.0.0.1", "ftp://bob:pwX@h.example/"]
)
def test_a_seed_with_a_password_is_refused_and_nothing_of_it_recorded(
    collection: Collection, seed: str
) -> None:
    with pytest.raises(UsageError, match="user name or password") as refused:
        collection.crawl([seed])
    assert "pwX" not in str(refused.value)
    assert not list((collection.root / "runs").glob("crawl-*.json"))


def test_a_network_that_is_none_is_refused(collection: Collection) -> None:
    with pytest.raises(UsageError, match="no network"):
        collection.crawl(["http://127.0.0.1/"], allow_networks=["everything"])


def test_public_hosts_met_on_the_way_are_not_asked_as_nobody(collection: Collection) -> None:
    with site.running(WEB) as served:
        report = collection.crawl(
            [served.url],
            allow_networks=LOOPBACK,
            resolve={"far.example": "9.9.9.9"},
            delay=0.0,
            scope="web",
        )
    assert report.refusals == {"private address": 1}


def test_a_dry_run_asks_nobody_and_leaves_nothing(collection: Collection) -> None:
    with site.running(WEB) as served:
        report = collection.crawl([served.url], allow_networks=LOOPBACK, dry_run=True)
        assert served.hits == []
    assert report.first == (served.url,)
    assert (report.fetched, report.queued) == (0, 1)
    assert not (collection.root / "crawl").exists()


def test_a_dry_run_of_a_crawl_under_way_shows_what_comes_next(collection: Collection) -> None:
    with site.running(WEB) as served:
        order = {"allow_networks": LOOPBACK, "delay": 0.0}
        collection.crawl([served.url], max_pages=1, **order)
        seen = len(served.hits)
        first = collection.crawl(dry_run=True)
        assert collection.crawl(dry_run=True) == replace(first, took_s=pytest.approx(0, abs=9))
        assert len(served.hits) == seen
        assert first.first == (f"{served.url}two",)
        assert collection.crawl([], **order).fetched == 1


def test_a_crawl_without_room_on_the_disk_waits_and_says_so(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    asked_of_disk = 0

    def usage(_: object) -> tuple[int, int, int]:
        nonlocal asked_of_disk
        asked_of_disk += 1
        return Usage(100, 100, 0 if asked_of_disk < 4 else 100)

    monkeypatch.setattr("shutil.disk_usage", usage)
    with site.running(WEB) as served:
        report = collection.crawl(
            [served.url],
            allow_networks=LOOPBACK,
            delay=0.0,
            free_disk_bytes=50,
            progress=lambda event: told.append(event.note),
        )
    assert any("waits for room on the disk" in note for note in told)
    assert report.fetched == 2


def test_a_crawl_receives_no_more_a_second_than_it_may(collection: Collection) -> None:
    body = {"body": "<p>" + "word " * 600 + "<a href='/two'>two</a>"}
    web = {"routes": {**WEB["routes"], "/": body, "/two": {"body": "<p>" + "more " * 300}}}
    with site.running(web) as served:
        collection.crawl([served.url], allow_networks=LOOPBACK, delay=0.0, bandwidth=1_500)
        times = {hit.path: hit.at for hit in served.hits}
    assert times["/two"] - times["/"] >= 0.8


def test_a_parameter_that_changes_nothing_costs_a_few_requests(collection: Collection) -> None:
    links = [f"/item?id={item}&from={place}" for item in range(12) for place in range(6)]
    routes: dict[str, dict[str, str]] = {"/robots.txt": {"body": ""}}
    routes["/"] = {"body": "".join(f"<a href='{link}'>x</a>" for link in links[:12])}
    for number, link in enumerate(links):
        item = number // 6
        words = " ".join(f"w{item}x{word}" for word in range(60))
        further = "".join(f"<a href='{one}'>x</a>" for one in links[item * 6 : item * 6 + 18])
        routes[link] = {"body": f"<p>{words}</p>{further}"}
    with site.running({"routes": routes}) as served:
        report = collection.crawl([served.url], allow_networks=LOOPBACK, delay=0.0)
        items = {path.partition("&")[0] for path in served.paths() if "item" in path}
    assert len(items) == 12
    assert report.refusals["parameter that changes nothing"] > 20
    assert report.fetched < 45


def topical_web(pages: int, draw: random.Random) -> dict[str, dict[str, str]]:
    """A tenth of the pages are about ferries, and lead mostly to others that are."""
    about = [number for number in range(pages) if number % 10 == 1]
    routes = {"/robots.txt": {"body": ""}}
    for number in range(pages):
        is_about = number in about
        words = ("harbour ferry timetable" if is_about else "garden bread winter").split()
        own = [f"w{number}{letter}" for letter in "abcde"]
        text = " ".join([*draw.choices(words, k=30), "of every page", *own])
        targets = draw.choices(range(pages), k=4 if is_about else 8)
        targets += draw.choices(about, k=6) if is_about else []
        links = "".join(f"<a href='/{one}'>x</a>" for one in targets)
        routes[f"/{number}"] = {"body": f"<p>{text}</p>{links}"}
    routes["/"] = {"body": "".join(f"<a href='/{one}'>x</a>" for one in range(10))}
    return routes


def test_a_focused_crawl_harvests_more_than_breadth_first(tmp_path: Path) -> None:
    routes = topical_web(400, random.Random(7))
    found: dict[str, int] = {}
    with site.running({"routes": routes}) as served:
        for topic in ("ferry timetable harbour", ""):
            collection = Collection.create(tmp_path / f"c{len(topic)}")
            before = len(served.paths())
            report = collection.crawl(
                [served.url],
                allow_networks=LOOPBACK,
                delay=0.0,
                delay_factor=0.0,
                max_pages=60,
                topic=topic,
            )
            asked = [path.strip("/") for path in served.paths()[before:]]
            found[topic] = sum(one.isdigit() and int(one) % 10 == 1 for one in asked)
            assert (report.harvest is None) == (not topic)
    focused, breadth = found["ferry timetable harbour"], found[""]
    assert focused > 2 * breadth
    assert focused > 20


def test_what_comes_first_is_said_once(collection: Collection) -> None:
    with pytest.raises(UsageError, match="name one of them"):
        collection.crawl([], topic="x", scorer="y")
    with pytest.raises(UsageError, match="not installed"):
        collection.crawl([], scorer="y")
    with pytest.raises(UsageError, match="at least one word"):
        collection.crawl([], topic="--")


def test_forms_with_few_choices_are_tried_where_that_is_wanted(collection: Collection) -> None:
    form = (
        "<form action=/list><select name=year>"
        + "".join(f"<option>{year}" for year in range(2000, 2010))
        + "</select></form><form action=/find><input name=q></form>"
    )
    years = {
        f"/list?year={year}": {"body": "<p>" + " ".join(f"w{year}x{n}" for n in range(60))}
        for year in range(2000, 2010)
    }
    web = {"routes": {"/robots.txt": {"body": ""}, "/": {"body": form}, **years}}
    with site.running(web) as served:
        order = {"allow_networks": LOOPBACK, "delay": 0.0}
        assert collection.crawl([served.url], **order).fetched == 1
        other = Collection.create(collection.root.with_name("forms"))
        report = other.crawl([served.url], forms=8, forms_per_host=6, **order)
        asked = [path for path in served.paths() if path.startswith("/list")]
    assert len(asked) == 6
    assert not [path for path in served.paths() if path.startswith("/find")]
    assert report.refusals["forms of the host have brought enough"] == 2
