"""The nouns of a synthetic web: hosts, pages, their worth, and the truth as a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Kind(Enum):
    """What a page is worth to a crawler."""

    GOOD = "good"
    ALIAS = "alias"  # another address of a good page
    MIRROR = "mirror"  # the same page on another host
    FORBIDDEN = "forbidden"  # by robots.txt
    TRAP = "trap"
    SOFT_404 = "soft 404"  # says "200" and means "not found"
    MISSING = "missing"
    BROKEN = "broken"
    PLUMBING = "plumbing"  # robots.txt, sitemaps, feeds, redirects


Place = tuple[str, str]
"""A host name, and a path with its query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page.

    Attributes:
        path: with its query.
        kind: what it is worth.
        links: where it leads.
        words: length of its text.
        rate: changes per day, of a Poisson process; 0 for never.
        behaviour: how it is served: ``plain``, ``flaky`` (refused once, with ``Retry-After``),
            or one of :data:`pagemill.testing.faults.FAULTS`.
        private: links that lead to private machines, as they stand in the page.
        topic: what it is about; ``""`` for nothing in particular.
        spam: the trick by which it deceives, of :data:`pagemill.testing.renown.TRICKS`; ``""``
            for an honest page.
    """

    path: str
    kind: Kind
    links: tuple[Place, ...] = ()
    words: int = 120
    rate: float = 0.0
    behaviour: str = "plain"
    private: tuple[str, ...] = ()
    topic: str = ""
    spam: str = ""


@dataclass(slots=True, kw_only=True)
class Host:
    """One host.

    Attributes:
        name: its name.
        address: where it is served; several hosts may share one.
        robots: kind of its robots.txt, of :data:`pagemill.testing.rules.FILES`.
        pages: by path.
        traps: kinds of traps it has, of :data:`pagemill.testing.traps.TRAPS`.
        has_soft_404: whether it answers "200" to whatever is not there.
        has_dates: whether it sends ``Last-Modified`` and ``ETag`` and answers 304.
        mirror_of: name of the host that it repeats, or ``""``.
        named: paths that only a sitemap or a feed names.
    """

    name: str
    address: str
    robots: str = "none"
    pages: dict[str, Page] = field(default_factory=dict[str, Page])
    traps: tuple[str, ...] = ()
    has_soft_404: bool = False
    has_dates: bool = True
    mirror_of: str = ""
    named: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Web:
    """A web.

    Attributes:
        seed: what it was grown from.
        hosts: by name; the first is where a crawl begins.
        network: the addresses of all its hosts.
        private: an address of loopback outside ``network`` that must never be asked.
    """

    seed: int
    hosts: dict[str, Host]
    network: str = "127.77.0.0/16"
    private: str = "127.99.0.1"

    def pages(self, kind: Kind) -> Iterator[Place]:
        """Places of all pages of a kind."""
        for host in self.hosts.values():
            yield from (
                (host.name, page.path) for page in host.pages.values() if page.kind is kind
            )

    @property
    def names(self) -> dict[str, str]:
        """Address of each host name."""
        return {host.name: host.address for host in self.hosts.values()}

    @property
    def begin(self) -> Place:
        """Where a crawl begins."""
        return next(iter(self.hosts)), "/"

    def truth(self, port: int) -> dict[str, Any]:
        """All that a judge must know, as a JSON document.

        Args:
            port: where the web is served.
        """
        return {
            "seed": self.seed,
            "begin": url(self.begin, port),
            "network": self.network,
            "names": self.names,
            "hosts": {
                host.name: {
                    "robots": host.robots,
                    "traps": list(host.traps),
                    "soft_404": host.has_soft_404,
                    "mirror_of": host.mirror_of,
                    "named": list(host.named),
                    "pages": {
                        url((host.name, page.path), port): {
                            "kind": page.kind.value,
                            "words": page.words,
                            "changes_per_day": page.rate,
                            "behaviour": page.behaviour,
                            "topic": page.topic,
                            "spam": page.spam,
                        }
                        for page in host.pages.values()
                    },
                }
                for host in self.hosts.values()
            },
        }


def url(place: Place, port: int) -> str:
    """Address of a place of a web that is served at a port."""
    return f"http://{place[0]}:{port}{place[1]}"
