"""What a crawl knows, on disk: all parts of it lie in one table and are written together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pagemill.crawl.frontier import Frontier
from pagemill.crawl.ordering.accounts import StoredAccounts
from pagemill.crawl.ordering.host_quality import HostQuality
from pagemill.crawl.revisiting.revisits import Revisits
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.waste.dust import Dust
from pagemill.crawl.waste.form_budget import FormBudget
from pagemill.crawl.waste.heads import Heads
from pagemill.crawl.waste.kinds import Kinds
from pagemill.crawl.waste.mirrors import Mirrors
from pagemill.crawl.waste.soft_404 import ErrorPages


class Beside(Protocol):
    """Knowledge of a crawl that is written in the same steps as its frontier.

    Attributes:
        puts: what is to be written; the deposit empties it.
    """

    puts: dict[bytes, bytes]


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
        accounts: what pages are worth by links; None where that is not asked for.
        quality: how good hosts are; None likewise.
        forms: what the forms of hosts may still bring; None where they are left alone.
        heads: what asking HEAD first is worth at each host; None where GET is asked for all.
    """

    frontier: Frontier
    sites: Sites
    revisits: Revisits
    mirrors: Mirrors
    kinds: Kinds
    dust: Dust
    errors: ErrorPages
    accounts: StoredAccounts | None = None
    quality: HostQuality | None = None
    forms: FormBudget | None = None
    heads: Heads | None = None

    @property
    def besides(self) -> tuple[Beside, ...]:
        """What is written in the same steps as the frontier."""
        always = (
            self.sites,
            self.revisits,
            self.mirrors,
            self.kinds,
            self.dust,
            self.errors,
        )
        wanted = (self.accounts, self.quality, self.forms, self.heads)
        return (*always, *(one for one in wanted if one is not None))
