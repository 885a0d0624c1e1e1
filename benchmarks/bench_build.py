"""The whole build, WARC to index, against trafilatura alone, in pages for each CPU second.

    python benchmarks/bench_build.py [--pages N] [--rounds N]

Both sides work on the same pages in turn: A B A B ... Each is a command of its own; the CPU
time is that of the process and of all its children, start-up included. One page's work of
trafilatura is ``extract`` on the payload; pagemill's is all of ``init``, ``import``, ``build``
with one worker.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from perturbed import real_pages, record

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
    total = cpu_s(*run, "init", str(root))
    total += cpu_s(*run, "import", str(root), str(warc), "--quiet")
    total += cpu_s(*run, "build", str(root), "--workers", "1", "--quiet")
    shutil.rmtree(root)
    return total


def main() -> None:
    """Measure and print a line for each round and the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    everything = real_pages(("aeb", "aed", "wcxb", "daniel", "zhnews"))
    step = max(1, len(everything) // asked.pages)
    pages = everything[::step][: asked.pages]
    with tempfile.TemporaryDirectory() as scratch:
        warc = Path(scratch) / "pages.warc"
        with warc.open("wb") as out:
            for number, page in enumerate(pages):
                out.write(record(number, page.payload))
        print(f"{len(pages)} pages, {warc.stat().st_size / len(pages) / 1e3:.0f} KB each")
        ratios = []
        for number in range(asked.rounds):
            ours = pagemill_s(warc, Path(scratch))
            theirs = cpu_s(sys.executable, "-c", _TRAFILATURA, str(warc))
            ratios.append(theirs / ours)
            print(
                f"round {number + 1}: pagemill {len(pages) / ours:.1f}, trafilatura "
                f"{len(pages) / theirs:.1f} pages per CPU second: {theirs / ours:.2f} times",
                flush=True,
            )
        ratios.sort()
        print(f"median {ratios[len(ratios) // 2]:.2f} times; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
