"""Asks an engine: nothing twice, within a budget, again after a failure, three-valued.

What was answered once is not asked for again and costs nothing. A request that fails is tried
again after a wait that doubles. What stays without an answer is None: unknown, never "no".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from pagemill.measure import words
from pagemill.measure.engine import Answer, Engine, Query, Unanswered
from pagemill.measure.estimate import Cost

T = TypeVar("T")


class BudgetSpentError(Exception):
    """The next request would be one more than allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How an engine may be asked.

    Attributes:
        budget: searches at most, tries included.
        tries: how often a request is made before it counts as unanswered.
        wait_s: seconds before the second try; each further wait is twice as long.
        longest_wait_s: an engine that asks for a longer pause is not waited for.
    """

    budget: int = 1000
    tries: int = 3
    wait_s: float = 1.0
    longest_wait_s: float = 120.0


class Asker:
    """One measurement's way to an engine.

    Args:
        engine: whom to ask.
        terms: how.
        wait: waits so many seconds.
    """

    def __init__(
        self,
        engine: Engine,
        terms: Terms = Terms(),
        wait: Callable[[float], None] = lambda _: None,
    ) -> None:
        self.engine = engine
        self.terms = terms
        self._wait = wait
        self._answers: dict[Query, Answer | None] = {}
        self._texts: dict[str, str | None] = {}
        self._live: dict[str, str | None] = {}
        self._words: dict[str, frozenset[str]] = {}
        self._cost = Cost()
        self._reserve = 0
        self.reasons: Counter[str] = Counter()
        self.repeated = 0
        """Results that were listed twice in one answer."""
        self.mismatched = 0
        """Results without the words asked for: anchor text, stemming, or stale copies."""
        self.verified = 0
        """Results that have them."""

    @property
    def cost(self) -> Cost:
        """What was asked for so far."""
        return self._cost

    @property
    def left(self) -> int:
        """Searches that may still be made."""
        return self.terms.budget - self._cost.queries - self._reserve

    @contextmanager
    def keeping(self, share: float) -> Generator[None]:
        """Keep a share of what is left of the budget for later, until the block ends."""
        self._reserve = int(share * self.left)
        try:
            yield
        finally:
            self._reserve = 0

    def search(self, query: Query) -> Answer | None:
        """The answer, each page listed once; None if none came.

        Raises:
            BudgetSpentError: it would be one search too many.
        """
        if query not in self._answers:
            answer = self._tried(lambda: self.engine.search(query), is_search=True)
            self._answers[query] = answer and self._without_repeats(answer)
        return self._answers[query]

    def text(self, page: str) -> str | None:
        """The text as the engine has it, else the live one; None if neither can be had."""
        if page not in self._texts:
            text = self._tried(lambda: self.engine.cached(page))
            self._texts[page] = self.live(page) if text is None else text
        return self._texts[page]

    def live(self, page: str) -> str | None:
        """The live text of a page; None if it is gone or could not be had."""
        if page not in self._live:
            self._live[page] = self._tried(lambda: self.engine.fetch(page))
        return self._live[page]

    def words(self, page: str) -> frozenset[str]:
        """The different words of a page; none where it has no text."""
        if page not in self._words:
            self._words[page] = words.distinct(self.text(page) or "")
        return self._words[page]

    def lookup(self, page: str) -> bool | None:
        """Whether the engine has this address; None if it cannot tell."""
        return self._tried(lambda: self.engine.lookup(page))

    def valid(self, query: Query) -> tuple[str, ...] | None:
        """Results whose text has the words that were asked for; None without an answer."""
        answer = self.search(query)
        if answer is None:
            return None
        if query.is_phrase:
            kept = tuple(p for p in answer.ids if words.matches(query, self.text(p) or ""))
        else:
            asked = set(query.words)
            kept = tuple(page for page in answer.ids if asked <= self.words(page))
        self.verified += len(kept)
        self.mismatched += len(answer.ids) - len(kept)
        return kept

    def _without_repeats(self, answer: Answer) -> Answer:
        ids = tuple(dict.fromkeys(answer.ids))
        self.repeated += len(answer.ids) - len(ids)
        return replace(answer, ids=ids)

    def _tried(self, ask: Callable[[], T], *, is_search: bool = False) -> T | None:
        for number in range(self.terms.tries):
            if is_search and self.left <= 0:
                raise BudgetSpentError
            self._spend(queries=is_search, fetches=not is_search)
            try:
                return ask()
            except Unanswered as error:
                self.reasons[error.reason] += 1
                wait_s = max(error.wait_s, self.terms.wait_s * 2**number)
                is_last = number + 1 == self.terms.tries
                if error.is_lasting or is_last or wait_s > self.terms.longest_wait_s:
                    break
                self._wait(wait_s)
        self._spend(unanswered=1)
        return None

    def _spend(self, queries: int = 0, fetches: int = 0, unanswered: int = 0) -> None:
        self._cost = Cost(
            self._cost.queries + queries,
            self._cost.fetches + fetches,
            self._cost.unanswered + unanswered,
        )

    def warnings(self) -> tuple[str, ...]:
        """What was odd about the engine's answers."""
        found: list[str] = []
        if self._cost.unanswered:
            reasons = ", ".join(f"{count} {why}" for why, count in sorted(self.reasons.items()))
            found.append(f"{self._cost.unanswered} requests stayed unanswered ({reasons})")
        if self.repeated:
            found.append(f"{self.repeated} results were listed twice in one answer")
        shown = self.verified + self.mismatched
        if self.mismatched and self.mismatched >= 0.01 * shown:
            found.append(
                f"{self.mismatched} of {shown} results do not contain the words asked for "
                "(stemming, anchor text or stale copies); they are not counted"
            )
        return tuple(found)
