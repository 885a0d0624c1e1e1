"""The whole build, WARC to index, against trafilatura alone, in pages for each CPU second.

    python benchmarks/bench_build.py [--pages N] [--rounds N]

Both sides work on the same pages in turn: A B A B ... The pages, all of the data and three
perturbed copies of each (see ``perturbed``) by default so that starting up is a small part, lie
in a WARC file as crawlers write them: a gzip member for each record, with its payload digest.
Each side is a command of its own; the CPU time is that of the process and of all its children,
start-up included. One page's work of trafilatura is ``extract`` on the payload; pagemill's is
all of ``init``, ``import``, ``build`` with one worker.
"""

from __future__ import annotations

import argparse
import gzip
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from perturbed import RealPage, copy_of, real_pages, record

_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
_TRAFILATURA = """
import sys, logging
logging.disable(logging.CRITICAL)
import trafilatura
from fastwarc.warc import ArchiveIterator, WarcRecordType
with open(sys.argv[1], "rb") as stream:
    for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
        trafilatura.extract(record.reader.read())
"""


def cpu_s(*command: str) -> float:
    """CPU seconds of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Both sides keep their compiled modules, as an installation does.
    environment = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=environment)
    if done.returncode not in (0, 1):
        sys.exit(f"{command} ended with {done.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pagemill_s(warc: Path, folder: Path) -> float:
    """CPU seconds of pagemill from WARC to index."""
    root = folder / "collection"
    run = [sys.executable, "-m", "pagemill"]
    parts = {
        "init": cpu_s(*run, "init", str(root)),
        "import": cpu_s(*run, "import", str(root), str(warc), "--quiet"),
        "build": cpu_s(*run, "build", str(root), "--workers", "1", "--quiet"),
    }
    shutil.rmtree(root)
    print("  ".join(f"{verb} {spent:.2f} CPU s" for verb, spent in parts.items()), flush=True)
    return sum(parts.values())


def payload_of(pages: list[RealPage], number: int) -> bytes:
    """Each page as it is, then perturbed copies of all."""
    return pages[number].payload if number < len(pages) else copy_of(pages, number)


def main() -> None:
    """Measure and print a line for each round and the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=None, help="four of each by default")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    everything = real_pages(("aeb", "aed", "wcxb", "daniel", "zhnews"))
    count = asked.pages or 4 * len(everything)
    step = max(1, len(everything) // count)
    with tempfile.TemporaryDirectory() as scratch:
        warc = Path(scratch) / "pages.warc.gz"
        with warc.open("wb") as out:
            size = 0
            for number in range(count):
                payload = payload_of(everything, number * step)
                size += len(payload)
                out.write(gzip.compress(record(number, payload), 6, mtime=0))
        print(f"{count} pages, {size / count / 1e3:.0f} KB each", flush=True)
        ratios = []
        for number in range(asked.rounds):
            ours = pagemill_s(warc, Path(scratch))
            theirs = cpu_s(sys.executable, "-c", _TRAFILATURA, str(warc))
            ratios.append(theirs / ours)
            print(
                f"round {number + 1}: pagemill {ours:.1f} CPU s ({count / ours:.1f} pages "
                f"a second), trafilatura {theirs:.1f} CPU s ({count / theirs:.1f}): "
                f"{theirs / ours:.2f} times",
                flush=True,
            )
        ratios.sort()
        print(f"median {ratios[len(ratios) // 2]:.2f} times; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
