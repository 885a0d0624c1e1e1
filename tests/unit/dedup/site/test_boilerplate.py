from __future__ import annotations

import random

import numpy as np
import pytest

from pagemill import native
from pagemill.dedup.duplicates import find_duplicates
from pagemill.dedup.site.boilerplate import (
    boilerplate,
    discounted,
    hashes_of,
    line_hashes,
)

SITES = ("a", "b", "c", "d")


def words(pick: random.Random, count: int) -> str:
    return " ".join(f"w{pick.randrange(20_000)}" for _ in range(count))


def site(name: str, contents: list[str], size: int) -> list[str]:
    """Pages of one template: header, content, footer of ``size`` words together."""
    pick = random.Random(name)
    header = [words(pick, size // 4) for _ in range(2)]
    footer = [words(pick, size // 4) for _ in range(2)]
    return ["\n".join([*header, content, *footer]) for content in contents]


@pytest.fixture(scope="module")
def web() -> tuple[list[str], list[str], list[str]]:
    """Hosts, texts and contents: ten contents on all four sites, forty on one each."""
    pick = random.Random(3)
    shared = [words(pick, 200) for _ in range(10)]
    hosts: list[str] = []
    texts: list[str] = []
    contents: list[str] = []
    for name in SITES:
        own = [*shared, *(words(pick, 200) for _ in range(40))]
        contents += own
        texts += site(name, own, 900)
        hosts += [name] * len(own)
    return hosts, texts, contents


def figures(texts: list[str], contents: list[str]) -> tuple[float, float]:
    """Recall of pairs with the same content, and share of all other pairs that are merged."""
    found = find_duplicates([(f"{n:04}", text) for n, text in enumerate(texts)])
    pairs = {(int(pair.left), int(pair.right)) for pair in found.pairs}
    every = range(len(texts))
    same = {(i, j) for i in every for j in every if i < j and contents[i] == contents[j]}
    different = len(texts) * (len(texts) - 1) // 2 - len(same)
    return len(pairs & same) / len(same), len(pairs - same) / different


def lines_of(texts: list[str]) -> frozenset[int]:
    return hashes_of([line.text for line in boilerplate(texts, 0.3).lines])


def test_swapped_templates_neither_hide_nor_make_duplicates(web):
    hosts, texts, contents = web
    recall, wrong = figures(texts, contents)
    print(f"as they are: recall {recall}, wrong merges {wrong:.4f}")
    assert recall < 0.05
    common = {
        name: lines_of([t for t, h in zip(texts, hosts, strict=True) if h == name])
        for name in SITES
    }
    recall, wrong = figures(discounted(texts, [common[h] for h in hosts]), contents)
    print(f"discounted: recall {recall}, wrong merges {wrong:.4f}")
    assert recall >= 0.95
    assert wrong <= 0.01


def test_what_a_host_loses_is_told_with_examples():
    texts = site("x", [f"own words of page number {n} here" for n in range(20)], 40)
    found = boilerplate(texts, 0.3)
    assert (found.pages, len(found.lines)) == (20, 4)
    assert found.lines[0].pages == 20
    assert found.lines[0].words == 10
    assert found.lines[0].text in texts[0]
    assert found.lost == 20 * 40
    assert found.share == pytest.approx(40 / 47)


def test_near_copies_are_no_template():
    base = [f"line {n} of the one and only story" for n in range(30)]
    texts = ["\n".join([*base, f"copy {n}"]) for n in range(20)]
    found = boilerplate(texts, 0.3)
    assert found.lost == 0
    assert discounted(texts, [lines_of(texts)] * 20) == texts


@pytest.mark.parametrize("count", [1, 9])
def test_few_pages_have_no_boilerplate(count):
    texts = site("x", [f"content {n} of its own" for n in range(count)], 40)
    assert boilerplate(texts, 0.3).lines == ()


def test_equal_texts_count_once_and_blank_lines_not():
    texts = ["a header\n\nsame text"] * 50
    found = boilerplate(texts, 0.3)
    assert (found.pages, found.lines) == (1, ())
    assert boilerplate([], 0.3).share == 0.0
    blank = [f"\n \npage {n}" for n in range(30)]
    assert boilerplate(blank, 0.3).lines == ()


def test_lines_have_the_same_hashes_with_and_without_compiled_loops(
    monkeypatch: pytest.MonkeyPatch,
):
    texts = [
        *("one\ntwo  words \n\n  two words\n", "", "\n", "e\u0301t\u00e9\n\u00e9te\u0301\n…!"),
        *("漢字\nかな\n漢字", "a\rb\nа\u0306\n\u0439", "two words"),
    ]
    hashes, starts = line_hashes(texts)
    assert starts.tolist() == [0, 5, 6, 8, 11, 14, 17, 18]
    assert hashes.size == 18
    monkeypatch.setattr(native, "fingerprint", None)
    slow, same = line_hashes(texts)
    assert same.tolist() == starts.tolist()
    assert np.array_equal(hashes == 0, slow == 0)
    equal = hashes[:, None] == hashes[None, :]
    assert np.array_equal(equal, slow[:, None] == slow[None, :])
    assert line_hashes([])[0].size == 0
