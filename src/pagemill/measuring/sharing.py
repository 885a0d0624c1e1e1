"""The share of an engine's pages with some property: fresh, copied, stuffed, in a language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pagemill.errors import UsageError
from pagemill.measure import properties
from pagemill.measure.asking.asker import Asker
from pagemill.measure.estimate import Estimate
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.sampler import mean, sample
from pagemill.measuring import lexicons
from pagemill.measuring.orders import Order, asked

KINDS = ("freshness", "duplicates", "spam", "language")

_FOR_COPIES = 0.6


def measure_share(place: Path, order: Order, what: str, language: str = "") -> Estimate:
    """Measure the share of an engine's pages with a property.

    Args:
        place: a collection, or a description of an engine.
        order: how.
        what: one of :data:`KINDS`.
        language: primary tag, for ``language``.

    Raises:
        UsageError: there is no such property, or no page could be drawn or judged.
    """
    if what not in KINDS:
        raise UsageError(f"{what}: no such property; choose one of {', '.join(KINDS)}")
    if what == "language" and not language:
        raise UsageError("say which language with --language, such as --language en")
    with asked(place, order) as asker:
        lexicon = lexicons.of(order.lexicon, asker.engine, order.seed)
        if not lexicon.pages:
            raise UsageError("no words to ask for: give an outside sample with --lexicon")
        with asker.keeping(_FOR_COPIES if what == "duplicates" else 0.0):
            drawn = sample(asker, lexicon, seed=order.seed)
        found = mean(
            drawn, f"share: {what} {language}".strip(), _told(what, language, asker, lexicon)
        )
        if not found.samples:
            raise UsageError(
                f"{asker.engine.name}: no page could be judged: "
                + ("; ".join(asker.warnings()) or "no page could be drawn")
            )
        warnings = (*found.warnings, *asker.warnings())
        return replace(found, cost=asker.cost, seed=order.seed, warnings=warnings)


def _told(what: str, language: str, asker: Asker, lexicon: Lexicon) -> properties.Property:
    if what == "freshness":
        return properties.freshness(asker)
    if what == "duplicates":
        return properties.duplicate(asker, lexicon)
    if what == "spam":
        return properties.spam(asker)
    return properties.in_language(asker, language)
