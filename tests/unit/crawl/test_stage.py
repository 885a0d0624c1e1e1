"""Answers and lines of the log, through the crawl's table into the collection."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet
import pytest

from pagemill.api import Collection
from pagemill.archive import store
from pagemill.archive.lookup import Lookup
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Attempt
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Found as Address
from pagemill.crawl.frontier import Frontier, State, key_of
from pagemill.crawl.looking.standing import note_seeds, seeds_of
from pagemill.crawl.politeness import Pace
from pagemill.crawl.revisiting.history import History
from pagemill.crawl.revisiting.revisits import Revisits
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.stage import CrawlDeposit, forget_met
from pagemill.crawl.waste.mirrors import Mirrors
from pagemill.errors import DocumentError

URL = "http://a.example/"


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(Collection.create(tmp_path / "c").root)


def deposit(layout: Layout, cells: Cells, limit: int = 1_000) -> CrawlDeposit:
    return CrawlDeposit(layout, cells, Frontier(cells, Pace()), [Sites(cells)], limit)


def answer(body: bytes = b"<p>page</p>") -> Answer:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    return Answer(
        status=200,
        headers=(("Content-Type", "text/html"),),
        head=head,
        body=body,
        request_head=b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n",
        address="127.0.0.1",
        took=0.1,
    )


def stored(layout: Layout) -> int:
    return sum(row.url == URL for row in store.captures(layout.archive))


def test_answers_wait_in_the_table_until_they_are_published_once(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        seen = one.opened(URL, answer(), 1e9)
        one.keep(seen)
        assert (seen.payload, seen.media_type) == (b"<p>page</p>", "text/html")
        one.commit()
        assert stored(layout) == 0
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        one.publish()
        one.publish()
    assert stored(layout) == 1
    note = store.last_note(layout.archive)
    assert note is not None
    assert note["asked"] == "crawl"


def test_what_was_kept_is_read_again_by_its_instant(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        one.keep(one.opened(URL, answer(), 1e9))
        one.keep(one.opened(URL, answer(b"<p>later</p>"), 1e9 + 60))
        one.commit()
        assert one.read(URL, 1e9) is None
        one.publish()
        first, later = one.read(URL, 1e9), one.read(URL, 1e9 + 60)
        assert first is not None
        assert later is not None
        assert (first.payload, first.media_type) == (b"<p>page</p>", "text/html")
        assert later.payload == b"<p>later</p>"
        assert one.read(URL, 1e9 + 30) is None


def test_a_fetch_is_kept_with_its_request_and_its_facts(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        one.keep(one.opened(URL, answer(), 1e9))
        one.commit()
        one.publish()
    with Lookup(layout.archive) as lookup:
        rows = [*lookup.captures(URL), *lookup.beside(URL)]
    places = [store.Pointer(row.file, row.offset, row.length) for row in rows]
    first, request, facts = (r for _, r in store.read_records(layout.archive, places))
    assert dict(first.fields)["WARC-IP-Address"] == "127.0.0.1"
    assert request.block == answer().request_head
    assert facts.block == b"fetchTimeMs: 100\r\ndepth: 0\r\n"
    for beside in (request, facts):
        assert dict(beside.fields)["WARC-Concurrent-To"] == first.record_id


def test_an_unchanged_payload_is_stored_once(layout: Layout) -> None:
    bodies = [b"<p>one</p>", b"<p>one</p>", b"<p>two</p>", b"<p>one</p>", b"<p>one</p>"]
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        for number, body in enumerate(bodies):
            one.keep(one.opened(URL, answer(body), 1e9 + number))
            one.commit()
            one.publish()
    with Lookup(layout.archive) as lookup:
        rows = lookup.captures(URL)
        kinds = ["response", "revisit", "response", "response", "revisit"]
        assert [row.kind for row in rows] == kinds
        assert [lookup.read(row).payload for row in rows] == bodies


def test_a_kill_before_the_commit_leaves_nothing(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        one.keep(one.opened(URL, answer(), 1e9))
        deposit(layout, cells).publish()
    assert stored(layout) == 0


def test_a_body_over_the_limit_is_not_taken(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells, pytest.raises(DocumentError):
        deposit(layout, cells, limit=4).opened(URL, answer(), 1e9)


def test_texts_are_new_once_at_each_host(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        assert one.is_new("a.example", b"12345678")
        assert not one.is_new("a.example", b"12345678")
        assert one.is_new("b.example", b"12345678")
        one.commit()
        assert not deposit(layout, cells).is_new("a.example", b"12345678")


def test_the_log_is_a_table_with_a_row_for_each_line(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        one.note(Attempt(url=URL, at=1e9, status=200, outcome="fetched", size=11))
        one.note(Attempt(url=URL, at=1e9, status=0, outcome="failed", reason="too slow"))
        one.commit()
        one.write_log()
        one.write_log()
    paths = list((layout.crawl / "log").glob("*.parquet"))
    assert len(paths) == 1
    rows = pyarrow.parquet.read_table(paths[0]).to_pylist()
    assert [(row["outcome"], row["reason"]) for row in rows] == [
        ("fetched", ""),
        ("failed", "too slow"),
    ]


def test_what_proves_who_asked_does_not_reach_the_archive(layout: Layout) -> None:
    plain = b"GET / HTTP/1.1\r\nHost: a.example\r\n"
    head = plain + b"Cookie: id=secret\r\nAuthorization: Basic x\r\n\r\n"
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        one.keep(one.opened(URL, replace(answer(), request_head=head), 1e9))
        one.commit()
        one.publish()
    [path] = layout.archive.glob("*.warc.gz")
    text = gzip.decompress(path.read_bytes())
    assert text.count(plain + b"\r\n") == 1
    assert b"secret" not in text
    assert b"Basic" not in text


def test_an_answer_that_equals_a_kept_one_becomes_a_revisit_record(layout: Layout) -> None:
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        first = one.opened(URL, answer(), 1e9)
        one.keep(first)
        same = one.opened(URL, answer(), 1e9 + 60)
        one.keep(same, first.at)
        unmodified = replace(answer(b""), status=304, head=b"HTTP/1.1 304 Not Modified\r\n\r\n")
        one.keep(one.opened(URL, unmodified, 1e9 + 120), first.at)
        one.commit()
        one.publish()
    [path] = layout.archive.glob("*.warc.gz")
    text = gzip.decompress(path.read_bytes()).decode()
    assert text.count("WARC-Type: response\r\n") == 1
    assert text.count("WARC-Type: revisit\r\n") == 2
    assert text.count("/revisit/identical-payload-digest\r\n") == 1
    assert text.count("/revisit/server-not-modified\r\n") == 1
    assert text.count("WARC-Refers-To-Date: 2001-09-09T01:46:40Z\r\n") == 2
    assert text.count("<p>page</p>") == 1


def test_cookies_that_a_site_sets_are_stored_blotted_out_at_their_length(
    layout: Layout,
) -> None:
    head = (
        b"HTTP/1.1 200 OK\r\nset-cookie: sid=s3cret;\r\n  Path=/\r\nX-Note: kept\r\n"
        b"Set-Cookie2: t0ken\r\n\r\n"
    )
    with Cells(layout.crawl / "table") as cells:
        one = deposit(layout, cells)
        one.keep(one.opened(URL, replace(answer(b"<p>Set-Cookie: page</p>"), head=head), 1e9))
        one.commit()
        one.publish()
    [warc] = layout.archive.glob("*.warc.gz")
    data = gzip.decompress(warc.read_bytes())
    assert b"s3cret" not in data
    assert b"t0ken" not in data
    assert (
        b"set-cookie: xxxxxxxxxx;\r\n  xxxxxx\r\nX-Note: kept\r\nSet-Cookie2: xxxxx\r\n" in data
    )
    assert b"<p>Set-Cookie: page</p>" in data


def everything(cells: Cells) -> bytes:
    return b"".join(key + value for key, value in cells.scan(b"", b"\xff" * 9, 10_000))


class Named:
    """A page, and a host with all that lies on it."""

    def __call__(self, url: str) -> bool:
        return url == "http://a.example/gone" or self.host(url.split("/")[2])

    def host(self, name: str) -> bool:
        return name == "gone.example"


def test_what_is_forgotten_leaves_the_table_of_a_crawl_and_its_files(layout: Layout) -> None:
    hosts, paths = ("a.example", "gone.example"), ("stays", "gone", "2")
    urls = [f"http://{host}/{path}" for host in hosts for path in paths]
    with Cells(layout.crawl / "table") as cells:
        frontier = Frontier(cells, Pace())
        sites, revisits, mirrors = Sites(cells), Revisits(cells), Mirrors(cells)
        one = CrawlDeposit(layout, cells, frontier, [sites, revisits, mirrors], 1_000)
        frontier.add(Address(url, key_of(url), url.split("/")[2]) for url in urls)
        while (turn := frontier.next(1e9)) is not None:
            frontier.settle(turn, State.FETCHED, status=200)
            if turn.found.url == "http://a.example/stays":
                break
        for url in urls:
            one.keep(one.opened(url, answer(url.encode()), 1e9))
            one.note(Attempt(url=url, at=1e9, status=200, outcome="fetched"))
            revisits.put(key_of(url), History(url=url, first=1.0, last=1.0, kept=1.0))
            host, path = url.split("/")[2:]
            mirrors.seen(host, path, url.encode()[-8:])
            sites.learn(f"http://{host}", 200, b"User-agent: *\nDisallow: /x", 1e9)
            assert one.is_new(host, key_of(url))
        note_seeds(cells, urls)
        one.commit()
        assert b"gone" in everything(cells)
    forget_met(layout, Named())
    with Cells(layout.crawl / "table") as cells:
        left = everything(cells)
        assert b"gone" not in left
        assert b"stays" in left
        assert seeds_of(cells) == ["http://a.example/stays", "http://a.example/2"]
        frontier = Frontier(cells, Pace())
        assert {name: count for name, count in frontier.counts.items() if count} == {
            "FETCHED": 1,
            "QUEUED": 1,
        }
        turn = frontier.next(2e9)
        assert turn is not None
        assert turn.found.url == "http://a.example/2"
        frontier.settle(turn, State.FETCHED, status=200)
        assert frontier.next(3e9) is None
        deposit(layout, cells).publish()
    published = {row.url for row in store.captures(layout.archive)}
    assert published == {"http://a.example/stays", "http://a.example/2"}
    for path in (layout.crawl / "table").iterdir():
        assert b"gone.example" not in path.read_bytes(), path.name


def test_a_collection_without_a_crawl_has_nothing_to_forget_there(layout: Layout) -> None:
    forget_met(layout, Named())
    assert not layout.crawl.exists()
