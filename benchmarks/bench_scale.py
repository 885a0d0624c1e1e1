"""Memory of a large build, and the cost of adding one page in a hundred.

    python benchmarks/bench_scale.py [--pages 100000] [--workers 2] [--largest BYTES]

Takes in 99 % of a stream of perturbed real pages (see ``perturbed``), builds, takes in the last
1 %, builds again. Each source file is deleted once it is imported, and the collection at the
end. Memory is the proportional set size of the command and all its children, added up twice a
second: what the machine has to have for it, shared pages counted once.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from perturbed import RealPage, files, real_pages


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took."""

    cpu_s: float
    wall_s: float
    peak_bytes: int


def memory_bytes(process: int) -> int:
    """Proportional set size of a process and its descendants; 0 for one that is gone."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        tasks = Path(f"/proc/{process}/task").iterdir()
        children = [word for task in tasks for word in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return 0
    own = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return own * 1024 + sum(memory_bytes(int(child)) for child in children)


def run(*arguments: str) -> Cost:
    """Run a pagemill command and watch it."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        [sys.executable, "-m", "pagemill", *arguments], stdout=subprocess.DEVNULL
    )
    peak = 0
    ended = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not ended.wait(0.5):
            peak = max(peak, memory_bytes(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = process.wait()
    ended.set()
    watcher.join()
    if code not in (0, 1):
        sys.exit(f"pagemill {arguments[0]} ended with {code}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, time.monotonic() - began, peak)


def told(what: str, cost: Cost) -> None:
    """Print one line of the result."""
    print(
        f"{what:28} {cost.cpu_s:9.1f} CPU s {cost.wall_s:9.1f} s "
        f"{cost.peak_bytes / 2**20:7.0f} MiB",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--largest", type=int, default=None, help="bytes of a real page")
    parser.add_argument("--folder", type=Path, default=None)
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pagemill-scale-", dir=asked.folder))
    try:
        pages = real_pages(largest=asked.largest)
        size = sum(len(page.payload) for page in pages) / len(pages)
        print(f"{len(pages)} real pages of {size / 1e3:.0f} KB on average", flush=True)
        measure(folder, pages, asked.pages, str(asked.workers))
    finally:
        shutil.rmtree(folder)


def measure(folder: Path, pages: list[RealPage], count: int, workers: str) -> None:
    """Take in, build, add, build."""
    root = str(folder / "collection")
    first = count - count // 100
    run("init", root)
    taken = Cost(0.0, 0.0, 0)
    for path in files(folder, pages, first):
        cost = run("import", root, str(path), "--quiet")
        taken = Cost(
            taken.cpu_s + cost.cpu_s,
            taken.wall_s + cost.wall_s,
            max(taken.peak_bytes, cost.peak_bytes),
        )
        path.unlink()
    told(f"import of {first:,} pages", taken)
    whole = run("build", root, "--workers", workers, "--quiet")
    told("build", whole)
    for path in files(folder, pages, count, first=first):
        told(f"import of {count - first:,} more", run("import", root, str(path), "--quiet"))
        path.unlink()
    added = run("build", root, "--workers", workers, "--quiet")
    told("build of what was added", added)
    print(f"adding 1 % costs {added.cpu_s / whole.cpu_s:.1%} of the whole build's CPU time")
    status = json.loads(
        subprocess.check_output([sys.executable, "-m", "pagemill", "status", root, "--json"])
    )
    print(json.dumps({"funnel": status["funnel"], "sizes": status["sizes"]}))
    for record in status["records"]:
        if record["stage"] != "import":
            print(f"  {record['stage']:12} {record['took_s']:8.1f} s")


if __name__ == "__main__":
    main()
