"""Which page first by importance: the worth of a page by links, times the quality of its host.

Worth is told in multiples of the mean over all pages that wait, so it needs no scale. A page
that has become worth more while it waits is moved forward; none is moved back, since what has
become known of it cannot be taken away again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pagemill.crawl.frontier import LEVELS, Found
from pagemill.crawl.ordering.host_quality import HostQuality
from pagemill.crawl.ordering.opic import Opic

_MEAN: Final = 4.0  # level of a page of mean worth at a host of the best quality
_STEEP: Final = 2.0  # levels for each doubling


def level_of(worth: float) -> int:
    """Priority of a page by its worth in multiples of the mean.

    Example:
        >>> [level_of(worth) for worth in (8.0, 2.0, 1.0, 0.5, 0.0)]
        [1, 2, 4, 6, 7]
    """
    level = _MEAN - _STEEP * math.log2(max(worth, 1e-9))
    return min(max(round(level), 1), LEVELS - 1)


class Importance:
    """Orders a crawl by the importance of pages.

    Args:
        opic: worth of pages by links.
        quality: of their hosts.
    """

    def __init__(self, opic: Opic, quality: HostQuality) -> None:
        self._opic = opic
        self._quality = quality

    def wait(self, found: Iterable[Found]) -> None:
        """Pages are queued that no page links to, such as seeds."""
        self._opic.wait(one.key for one in found)

    def read(self, host: str, *, is_new: bool, spam: float) -> None:
        """A page was read; see :meth:`HostQuality.read`."""
        self._quality.read(host, is_new=is_new, spam=spam)

    def follow(self, source: Found, targets: Sequence[Found], spam: float) -> list[Found]:
        """A page passes on what it is worth.

        Args:
            source: the page.
            targets: where it leads; may hold some twice.
            spam: its spam score: the page gives that much less.

        Returns:
            Those of them that are to be queued, or moved forward, under their new priority.
        """
        of_key = {one.key: one for one in targets}
        for target in of_key.values():
            self._quality.linked(source.host, target.host)
        worth = self._opic.pass_on(source.key, of_key)
        levels = {
            key: level_of(worth[key] * (1 - spam) * self._quality.of(of_key[key].host).quality)
            for key in worth
        }
        better = self._opic.rise(levels)
        return [replace(of_key[key], priority=levels[key]) for key in of_key if key in better]

    def settle(self, key: bytes) -> None:
        """A page is done with; what it still has is free."""
        self._opic.settle(key)
