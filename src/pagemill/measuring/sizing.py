"""How many pages an engine has."""

from __future__ import annotations

from pathlib import Path

from pagemill.measure.estimate import Estimate
from pagemill.measure.size.choose import size
from pagemill.measuring import lexicons
from pagemill.measuring.orders import Order, asked


def measure_size(place: Path, order: Order) -> Estimate:
    """Measure an engine.

    Args:
        place: a collection, or a description of an engine.
        order: how.

    Raises:
        UsageError: the method does not fit the engine, or there are no words to ask for.
    """
    with asked(place, order) as asker:
        lexicon = lexicons.of(order.lexicon, asker.engine, order.seed)
        return size(asker, lexicon, order.method, order.seed)
