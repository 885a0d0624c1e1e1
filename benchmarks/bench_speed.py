"""The page function and its main content alone against peers: CPU time, in one interleaved run.

    python benchmarks/bench_speed.py [--every 8] [--rounds 3] [--together 25]
    python benchmarks/bench_speed.py --memory 100000

Needs the shared pages, and ``pip install trafilatura resiliparse``. The pages are every n-th of
aeb, aed, wcxb, daniel and zhnews. A few pages together are given to one system after the other,
then the next few; of each page and system the best of all rounds counts. With ``--together 1``
systems change at each page, and each finds the processor's caches full of the others' data.

pagemill gets the bytes of a page and decodes them: ``docview`` makes all elements, ``main
content`` what the peers make: its text alone, the very same. Peers get characters decoded
before, which costs them nothing; resiliparse parses them anew each time.

``--memory N`` gives ``docview`` N perturbed copies of all pages in one process, each under an
address of its own, and prints what memory the process holds after every 5,000 of them: it must
be flat. The first step holds the pages themselves and all caches that fill.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from perturbed import copy_of, real_pages

from pagemill import docview
from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.view.assemble import main_text

URL = "http://a.example/x/y"
TYPE = "text/html"
System = Callable[[bytes, str], object]


def systems() -> dict[str, System]:
    """All that take part, the one that the others are compared with first."""
    logging.disable(logging.CRITICAL)
    trafilatura = importlib.import_module("trafilatura")
    parse = importlib.import_module("resiliparse.parse.html").HTMLTree.parse
    text_of = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    return {
        "trafilatura": lambda _, html: trafilatura.extract(html, include_comments=True),
        "trafilatura fast": lambda _, html: trafilatura.extract(html, fast=True),
        "resiliparse, main content": lambda _, html: text_of(
            parse(html), main_content=True, alt_texts=False, preserve_formatting=True
        ),
        "pagemill, docview": lambda payload, _: docview(payload, URL, TYPE),
        "pagemill, main content": lambda payload, _: main_text(payload, TYPE),
    }


EACH = 5_000
"""Pages between two looks at the memory."""


def held() -> float:
    """Memory that this process holds, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory(copies: int) -> None:
    """Print the memory of one process that purifies so many pages, step by step."""
    pages = real_pages()
    found, rejected, began = [held()], 0, time.process_time()
    print(f"{len(pages)} pages read: {found[0]:.0f} MB")
    for number in range(copies):
        payload = copy_of(pages, number)
        try:
            docview(payload, f"http://site{number % 997}.example/page/{number}", TYPE)
        except DocumentError:
            rejected += 1
        if (number + 1) % EACH == 0:
            found.append(held())
            spent = time.process_time() - began
            print(f"{number + 1} pages, {spent:.0f} s of CPU: {found[-1]:.0f} MB", flush=True)
    steps = found[1:] or found
    print(
        f"{copies} pages, {rejected} of them rejected: first {steps[0]:.0f} MB, last "
        f"{steps[-1]:.0f} MB, most {max(steps):.0f} MB"
    )


def main() -> None:
    """Measure and print one line a system."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--every", type=int, default=8, help="every n-th page")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--together", type=int, default=25, help="pages before a change")
    parser.add_argument("--memory", type=int, default=0, help="pages of one process instead")
    asked = parser.parse_args()
    if asked.memory:
        memory(asked.memory)
        return
    taken = real_pages(("aeb", "aed", "wcxb", "daniel", "zhnews"))[:: asked.every]
    pages = [(page.payload, decoded(page.payload, TYPE)[0]) for page in taken]
    taking_part = systems()
    best = {name: [float("inf")] * len(pages) for name in taking_part}
    for _ in range(asked.rounds):
        for begin in range(0, len(pages), asked.together):
            few = range(begin, min(begin + asked.together, len(pages)))
            for name, system in taking_part.items():
                for number in few:
                    began = time.process_time()
                    system(*pages[number])
                    spent = time.process_time() - began
                    best[name][number] = min(best[name][number], spent)
    first = sum(best["trafilatura"])
    print(f"{len(pages)} pages, best of {asked.rounds}; load {os.getloadavg()[0]:.1f}")
    print("| system | CPU ms a page | times trafilatura |\n|---|---|---|")
    for name, times in best.items():
        spent = sum(times)
        print(f"| {name} | {1e3 * spent / len(pages):.2f} | {first / spent:.1f} |")


if __name__ == "__main__":
    main()
