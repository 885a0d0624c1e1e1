"""What an engine leaves out of its index by rule, though it crawled it.

A page that lies too deep, one of a host that has enough already, or one that looks like spam is
not indexed. So an overlap measured through the interface is that of the indexes. That of the
crawls is found by judging only the pages that the rule lets through.

Source: the restrictions are those of lectures on measuring the web (Henzinger 2002, Dasgupta
2009): depth, pages per host, spam, frames, the first words of a page.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Int64s = NDArray[np.int64]
Bools = NDArray[np.bool_]

_PAGES_A_HOST = 12
_SPAM = 0.2
_DEEPER = 0.45


@dataclass(frozen=True)
class Standing:
    """Where each page of a world stands.

    Attributes:
        host: number of its host.
        depth: links from the host's front page.
        is_spam: whether it looks like spam.
    """

    host: Int64s
    depth: Int64s
    is_spam: Bools

    @classmethod
    def make(cls, pages: int, seed: int) -> Standing:
        """Give every page a place, by chance: few hosts have many pages."""
        chance = np.random.default_rng((seed, 7))
        hosts = max(1, pages // _PAGES_A_HOST)
        weights = 1 / np.arange(1, hosts + 1)
        return cls(
            host=chance.choice(hosts, pages, p=weights / weights.sum()),
            depth=chance.geometric(_DEEPER, pages) - 1,
            is_spam=chance.random(pages) < _SPAM,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What an engine does not index; 0 and False for no such rule.

    Attributes:
        deepest: pages more links away from their front page are left out.
        per_host: most pages of a host.
        no_spam: whether pages that look like spam are left out.
    """

    deepest: int = 0
    per_host: int = 0
    no_spam: bool = False

    def let_through(self, standing: Standing) -> Bools:
        """Whether each page of the world may be indexed."""
        allowed = np.ones(len(standing.host), np.bool_)
        if self.deepest:
            allowed &= standing.depth <= self.deepest
        if self.per_host:
            order = np.argsort(standing.host, kind="stable")
            sorted_hosts = standing.host[order]
            first = np.searchsorted(sorted_hosts, sorted_hosts)
            allowed[order] &= np.arange(len(order)) - first < self.per_host
        if self.no_spam:
            allowed &= ~standing.is_spam
        return allowed
