"""Memory of a crawl that goes on for an hour and longer on the synthetic web.

The web is served by this process and its time runs faster than ours, so that pages change; the
crawl is a process of its own in continuous mode: it fetches all pages and then visits them
again when they are due. Reported once a minute: bytes that the crawl holds, its processor time,
requests it has made. At the end the web's own log is judged, and memory of the second half is
set against that of the first.

    python benchmarks/bench_hour.py --minutes 62 --hosts 100 --pages 60 --delay 5
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pagemill.testing.growth import Growth, grown
from pagemill.testing.judge import Manners, judged
from pagemill.testing.server import Served, serving

CRAWL = """
import json, sys
from pagemill.api import Collection
told = json.loads(sys.stdin.read())
report = Collection.create(told["folder"]).crawl(
    [told["begin"]], allow_networks=[told["network"]], resolve=told["names"], scope="web",
    delay=told["delay"], delay_factor=0.0, answer_seconds=5.0, max_answer_bytes=2_000_000,
    max_time=told["seconds"], continuous=True, revisits_per_day=1e7, revisit_after=60.0)
print(json.dumps({"ended": report.ended, "fetched": report.fetched,
    "unchanged": report.unchanged, "queued": report.queued, "refusals": report.refusals,
    "failures": report.failures}))
"""
FASTER = 1_440.0  # a minute of ours is a day of the web's


def resident(process: int) -> tuple[float, float]:
    """Millions of bytes that a process holds, in all and without mapped files."""
    fields = dict(
        line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines()
    )
    return tuple(round(int(fields[one].split()[0]) / 1e3, 1) for one in ("VmRSS", "RssAnon"))  # type: ignore[return-value]


def processor(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watched(crawl: subprocess.Popen[str], served: Served, every: float) -> list[float]:
    """Print what a crawl holds until it ends; the memory at each look."""
    began, seen = time.monotonic(), list[float]()
    while crawl.poll() is None:
        time.sleep(every)
        served.advance(every * (FASTER - 1.0))
        if crawl.poll() is not None:
            break
        held, anonymous = resident(crawl.pid)
        seen.append(held)
        line = {
            "minute": round((time.monotonic() - began) / 60, 1),
            "resident_mb": held,
            "anonymous_mb": anonymous,
            "cpu_s": round(processor(crawl.pid), 1),
            "requests": len(served.hits),
        }
        print(json.dumps(line), flush=True)
    return seen


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=62.0)
    parser.add_argument("--hosts", type=int, default=100)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--delay", type=float, default=5.0)
    parser.add_argument("--every", type=float, default=60.0)
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, min(most, 8_192)), most))
    web = grown(3, Growth(hosts=args.hosts, pages=args.pages))
    with tempfile.TemporaryDirectory() as folder, serving(web) as served:
        told = {
            "folder": str(Path(folder) / "c"),
            "begin": served.begin,
            "network": web.network,
            "names": web.names,
            "delay": args.delay,
            "seconds": args.minutes * 60,
        }
        crawl = subprocess.Popen(
            [sys.executable, "-c", CRAWL],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            if crawl.stdin is None or crawl.stdout is None:
                raise SystemExit("the crawl has no pipes")
            crawl.stdin.write(json.dumps(told))
            crawl.stdin.close()
            seen = watched(crawl, served, args.every)
            print(crawl.stdout.read().strip())
        finally:
            crawl.terminate()
            crawl.wait()
        verdict = judged(web, served.hits, Manners(delay=args.delay))
    half = len(seen) // 2
    line = {
        "coverage": round(verdict.coverage, 4),
        "in_traps": round(verdict.wasted, 4),
        "rude": len(verdict.rude),
        "forbidden": len(verdict.forbidden),
        "private": verdict.private,
        "first_half_mb": round(statistics.mean(seen[:half]), 1) if half else 0.0,
        "second_half_mb": round(statistics.mean(seen[half:]), 1) if seen else 0.0,
        "most_mb": max(seen, default=0.0),
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main()
