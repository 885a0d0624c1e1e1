from __future__ import annotations

import random

import numpy as np
import pytest

from pagemill.dedup.site.boilerplate import boilerplate
from pagemill.dedup.site.tally import (
    Page,
    Tally,
    arrays,
    changes,
    distinct,
    tallied,
    tallies,
    updated,
)
from pagemill.text.normalize import text_digest

SHARE = 0.3


def page(number: int, text: str) -> Page:
    return Page(number, int(text_digest(text)[:16], 16), number % 3)


def host(texts: dict[int, str]) -> tuple[Page, ...]:
    return tuple(sorted(page(number, text) for number, text in texts.items()))


def text(pick: random.Random) -> str:
    """Lines of which some stand on most pages, some on about three in ten, others on one."""
    lines = [f"line {line} of all" for line in range(3) if pick.random() < 0.8]
    lines += [f"line {line} of some" for line in range(12) if pick.random() < 0.3]
    lines += [f"own words {pick.random()}" for _ in range(3)] + ["", "..."]
    if pick.random() < 0.2:
        lines = [line.upper() for line in lines]
    if pick.random() < 0.05:
        lines = ["the same text on many pages", "line 0 of all"]
    pick.shuffle(lines)
    return "\n".join(lines)


def test_a_tally_tells_what_looking_at_all_texts_tells():
    pick = random.Random(1)
    texts = {pick.randrange(1 << 64): text(pick) for _ in range(60)}
    pages = host(texts)
    first = [texts[one.url_hash] for one in distinct(pages).values()]
    found = tallied(pages, texts, SHARE)
    assert found.boilerplate() == boilerplate(first, SHARE)
    assert found.boilerplate().lines
    assert found.below < 18 <= found.counts.max()


@pytest.mark.parametrize("seed", range(40))
def test_a_tally_that_is_kept_up_is_that_of_counting_anew(seed: int):
    pick = random.Random(seed)
    texts = {pick.randrange(1 << 64): text(pick) for _ in range(pick.randrange(8, 90))}
    known = tallied(host(texts), texts, SHARE)
    kept_up = 0
    for _ in range(12):
        for _ in range(pick.randrange(3)):
            texts[pick.randrange(1 << 64)] = text(pick)
        if pick.random() < 0.3:
            before = dict(texts)
            texts.pop(pick.choice(list(texts)))
        else:
            before = texts
        pages = host(texts)
        come, gone = changes(known.pages, pages)
        read = {one.url_hash: before[one.url_hash] for one in (*come, *gone)}
        made = updated(known, pages, read, SHARE)
        anew = tallied(pages, texts, SHARE)
        if made is not None:
            kept_up += 1
            assert made.boilerplate() == anew.boilerplate()
            every = dict(zip(anew.hashes.tolist(), anew.counts.tolist(), strict=True))
            listed = set(made.hashes.tolist())
            assert all(count <= made.below for one, count in every.items() if one not in listed)
        known = made or anew
    assert kept_up


def test_a_line_that_is_no_longer_on_enough_pages_makes_all_be_counted_anew():
    texts = {number: f"shared\nown {number}" for number in range(1, 11)}
    texts |= {number: f"own {number}" for number in range(11, 34)}
    known = tallied(host(texts), texts, SHARE)
    assert [line.text for line in known.boilerplate().lines] == ["shared"]
    more = texts | {40: "own 40"}
    assert updated(known, host(more), {40: "own 40"}, SHARE) is None
    also = texts | {40: "shared\nown 40"}
    found = updated(known, host(also), {40: "shared\nown 40"}, SHARE)
    assert found is not None
    assert found.boilerplate() == tallied(host(also), also, SHARE).boilerplate()


def test_lines_that_nobody_listed_may_become_boilerplate_only_after_many_texts():
    texts = {number: f"own {number}" for number in range(100, 130)}
    known = tallied(host(texts), texts, SHARE)
    assert known.below == 1
    for number in range(1, 9):
        texts[number] = f"shared\nown {number}"
        found = updated(known, host(texts), {number: texts[number]}, SHARE)
        assert found is not None
        known = found
    assert known.below == 9
    more = {number: f"shared\nown {number}" for number in range(9, 14)}
    assert updated(known, host(texts | more), more, SHARE) is None
    assert tallied(host(texts | more), texts | more, SHARE).boilerplate().lines


def test_where_the_first_page_with_a_line_goes_all_is_counted_anew():
    texts = {number: f"The shared line\nown {number}" for number in range(100, 120)}
    known = tallied(host(texts), texts, SHARE)
    earlier = {5: "The  shared line\nown 5"}
    found = updated(known, host(texts | earlier), earlier, SHARE)
    assert found is not None
    assert found.firsts.tolist() == [5]
    assert (
        found.boilerplate()
        == tallied(host(texts | earlier), texts | earlier, SHARE).boilerplate()
    )
    assert updated(found, host(texts), earlier, SHARE) is None


def test_arrays_give_the_tallies_back():
    pick = random.Random(7)
    every: dict[str, Tally] = {}
    for name in ("a.example", "b.example", "none.example"):
        texts = {pick.randrange(1 << 64): text(pick) for _ in range(20)}
        every[name] = tallied(host(texts), texts, SHARE if name != "none.example" else 1.0)
    lines = [line for one in every.values() for line, _ in one.common.values()]
    found = tallies(list(every), lines, arrays(every))
    for name, tally in every.items():
        other = found[name]
        assert (other.pages, other.words, other.lost) == (tally.pages, tally.words, tally.lost)
        assert (other.below, other.common) == (tally.below, tally.common)
        for column in ("hashes", "counts", "firsts"):
            assert np.array_equal(getattr(other, column), getattr(tally, column))
    assert tallies([], [], arrays({})) == {}
