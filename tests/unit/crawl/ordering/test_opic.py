"""Cash on a growing graph: none is lost, and it comes to be PageRank's order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.crawl.ordering.opic import Account, Opic, Sums


@dataclass
class Memory:
    """Accounts in a dictionary."""

    sums: Sums = field(default_factory=Sums)
    kept: dict[bytes, Account] = field(default_factory=dict[bytes, Account])

    def get(self, keys: Sequence[bytes]) -> list[Account | None]:
        return [self.kept.get(key) for key in keys]

    def put(self, key: bytes, account: Account) -> None:
        self.kept[key] = account

    def total(self) -> float:
        """All cash that there is."""
        waiting = [one for one in self.kept.values() if one.is_open]
        assert len(waiting) == self.sums.waiting
        return self.sums.root + sum(one.cash + self.sums.given - one.since for one in waiting)


KEY = st.integers(0, 9).map(lambda number: bytes([number]))
STEP = st.one_of(
    st.tuples(st.just("wait"), KEY, st.lists(KEY, max_size=4)),
    st.tuples(st.just("pass"), KEY, st.lists(KEY, max_size=4)),
    st.tuples(st.just("settle"), KEY, st.just([])),
)


@given(st.lists(STEP, max_size=30))
def test_no_step_makes_or_loses_cash(steps: list[tuple[str, bytes, list[bytes]]]) -> None:
    memory = Memory()
    opic = Opic(memory)
    for what, key, others in steps:
        if what == "wait":
            opic.wait([key, *others])
        elif what == "pass":
            worth = opic.pass_on(key, others)
            assert set(worth) <= set(others) - {key}
            assert all(one >= -1e-9 for one in worth.values())
        else:
            opic.settle(key)
        assert memory.total() == pytest.approx(1.0)


def test_who_is_linked_by_more_is_worth_more() -> None:
    opic = Opic(Memory())
    opic.wait([b"a", b"b", b"c"])
    opic.pass_on(b"a", [b"x", b"y"])
    worth = opic.pass_on(b"b", [b"x", b"z"])
    assert worth[b"x"] > worth[b"z"]
    assert worth[b"x"] > 1 > worth[b"z"] * 0.9


def test_a_page_that_was_read_gets_nothing_to_keep() -> None:
    memory = Memory()
    opic = Opic(memory)
    opic.wait([b"a", b"b"])
    opic.pass_on(b"a", [b"b"])
    assert opic.pass_on(b"b", [b"a"]) == {}
    assert memory.sums.root == pytest.approx(1.0)


def test_only_a_better_priority_moves_a_page() -> None:
    opic = Opic(Memory())
    opic.wait([b"a"])
    assert opic.rise({b"a": 4, b"unknown": 1}) == {b"a"}
    assert opic.rise({b"a": 4}) == set()
    assert opic.rise({b"a": 5}) == set()
    assert opic.rise({b"a": 2}) == {b"a"}
    opic.settle(b"a")
    assert opic.rise({b"a": 1}) == set()


def test_the_cash_of_waiting_pages_tells_who_is_linked_to_most() -> None:
    draw = random.Random(4)
    targets = [bytes([200, number]) for number in range(30)]
    weights = [1 / (number + 1) for number in range(30)]
    opic = Opic(Memory())
    sources = [bytes([100, number]) for number in range(100)]
    opic.wait(sources)
    worth: dict[bytes, float] = {}
    linked: dict[bytes, int] = dict.fromkeys(targets, 0)
    for source in sources:
        chosen = set(draw.choices(targets, weights, k=4))
        for one in chosen:
            linked[one] += 1
        worth |= opic.pass_on(source, sorted(chosen))
    best = sorted(targets, key=lambda one: -linked[one])[:5]
    assert len(set(best) & set(sorted(worth, key=lambda one: -worth[one])[:5])) >= 4
