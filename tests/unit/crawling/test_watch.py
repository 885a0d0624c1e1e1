"""What a running crawl shows of itself."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from material import site
from pagemill.api import Collection

ENDLESS = {
    "routes": {
        "/robots.txt": {"body": "", "type": "text/plain"},
        "/": {"body": "<p>one</p>" + "".join(f"<a href=/{n}>x</a>" for n in range(500))},
        **{
            f"/{n}": {"body": "<p>" + " ".join(f"w{n}x{m}" for m in range(9))}
            for n in range(500)
        },
    }
}


def until(root: Path, said: str) -> str:
    """Wait until status says something of the crawl."""
    for _ in range(100):
        crawl = Collection.open(root).status().crawl
        if crawl is not None and said in crawl.idle:
            return crawl.idle
        time.sleep(0.1)
    raise AssertionError(f"never said: {said}")


def test_a_crawl_is_paused_resumed_and_stopped_from_outside(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with site.running(ENDLESS) as served:
        words = [sys.executable, "-m", "pagemill", "crawl", str(collection.root), served.url]
        words += ["--allow-network", "127.0.0.0/8", "--delay", "0.1", "--json-progress"]
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        try:
            assert process.stderr is not None
            first = json.loads(process.stderr.readline())
            for _ in range(100):
                crawl = collection.status().crawl
                if crawl is not None and crawl.is_running and crawl.counts["fetched"]:
                    break
                time.sleep(0.1)
            collection.order_crawl("pause")
            until(collection.root, "paused by order")
            before = len(served.paths())
            time.sleep(0.6)
            assert len(served.paths()) == before
            collection.order_crawl("resume")
            for _ in range(100):
                if len(served.paths()) > before + 1:
                    break
                time.sleep(0.1)
            assert len(served.paths()) > before + 1
            collection.order_crawl("stop")
            rest = process.stderr.read()
            assert process.wait(20) == 0
        finally:
            process.kill()
            process.communicate()
    assert first["stage"] == "crawl"
    assert {"seconds", "done", "queued", "received", "hosts"} <= first.keys()
    assert json.loads(rest.splitlines()[-1])["done"] > 0
    assert "stopped by order" in until(collection.root, "no crawl is running")
    explained = collection.explain(served.url)
    assert [step.stage for step in explained.steps][:3] == ["scope", "robots.txt", "frontier"]
