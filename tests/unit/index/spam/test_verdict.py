from __future__ import annotations

import numpy as np

from pagemill.index.linked.edges import Edges
from pagemill.index.spam.verdict import FARM_WEIGHT, verdict


def judge(pairs: list[tuple[int, int]], hosts: list[int], content: list[float]):
    source, target = (np.array([pair[end] for pair in pairs], np.uint64) for end in (0, 1))
    edges = Edges.of(source, target, np.arange(len(hosts), dtype=np.uint64))
    numbers = np.array(hosts)
    return verdict(edges, numbers, np.array(content), numbers >= 0)


def test_a_clean_text_in_a_ring_of_hosts_is_spam_by_its_links() -> None:
    ring = [(one, other) for one in range(5) for other in range(5) if one != other]
    found = judge([*ring, (5, 6), (6, 5)], list(range(7)), [0.0] * 7)
    assert min(found.page[:5]) >= FARM_WEIGHT * 0.99
    assert found.page[5:].tolist() == [0.0, 0.0]
    assert min(found.host[:5]) >= FARM_WEIGHT * 0.99


def test_a_host_is_as_bad_as_its_pages_and_a_page_half_as_bad_as_its_host() -> None:
    found = judge([(0, 3)], [0, 0, 0, 1], [0.9, 0.9, 0.0, 0.0])
    assert found.host.round(3).tolist() == [0.6, 0.0]
    assert found.page.round(3).tolist() == [0.9, 0.9, 0.3, 0.0]


def test_pages_that_were_not_read_are_not_accused() -> None:
    found = judge([(0, 1)], [0, -1], [0.0, 0.0])
    assert found.page.tolist() == [0.0, 0.0]
