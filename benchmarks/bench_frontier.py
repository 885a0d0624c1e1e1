"""Memory and speed of a frontier as it grows, and of a plan of revisits.

Addresses on as many hosts as one in a hundred of them are queued in batches, as links of pages
come, and some are taken and settled in between. Reported for each step: addresses known, bytes
of the process, bytes on disk, processor time an address. The plan spends a budget over pages
whose rates of change are drawn at random.

    python benchmarks/bench_frontier.py --addresses 2000000 --steps 4
    python benchmarks/bench_frontier.py --addresses 10000000 --steps 10 --folder table --begin 0

With ``--folder`` the table stays there, and a later run goes on with it from ``--begin`` on.

    python benchmarks/bench_frontier.py --plan 1000000
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import Found, Frontier, State, key_of
from pagemill.crawl.politeness import Pace
from pagemill.crawl.revisiting.recrawl import capped, freshest_plan, youngest_plan

BATCH = 2_000
TAKEN = 50


def resident() -> int:
    """Bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize()


def addresses(first: int, count: int, hosts: int, draw: random.Random) -> list[Found]:
    """Addresses on random hosts; three in ten were named before."""
    found: list[Found] = []
    for number in range(first, first + count):
        one = number if draw.random() >= 0.3 or not first else draw.randrange(first)
        host = f"h{one % hosts}.example"
        url = f"http://{host}/folder/{one}.html?page={one % 7}"
        found.append(Found(url, key_of(url), host, priority=one % 8))
    return found


def grow(count: int, steps: int, kept: str, done: int) -> None:
    """Fill a frontier and print what each step costs."""
    draw, hosts = random.Random(1 + done), count // 100  # noqa: S311 - no secret
    with tempfile.TemporaryDirectory() as spare, Cells(Path(kept or spare) / "table") as cells:
        folder = kept or spare
        frontier = Frontier(cells, Pace(delay=0.0, delay_factor=0.0))
        now = float(done)
        while done < count:
            began = time.process_time()
            end = done + count // steps
            while done < end:
                frontier.add(addresses(done, BATCH, hosts, draw))
                done += BATCH
                now += 1.0
                for _ in range(TAKEN):
                    turn = frontier.next(now)
                    if turn is not None:
                        frontier.settle(turn, State.FETCHED, status=200)
                frontier.commit()
            spent = (time.process_time() - began) / (count // steps)
            size = sum(one.stat().st_size for one in Path(folder).rglob("*") if one.is_file())
            line = {
                "named": done,
                "known": sum(frontier.counts.values()),
                "resident_mb": round(resident() / 1e6, 1),
                "disk_mb": round(size / 1e6, 1),
                "us_per_address": round(spent * 1e6, 1),
            }
            print(json.dumps(line), flush=True)


def plan(pages: int) -> None:
    """Plan the visits of pages and print what it takes."""
    draw = np.random.default_rng(1)
    rate = draw.lognormal(-2.0, 1.5, pages)
    weight = draw.random(pages) + 0.1
    host = draw.integers(0, pages // 1000, pages)
    cap = np.full(pages // 1000, 2_000.0)
    for name, solve in (("fresh", freshest_plan), ("young", youngest_plan)):
        began = time.process_time()
        visits = solve(rate, weight, pages / 10)
        seconds = round(time.process_time() - began, 3)
        began = time.process_time()
        capped(solve, rate, weight, pages / 10, host, cap)
        with_caps = round(time.process_time() - began, 3)
        spent = round(float(visits.sum()))
        line = {"aim": name, "pages": pages, "seconds": seconds, "with_caps_s": with_caps}
        print(json.dumps({**line, "visits": spent}))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--addresses", type=int, default=0)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--folder", default="")
    parser.add_argument("--begin", type=int, default=0)
    parser.add_argument("--plan", type=int, default=0)
    args = parser.parse_args()
    if args.addresses:
        grow(args.addresses, args.steps, args.folder, args.begin)
    if args.plan:
        plan(args.plan)


if __name__ == "__main__":
    main()
