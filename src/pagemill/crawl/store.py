"""What a crawl knows, on disk: all parts of it lie in one table and are written together."""

from __future__ import annotations

from dataclasses import dataclass

from pagemill.crawl.frontier import Frontier
from pagemill.crawl.revisiting.revisits import Revisits
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.waste.dust import Dust
from pagemill.crawl.waste.kinds import Kinds
from pagemill.crawl.waste.mirrors import Mirrors
from pagemill.crawl.waste.soft_404 import ErrorPages


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """What a crawl knows.

    Attributes:
        frontier: what is to be asked for.
        sites: the rules of the sites.
        revisits: what visits saw, and when the next ones are due.
        mirrors: hosts that repeat another.
        kinds: what each kind of page has brought.
        dust: parameters that change nothing.
        errors: how hosts say that a page is missing without saying so.
    """

    frontier: Frontier
    sites: Sites
    revisits: Revisits
    mirrors: Mirrors
    kinds: Kinds
    dust: Dust
    errors: ErrorPages

    @property
    def besides(self) -> tuple[Sites | Revisits | Mirrors | Kinds | Dust | ErrorPages, ...]:
        """What is written in the same steps as the frontier."""
        return (self.sites, self.revisits, self.mirrors, self.kinds, self.dust, self.errors)
