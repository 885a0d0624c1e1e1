from __future__ import annotations

import numpy as np
import pytest

from pagemill.index.linked.edges import Edges
from pagemill.index.linked.topical import MOST_LINKING, Around, around


def near(
    pairs: list[tuple[int, int]], hosts: list[int], root: list[int], spam: tuple[int, ...] = ()
) -> Around:
    source, target = (np.array([pair[end] for pair in pairs], np.uint64) for end in (0, 1))
    edges = Edges.of(source, target, np.arange(len(hosts), dtype=np.uint64))
    honesty = np.ones(len(hosts))
    honesty[list(spam)] = 0.0
    return around(edges, np.array(hosts), np.array(root), honesty)


def test_who_is_pointed_to_by_pages_of_the_topic_is_its_authority() -> None:
    found = near([(0, 4), (1, 4), (2, 4), (2, 3), (5, 6)], [0, 1, 2, 3, 4, 5, 6], [0, 1, 2])
    assert found.pages.tolist() == [0, 1, 2, 3, 4]
    assert found.pages[found.authority.argmax()] == 4
    assert found.linking_hosts.tolist() == [0, 0, 0, 1, 3]


def test_one_host_has_one_voice_and_none_for_itself() -> None:
    many = [(page, 10) for page in range(5)]
    few = [(page, 11) for page in range(5, 8)]
    hosts = [0] * 5 + [1, 2, 3, 9, 9, 4, 5]
    found = near([*many, *few, (8, 9)], hosts, list(range(9)))
    best = dict(zip(found.pages.tolist(), found.authority.tolist(), strict=True))
    assert best[11] > best[10]
    assert best[9] == 0.0
    assert dict(zip(found.pages.tolist(), found.linking.tolist(), strict=True))[10] == 5


def test_a_ring_of_spam_has_no_say() -> None:
    ring = [(one, other) for one in range(3, 9) for other in range(3, 9) if one != other]
    pairs = [*ring, (0, 2), (1, 2)]
    blind = near(pairs, list(range(9)), list(range(9)))
    seeing = near(pairs, list(range(9)), list(range(9)), spam=tuple(range(3, 9)))
    assert blind.pages[blind.authority.argmax()] != 2
    assert seeing.authority[2] == pytest.approx(1.0)


def test_only_so_many_pages_that_link_to_one_are_taken_in() -> None:
    crowd = [(page, 0) for page in range(1, 3 * MOST_LINKING)]
    found = near(crowd, list(range(3 * MOST_LINKING)), [0])
    assert len(found.pages) == MOST_LINKING + 1


def test_nothing_found_is_nothing_around() -> None:
    found = near([(0, 1)], [0, 1], [])
    assert len(found.pages) == 0
