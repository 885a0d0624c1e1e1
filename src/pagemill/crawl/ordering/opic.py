"""What a page is worth by the links met so far, kept up with every page that is read.

Every page has cash. A page that is read gives its cash in equal parts to the pages it links to;
of this a share, and what goes to pages that were read already, falls to a page that does not
exist, the root, which gives to all pages that wait. The cash of a page that waits therefore
estimates how often a reader who follows links at random comes past it: its PageRank on the
graph as far as it is known, without that graph being kept.

All cash together is 1, always. What the root gives to all alike is one number, so a step costs
what the page has links, however many pages wait.

Source: Abiteboul, Preda, Cobena 2003, "Adaptive on-line page importance computation" (OPIC).
    Deviates: a page is read once; cash that comes later goes to the root instead of waiting
    for another visit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

LEAK: Final = 0.15
"""Share of its cash that a page gives to all instead of to whom it links."""


@dataclass(frozen=True, slots=True)
class Account:
    """One page's cash.

    Attributes:
        cash: what it was given by name, less what it has passed on.
        since: what the root had given to each page when this one began to wait.
        level: priority under which it waits, see :mod:`pagemill.crawl.frontier`.
        is_open: whether it waits.
    """

    cash: float = 0.0
    since: float = 0.0
    level: int = 255
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Sums:
    """What is known of all accounts together.

    Attributes:
        root: cash that nobody has.
        given: what the root has given to each page that has waited all the time.
        waiting: pages that wait.
    """

    root: float = 1.0
    given: float = 0.0
    waiting: int = 0


class Accounts(Protocol):
    """Where accounts are kept."""

    @property
    def sums(self) -> Sums:
        """What is known of all of them together."""
        ...

    @sums.setter
    def sums(self, sums: Sums) -> None: ...

    def get(self, keys: Sequence[bytes]) -> list[Account | None]:
        """The account of each page; None where it has none."""
        ...

    def put(self, key: bytes, account: Account) -> None:
        """Keep an account."""
        ...


class Opic:
    """The cash of all pages.

    Args:
        accounts: where it is kept.
    """

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def wait(self, keys: Iterable[bytes]) -> None:
        """Pages are queued; those that were before keep what they have."""
        wanted = list(dict.fromkeys(keys))
        known = self._accounts.get(wanted)
        for key, account in zip(wanted, known, strict=True):
            if account is None:
                self._open(key)
        self._spread()

    def pass_on(self, key: bytes, targets: Iterable[bytes]) -> dict[bytes, float]:
        """A page was read: its cash goes to the pages it links to.

        Args:
            key: the page; one that was read before has little to give.
            targets: pages it links to.

        Returns:
            Worth of those of them that wait: cash as a multiple of the mean.
        """
        wanted = [one for one in dict.fromkeys(targets) if one != key]
        cash = self._taken(key)
        share = cash * (1 - LEAK) / len(wanted) if wanted else 0.0
        self._to_root(cash - share * len(wanted))
        known = dict(zip(wanted, self._accounts.get(wanted), strict=True))
        reached: list[bytes] = []
        for target, account in known.items():
            if account is not None and not account.is_open:
                self._to_root(share)
                continue
            opened = account or self._open(target)
            self._accounts.put(target, replace(opened, cash=opened.cash + share))
            reached.append(target)
        self._spread()
        sums = self._accounts.sums
        held = zip(reached, self._accounts.get(reached), strict=True)
        return {
            target: (account.cash + sums.given - account.since) * sums.waiting
            for target, account in held
            if account is not None
        }

    def settle(self, key: bytes) -> None:
        """A page will not be read: its cash is free again."""
        self._to_root(self._taken(key))
        self._spread()

    def rise(self, levels: dict[bytes, int]) -> set[bytes]:
        """Note the priorities of pages that wait; those that stand better than before."""
        keys = list(levels)
        better: set[bytes] = set()
        for key, account in zip(keys, self._accounts.get(keys), strict=True):
            if account is not None and account.is_open and levels[key] < account.level:
                better.add(key)
                self._accounts.put(key, replace(account, level=levels[key]))
        return better

    def _open(self, key: bytes) -> Account:
        sums = self._accounts.sums
        made = Account(since=sums.given)
        self._accounts.put(key, made)
        self._accounts.sums = replace(sums, waiting=sums.waiting + 1)
        return made

    def _taken(self, key: bytes) -> float:
        """All that a page has; its account is closed."""
        account, sums = self._accounts.get([key])[0], self._accounts.sums
        if account is None or not account.is_open:
            if account is None:
                self._accounts.put(key, Account(is_open=False))
            return 0.0
        self._accounts.put(key, replace(account, cash=0.0, since=0.0, is_open=False))
        self._accounts.sums = replace(sums, waiting=sums.waiting - 1)
        return account.cash + sums.given - account.since

    def _to_root(self, cash: float) -> None:
        sums = self._accounts.sums
        self._accounts.sums = replace(sums, root=sums.root + cash)

    def _spread(self) -> None:
        """What the root has goes to all pages that wait."""
        sums = self._accounts.sums
        if sums.waiting:
            given = sums.given + sums.root / sums.waiting
            self._accounts.sums = replace(sums, root=0.0, given=given)
