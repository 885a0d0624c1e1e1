"""The contract of scorers, and those that other distributions installed.

A scorer is found by the entry point ``pagemill.scorers``: the name is what ``scorer`` in
``[crawl]`` says, the value a callable without arguments that returns a :class:`Scorer`.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final, Protocol

from pagemill.crawl.frontier import LEVELS
from pagemill.errors import UsageError

GROUP: Final = "pagemill.scorers"
RELEVANT: Final = 0.5
"""Score from which a page counts as harvested."""


class Scorer(Protocol):
    """Says how much the links of a page are worth following."""

    def score(self, url: str, words: frozenset[str]) -> float:
        """A number from 0 (last) to 1 (first) for a page that was fetched.

        Args:
            url: its address.
            words: the words it shows, each once, days and years left out.
        """
        ...


def level_of(score: float) -> int:
    """Priority of the addresses found on a page with a score; seeds come before all of them."""
    bounded = min(max(score, 0.0), 1.0)
    return 1 + round((1.0 - bounded) * (LEVELS - 2))


def installed(name: str) -> Scorer:
    """A scorer of another distribution.

    Raises:
        UsageError: none has this name, or it cannot be used.
    """
    found = {one.name: one for one in entry_points(group=GROUP)}
    if name not in found:
        known = ", ".join(sorted(found)) or "none"
        raise UsageError(f"scorer is '{name}', which is not installed; installed are: {known}")
    try:
        made: Scorer = found[name].load()()
        float(made.score("http://a.example/", frozenset(("word",))))
    except Exception as error:  # noqa: BLE001 - it is not our code
        raise UsageError(
            f"scorer '{name}' cannot be used ({type(error).__name__}: {error}); mend or "
            f"uninstall it"
        ) from None
    return made
