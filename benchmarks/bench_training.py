"""What noise does to training: a model of language learned from pages, with and without it.

    python -m benchmarks.bench_training [--folds 5]

Needs the shared pages. A model of pairs of words (absolute discounting over single words) is
learned from the pages of four fifths of the sites, and asked how likely it finds the true main
texts of the other sites: bits a word, less is better. It learns from the visible text of the
pages (local noise), from their purified text, and from either with copies (global noise): one
page in five gives way to a copy of one of the first twenty. All learn from the same number of
words, as those do who train within a budget. Purified out of fold: by the model that never saw
the site. Printed are means over folds, with the 95 % interval of the paired differences
(Student).
"""

from __future__ import annotations

import argparse
import math
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
from benchmarks.bench_extraction import ours
from tests.quality.extraction import tasks_of

from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.index.analyze import words
from pagemill.view.forms.render import rendered
from pagemill.view.purify.blocks import cut

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).resolve().parents[2] / "shared"))
SETS = ("aeb", "aed", "wcxb")
COPIED = 20
EVERY = 5
DISCOUNT = 0.75
T95 = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 8: 2.36, 10: 2.26}
"""Of Student's distribution, by the number of folds."""

Words = Sequence[str]


class Page(NamedTuple):
    """The words of one page."""

    site: str
    visible: Words
    purified: Words
    true: Words


def pages() -> Iterator[Page]:
    """The English pages of the sets."""
    for task in tasks_of(SHARED):
        if task.name not in SETS:
            continue
        html = decoded(task.payload())[0]
        true = words(str(task.truth["main_text"]))
        if len(true) > 50:
            yield Page(
                task.truth["site"], words(everything(html)), words(ours(html, task.model)), true
            )


def everything(html: str) -> str:
    """The text of all blocks."""
    tree = parsed(html)
    blocks = cut(tree)
    kept = list(range(len(blocks.first)))
    return rendered(tree, blocks, kept, lambda _: None).text


class Model:
    """Pairs of words with absolute discounting over single words, and those over all words.

    Args:
        texts: what to learn from.
        known: how many different words there are in all.
    """

    def __init__(self, texts: Iterable[Words], known: int) -> None:
        self._known = known
        self._single: Counter[str] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        for text in texts:
            self._single.update(text)
            self._pairs.update(pairwise(text))
        self._total = sum(self._single.values())
        self._begun: Counter[str] = Counter()
        self._followers: dict[str, int] = defaultdict(int)
        for (first, _), count in self._pairs.items():
            self._begun[first] += count
            self._followers[first] += 1

    def bits(self, text: Words) -> float:
        """Bits that a text takes, given its first word."""
        return -sum(math.log2(self._chance(*pair)) for pair in pairwise(text))

    def _chance(self, first: str, second: str) -> float:
        rest = DISCOUNT * len(self._single) / self._total / self._known
        single = max(self._single[second] - DISCOUNT, 0) / self._total + rest
        begun = self._begun[first]
        if not begun:
            return single
        pair = max(self._pairs[first, second] - DISCOUNT, 0) / begun
        return pair + DISCOUNT * self._followers[first] / begun * single


def within(texts: Sequence[Words], budget: int) -> Iterator[Words]:
    """Texts until the budget of words is spent."""
    for text in texts:
        if budget <= 0:
            return
        yield text[:budget]
        budget -= len(text)


def copied(texts: Sequence[Words]) -> list[Words]:
    """Texts of which one in five is replaced by a copy of one of the first twenty."""
    return [
        text if (at + 1) % EVERY else texts[at // EVERY % COPIED]
        for at, text in enumerate(texts)
    ]


def compared(found: Sequence[Page], fold: int, folds: int) -> dict[str, float]:
    """Bits a word on the sites of one fold, by what was learned from on the others."""
    taught = [page for page in found if crc32(page.site.encode()) % folds != fold]
    asked = [page for page in found if crc32(page.site.encode()) % folds == fold]
    order = np.random.default_rng(fold).permutation(len(taught))
    visible = [taught[at].visible for at in order]
    purified = [taught[at].purified for at in order]
    sources = {
        "purified, no copies": purified,
        "purified, copies": copied(purified),
        "visible, no copies": visible,
        "visible, copies": copied(visible),
    }
    budget = min(sum(map(len, texts)) for texts in sources.values())
    known = len({word for page in found for word in (*page.true, *page.visible)})
    pairs = sum(len(page.true) - 1 for page in asked)
    return {
        name: sum(map(Model(within(texts, budget), known).bits, (page.true for page in asked)))
        / pairs
        for name, texts in sources.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folds", type=int, default=5, choices=sorted(T95))
    args = parser.parse_args()
    found = list(pages())
    figures = [compared(found, fold, args.folds) for fold in range(args.folds)]
    print(f"{len(found)} pages of {len({page.site for page in found})} sites")
    print("| learned from | bits a word | against the first | 95 % |")
    print("|---|---|---|---|")
    first = np.array([one["purified, no copies"] for one in figures])
    for name in figures[0]:
        bits = np.array([one[name] for one in figures])
        more = bits - first
        half = T95[args.folds] * more.std(ddof=1) / math.sqrt(args.folds)
        interval = f"{more.mean() - half:+.3f} to {more.mean() + half:+.3f}"
        print(f"| {name} | {bits.mean():.3f} | {more.mean():+.3f} | {interval} |")


if __name__ == "__main__":
    main()
