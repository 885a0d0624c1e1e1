"""An invented web of hosts and links: for random addresses and random walks, nowhere else.

Pages of a host follow a power law. Some hosts share an address with others, so that a probe of
the address meets only the first of them; some refuse to answer a probe.

Source: O'Neill and others 1997 and Lawrence, Giles 1999 for probing addresses; Broder and
others 2000 for the shape of the web.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.measure.graph.links import Links

Int64s = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Web:
    """Hosts, where they stand, and their pages.

    Attributes:
        pages: pages of each host.
        address: number of the address that each host stands at; several may share one.
        refuses: whether each host refuses to answer probes.
        space: how many addresses there are.
    """

    pages: Int64s
    address: Int64s
    refuses: NDArray[np.bool_]
    space: int

    @classmethod
    def make(cls, hosts: int = 400, space: int = 100_000, seed: int = 0) -> Web:
        """Invent a web; a third of the hosts share addresses, a tenth refuses."""
        chance = np.random.default_rng(seed)
        pages = np.minimum(1000, np.ceil(4 * (1 + chance.pareto(1.1, hosts)))).astype(np.int64)
        address = chance.choice(space, hosts, replace=False)
        shares = chance.random(hosts) < 0.33
        address[shares] = chance.choice(address[~shares], int(shares.sum()))
        return cls(pages, address, chance.random(hosts) < 0.1, space)

    @property
    def total(self) -> int:
        """All pages."""
        return int(self.pages.sum())

    def visible(self) -> Int64s:
        """Numbers of the hosts that a probe of their address meets."""
        _, first = np.unique(self.address, return_index=True)
        return np.array([host for host in first.tolist() if not self.refuses[host]], np.int64)


@dataclass(frozen=True, slots=True)
class Probed:
    """What probing random addresses gave.

    Attributes:
        hosts: estimated number of hosts.
        pages: estimated number of pages.
        relative_se: relative standard error of the pages.
        hits: hosts met.
    """

    hosts: float
    pages: float
    relative_se: float
    hits: int


def probe(web: Web, probes: int, seed: int = 0) -> Probed:
    """Probe random addresses, count the pages of each host met, and multiply."""
    chance = np.random.default_rng(seed)
    asked = set(chance.choice(web.space, probes, replace=False).tolist())
    met = [host for host in web.visible().tolist() if int(web.address[host]) in asked]
    if not met:
        return Probed(0.0, 0.0, float("inf"), 0)
    hosts = web.space * len(met) / probes
    sizes = web.pages[met].astype(np.float64)
    spread = float(sizes.std(ddof=1) / sizes.mean()) if len(met) > 1 else 0.0
    error = ((1 + spread**2) / len(met)) ** 0.5
    return Probed(hosts, hosts * float(sizes.mean()), error, len(met))


def linked(pages: int = 1200, hosts: int = 60, seed: int = 0) -> tuple[Links, list[int]]:
    """A web of links that favour few pages, and the host of each page.

    Each page links to some of its host, and to others by how often they are linked to already.
    """
    chance = np.random.default_rng(seed)
    host = np.sort(chance.integers(hosts, size=pages))
    names = [f"http://h{host[page]}.example/{page:05}" for page in range(pages)]
    endings = [0]
    pairs: list[tuple[int, int]] = []
    for page in range(1, pages):
        for _ in range(1 + int(chance.integers(5))):
            if chance.random() < 0.5:
                target = int(chance.integers(pages))
            else:
                target = endings[int(chance.integers(len(endings)))]
            pairs.append((page, target))
            endings.append(target)
        if chance.random() < 0.5:
            pairs.append((int(chance.integers(pages)), page))
    links = Links.of(((names[one], names[two]) for one, two in pairs), names)
    number = {name: at for at, name in enumerate(links.pages)}
    of_page = [0] * pages
    for page, name in enumerate(names):
        of_page[number[name]] = int(host[page])
    return links, of_page
