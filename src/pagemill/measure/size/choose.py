"""Which method fits an engine, decided by what the audit showed; and the measurement itself.

* All pages can be listed: they are counted, nothing is estimated.
* There are filters: drill-down, which needs no words from outside.
* Else importance sampling with fitting queries: right with and without cut-off answers.

The other methods can be asked for by name. Each refuses where its premise fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker
from pagemill.measure.asking.audit import Audit, audit
from pagemill.measure.engine import Scannable
from pagemill.measure.estimate import Estimate
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size import marking
from pagemill.measure.size.drill_down import by_drill_down
from pagemill.measure.size.importance import PILOT, by_importance
from pagemill.measure.size.pool_estimator import by_pool
from pagemill.measure.size.query_walk import by_query_walk
from pagemill.measure.size.word_frequency import by_word_frequency

AUTO = "auto"
METHODS = (
    *(AUTO, "count", "importance", "pool", "drill-down", "word-frequency"),
    *("even-split", "query-walk", "chapman", "chao", "capture-history", "multiple", "overflow"),
)
MOST_UNANSWERED = 0.5
_LEAST_VISIBLE = 0.95


def size(asker: Asker, lexicon: Lexicon, method: str = AUTO, seed: int = 0) -> Estimate:
    """Measure how many pages an engine has.

    Args:
        asker: the way to the engine.
        lexicon: words of an outside sample.
        method: one of :data:`METHODS`.
        seed: all chance comes from it.

    Raises:
        UsageError: there is no such method, or its premise fails.
    """
    if method not in METHODS:
        raise UsageError(f"{method}: no such method; choose one of {', '.join(METHODS)}")
    can_scan = isinstance(asker.engine, Scannable)
    if method == "count" or (method == AUTO and can_scan):
        return _count(asker)
    if not lexicon.pages and not (method in {AUTO, "drill-down"} and asker.engine.filters):
        raise UsageError("no words to ask for: give an outside sample of pages with --lexicon")
    audited = _audited(asker, lexicon, seed)
    chosen, why = _chosen(asker, method)
    found = _METHODS[chosen](asker, lexicon, audited, seed)
    return _finished(asker, found, audited, why)


def _audited(asker: Asker, lexicon: Lexicon, seed: int) -> Audit:
    words = lexicon.spread(min(PILOT, asker.terms.budget // 4), seed)
    found = audit(asker, words)
    if words and not found.asked:
        reasons = ", ".join(sorted(asker.reasons))
        raise UsageError(f"{asker.engine.name}: not one query was answered ({reasons})")
    if found.asked and found.empty == found.asked and not asker.engine.filters:
        raise UsageError(
            f"{asker.engine.name}: none of {found.asked} words of the lexicon finds anything; "
            "it is empty, or its pages are in another language: give a fitting --lexicon"
        )
    return found


def _chosen(asker: Asker, method: str) -> tuple[str, str]:
    if method != AUTO:
        return method, "as asked for"
    if asker.engine.filters:
        return "drill-down", "chosen because queries can be narrowed by filters"
    return "importance", "chosen because it holds with and without answers that are cut off"


def _count(asker: Asker) -> Estimate:
    engine = asker.engine
    if not isinstance(engine, Scannable):
        raise UsageError(f"{engine.name}: its pages cannot be listed; choose another --method")
    pages = float(sum(1 for _ in engine.scan()))
    return Estimate(
        what="pages",
        point=pages,
        se=0.0,
        low=pages,
        high=pages,
        method="counted: all pages can be listed",
        visible=1.0,
        samples=int(pages),
    )


def _finished(asker: Asker, found: Estimate, audited: Audit, why: str) -> Estimate:
    """Add what every estimate must say: cost, warnings, why this method."""
    name, cost = asker.engine.name, asker.cost
    if cost.unanswered > MOST_UNANSWERED * max(1, cost.queries + cost.fetches):
        raise UsageError(
            f"{name}: {cost.unanswered} requests stayed unanswered; nothing can be said"
        )
    if asker.mismatched and not asker.verified:
        raise UsageError(
            f"{name}: no text of any result could be read, so no hit can be verified; describe "
            "where the text stands (text or cached), see docs/engines.md"
        )
    warnings = [*found.warnings, *audited.warnings(), *asker.warnings()]
    if found.samples < 30:
        warnings.append(f"only {found.samples} draws: raise --budget")
    if found.visible is not None and found.visible < _LEAST_VISIBLE:
        warnings.append(
            f"{1 - found.visible:.0%} of pages like those of the lexicon have no query that "
            "would show them: they are not counted"
        )
    method = f"{found.method} ({why})"
    return replace(found, method=method, cost=cost, warnings=tuple(warnings))


_METHODS: dict[str, Callable[[Asker, Lexicon, Audit, int], Estimate]] = {
    "importance": lambda asker, lexicon, _, seed: by_importance(asker, lexicon, seed=seed),
    "even-split": lambda asker, lexicon, _, seed: by_importance(
        asker, lexicon, seed=seed, alpha=0.0
    ),
    "pool": lambda asker, lexicon, audited, seed: by_pool(asker, lexicon, audited, seed=seed),
    "drill-down": lambda asker, _lexicon, _, seed: by_drill_down(asker, seed=seed),
    "word-frequency": lambda asker, lexicon, audited, seed: by_word_frequency(
        asker, lexicon, audited, seed=seed
    ),
    "query-walk": lambda asker, lexicon, _, seed: by_query_walk(asker, lexicon, seed=seed),
    "chapman": marking.by_chapman,
    "chao": marking.by_chao,
    "capture-history": marking.by_capture_history,
    "multiple": marking.by_multiple,
    "overflow": marking.by_overflow,
}
