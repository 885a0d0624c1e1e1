"""Crawls of a site on loopback by the command, judged from the site's own log."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest

import pagemill
from material import outcome, site

MOST_SECONDS_OF_KILLS = 300.0  # fifty take some 20 s, and a few times that on a busy machine
LOOPBACK = ("--allow-network", "127.0.0.0/8")
PROSE = (
    "Page number {n} tells of {n} boats that left the harbour at dawn, and of the {n} that "
    "came back before the storm; the others were seen again only when the wind had turned."
)


def page(number: int, *links: str) -> dict[str, str]:
    """Return an answer that is a page of its own with links."""
    words = " ".join(f"word{number}x{place}" for place in range(30))
    anchors = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    body = f"<title>Page {number}</title><p>{PROSE.format(n=number)} {words}</p>{anchors}"
    return {"body": body}


def web(pages: int, *, fan: int = 3) -> dict[str, Any]:
    """Return a description of a site whose pages form a tree."""
    routes: dict[str, Any] = {"/robots.txt": {"body": "", "type": "text/plain"}}
    for number in range(pages):
        children = range(number * fan + 1, min(pages, number * fan + fan + 1))
        path = "/" if number == 0 else f"/p/{number}"
        routes[path] = page(number, *[f"/p/{child}" for child in children])
    return {"routes": routes}


@pytest.fixture
def root(tmp_path: Path, run_pagemill: Any) -> Path:
    """Return an empty collection."""
    outcome.assert_done(run_pagemill("init", tmp_path / "c"))
    return tmp_path / "c"


def crawl(run_pagemill: Any, root: Path, *words: object) -> dict[str, Any]:
    """Crawl without a pause and return the report."""
    result = run_pagemill("crawl", root, *words, *LOOPBACK, "--delay", "0", "--json", "--quiet")
    outcome.assert_calm(result)
    assert result.returncode in (0, 1), outcome.shown(result)
    return json.loads(result.stdout)


def stored(root: Path) -> Counter[str]:
    """Return how often each address is in the archive."""
    pagemill.Collection.open(root).build(workers=1)
    paths = f"{root}/tables/captures/*/*.parquet"
    return Counter(duckdb.read_parquet(paths).df()["url"])


def test_every_page_is_fetched_once_and_can_be_searched(root: Path, run_pagemill: Any) -> None:
    with site.running(web(40)) as served:
        report = crawl(run_pagemill, root, served.url)
        assert report["fetched"] == 40
        assert report["queued"] == 0
        assert max(Counter(served.paths()).values()) == 1
    assert set(stored(root).values()) == {1}
    found = pagemill.Collection.open(root).search("word17x3")
    assert [hit.url for hit in found.hits] == [f"{served.url}p/17"]


def test_the_log_has_a_row_for_every_request(root: Path, run_pagemill: Any) -> None:
    with site.running(web(10)) as served:
        crawl(run_pagemill, root, served.url)
        logged = duckdb.read_parquet(f"{root}/crawl/log/*.parquet").df()["url"]
        asked = [hit.path for hit in served.hits if hit.path != "/robots.txt"]
        assert sorted(f"{served.url}{path[1:]}" for path in asked) == sorted(logged)


def test_robots_txt_is_asked_first_and_obeyed(root: Path, run_pagemill: Any) -> None:
    description = web(12)
    description["routes"]["/robots.txt"]["body"] = "User-agent: pagemill\nDisallow: /p/2"
    with site.running(description) as served:
        report = crawl(run_pagemill, root, served.url)
        assert served.paths()[0] == "/robots.txt"
        assert not [path for path in served.paths() if path.startswith("/p/2")]
        assert report["refusals"]["robots.txt"] == 1


def test_a_site_whose_robots_txt_fails_is_not_crawled(root: Path, run_pagemill: Any) -> None:
    description = web(3)
    description["routes"]["/robots.txt"] = {"status": 503, "body": ""}
    with site.running(description) as served:
        report = crawl(run_pagemill, root, served.url, "--max-time", "3")
        assert report["fetched"] == 0
        assert set(served.paths()) == {"/robots.txt"}


def test_the_pause_between_requests_is_kept(root: Path, run_pagemill: Any) -> None:
    with site.running(web(5)) as served:
        result = run_pagemill("crawl", root, served.url, *LOOPBACK, "--delay", "0.4")
        outcome.assert_calm(result)
        times = [hit.at for hit in served.hits]
        assert len(times) == 6
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert min(gaps) >= 0.4


def test_private_addresses_are_never_asked_unless_allowed(
    root: Path, run_pagemill: Any
) -> None:
    with site.running(web(3)) as served:
        for name in (served.url, served.url.replace("127.0.0.1", "2130706433")):
            result = run_pagemill("crawl", root, name)
            assert "private address" in result.stdout
        result = run_pagemill(
            "crawl", root, f"http://inside.example:{served.port}/", "--resolve",
            "inside.example=127.0.0.1", "--contact", "me@a.example",
        )  # fmt: skip
        assert "private address" in result.stdout
        assert served.hits == []


def test_what_a_server_does_wrong_costs_one_page_and_is_told(
    root: Path, run_pagemill: Any
) -> None:
    description = web(2)
    routes = description["routes"]
    routes["/"] = page(0, "/p/1", "/big", "/bomb", "/short", "/none", "/loop", "/private")
    routes["/big"] = {"big_bytes": 3 << 20}
    routes["/bomb"] = {"gzip_bomb_bytes": 40_000_000}
    routes["/short"] = {"body": "<p>cut", "close": True, "content_length": 500}
    routes["/loop"] = {"status": 302, "location": "/loop2"}
    routes["/loop2"] = {"status": 302, "location": "/loop"}
    routes["/private"] = {"status": 302, "location": "http://169.254.169.254/latest"}
    toml = root / "collection.toml"
    toml.write_text("[crawl]\nmax_answer_bytes = 2_000_000\n")
    with site.running(description) as served:
        report = crawl(run_pagemill, root, served.url, "--max-time", "60")
        assert report["failures"]["answer too large"] == 1
        assert report["failures"]["payload over the limit"] == 1
        assert report["failures"]["answer cut off"] == 1
        assert report["statuses"]["404"] == 1
        assert report["queued"] == 0
        assert served.paths().count("/loop") == 1
        assert served.paths().count("/big") == 1


@pytest.mark.parametrize("order", ["breadth", "importance"])
def test_the_command_says_which_page_comes_first(
    root: Path, run_pagemill: Any, order: str
) -> None:
    with site.running(web(4)) as served:
        assert crawl(run_pagemill, root, served.url, "--order", order)["fetched"] == 4
    record = max((root / "runs").glob("*crawl*"), key=lambda one: one.stat().st_mtime)
    assert f'"order": "{order}"' in record.read_text()


def large_files(*, heads: bool) -> dict[str, Any]:
    """Return a description of a site with files of which two are too large."""
    description = web(2)
    routes = description["routes"]
    routes["/robots.txt"]["body"] = "User-agent: *\nDisallow: /no/"
    routes["/"] = page(0, "/p/1", "/disk.iso", "/film.mp4", "/small.zip", "/no/disk.iso")
    routes["/disk.iso"] = {"big_bytes": 3 << 20, "stated": True}
    routes["/film.mp4"] = {"body": "x", "type": "video/mp4"}
    routes["/film.mp4"]["headers"] = {"X-Robots-Tag": "noarchive"}
    routes["/small.zip"] = {"body": "PK", "type": "application/zip"}
    return {**description, "heads": heads}


def test_head_spares_what_would_be_refused_and_get_asks_for_the_rest(
    root: Path, run_pagemill: Any
) -> None:
    (root / "collection.toml").write_text("[crawl]\nmax_answer_bytes = 2_000_000\n")
    with site.running(large_files(heads=True)) as served:
        words = ("crawl", root, served.url, *LOOPBACK, "--delay", "0.1", "--json", "--quiet")
        result = run_pagemill(*words)
        asked = Counter((hit.method, hit.path) for hit in served.hits)
        pauses = [after.at - before.at for before, after in pairwise(served.hits)]
    outcome.assert_done(result)
    report = json.loads(result.stdout)
    files = {one: count for one, count in asked.items() if "." in one[1][-4:]}
    assert files.pop(("GET", "/robots.txt")) == 1
    assert files == {
        ("HEAD", "/disk.iso"): 1,
        ("HEAD", "/film.mp4"): 1,
        ("HEAD", "/small.zip"): 1,
        ("GET", "/small.zip"): 1,
    }
    assert min(pauses) > 0.09
    assert report["refusals"] == {"answer too large": 1, "noarchive": 1, "robots.txt": 1}
    assert (report["fetched"], report["queued"]) == (3, 0)
    assert report["outcomes"]["later"] == 1
    log = duckdb.read_parquet(f"{root}/crawl/log/*.parquet").df()
    details = set(log[log["reason"] == "answer too large"]["detail"])
    assert details == {"3,145,728 bytes by HEAD, at most 2,000,000 are taken"}


def test_a_host_that_does_not_know_head_is_asked_so_once(root: Path, run_pagemill: Any) -> None:
    (root / "collection.toml").write_text("[crawl]\nmax_answer_bytes = 2_000_000\n")
    with site.running(large_files(heads=False)) as served:
        report = crawl(run_pagemill, root, served.url)
        methods = Counter(hit.method for hit in served.hits)
    assert methods["HEAD"] == 1
    assert report["failures"] == {"answer too large": 1}
    assert report["refusals"] == {"robots.txt": 1}
    assert report["fetched"] == 3


def test_a_crawl_ends_after_as_many_pages_as_were_asked_for(
    root: Path, run_pagemill: Any
) -> None:
    with site.running(web(30)) as served:
        report = crawl(run_pagemill, root, served.url, "--max-pages", "7")
        assert report["fetched"] == 7
        assert report["queued"] > 0
        report = crawl(run_pagemill, root)
        assert report["queued"] == 0
        assert max(Counter(served.paths()).values()) == 1
        assert len(served.paths(200)) == 31


def test_what_was_forgotten_is_not_fetched_again(root: Path, run_pagemill: Any) -> None:
    with site.running(web(6)) as served:
        crawl(run_pagemill, root, served.url, "--max-pages", "1")
        outcome.assert_calm(run_pagemill("build", root))
        outcome.assert_calm(run_pagemill("forget", root, f"{served.url}p/2"))
        crawl(run_pagemill, root)
        assert "/p/2" not in served.paths()[2:]


def test_an_interrupt_ends_a_crawl_in_order(root: Path) -> None:
    with site.running(web(200)) as served:
        process = started(root, served.url, "--delay", "0.02")
        wait_for(lambda: len(served.hits) > 10)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode in (0, 1), err
        assert "Traceback" not in err
        kept = set(stored(root))
        assert {f"{served.url}{path[1:]}" for path in served.paths(200)} - kept <= {
            f"{served.url}robots.txt"
        }


@pytest.mark.slow
def test_fifty_kills_at_any_moment_lose_no_address_and_store_none_twice(root: Path) -> None:
    pages, kills, until = 300, 0, time.monotonic() + MOST_SECONDS_OF_KILLS
    with site.running(web(pages)) as served, copies(root, served.url) as copy:
        while kills < 50 and time.monotonic() < until:
            before, process = len(served.hits), copy()
            wait_for(partial(has_begun, served, process, before))
            time.sleep(0.0015 * kills)
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            wait_for(partial(is_gone, process))
            kills += 1
        collection = pagemill.Collection.open(root)
        assert kills == 50
        order = {"allow_networks": [LOOPBACK[1]], "delay": 0.0, "delay_factor": 0.0}
        report = collection.crawl([served.url], **order)
        assert report.queued == 0
        counted = stored(root)
        assert len(counted) == pages
        assert set(counted.values()) == {1}
        asked = Counter(served.paths())
        asked.pop("/robots.txt")
        # One address is under way at a time: each kill repeats one request at most.
        assert sum(asked.values()) <= pages + kills


COPIER = """
import os, signal, sys
import pagemill, pagemill.crawling.crawl
root, url, network = sys.argv[1:]
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in sys.stdin:
    process = os.fork()
    if process == 0:
        try:
            pagemill.Collection.open(root).crawl(
                [url], allow_networks=[network], delay=0.002, delay_factor=0.0
            )
        finally:
            os._exit(0)
    print(process, flush=True)
"""


@contextmanager
def copies(root: Path, url: str) -> Iterator[Callable[[], int]]:
    """Start crawls as copies of a process without threads that has all modules loaded."""
    with subprocess.Popen(
        [sys.executable, "-c", COPIER, str(root), url, LOOPBACK[1]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as copier:
        assert copier.stdin is not None
        assert copier.stdout is not None

        def copy() -> int:
            copier.stdin.write("\n")
            copier.stdin.flush()
            return int(copier.stdout.readline())

        yield copy


def is_gone(process: int) -> bool:
    """Tell whether a copy has ended; nobody waits for one, so its number is free then."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def has_begun(served: site.Site, process: int, before: int) -> bool:
    """Tell whether a crawl has asked for a page, or has ended."""
    return len(served.hits) > before + 1 or is_gone(process)


def started(root: Path, *words: str) -> subprocess.Popen[str]:
    """Start a crawl and do not wait for it."""
    return subprocess.Popen(
        [sys.executable, "-m", "pagemill", "crawl", str(root), *words, *LOOPBACK],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )


def wait_for(condition: Any) -> None:
    """Wait until something holds, a minute at most."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
