"""What a measurement is to do, and the way to its engine: recorded, or replayed."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pagemill.engines.named import opened
from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.asking.journal import Recorder, Replayed
from pagemill.measure.engine import Engine

BUDGET = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """How to measure.

    Attributes:
        budget: searches at most, of each engine.
        seed: all chance comes from it.
        journal: file or, for several engines, stem of the files to record in.
        replay: the same, to answer from instead of asking.
        lexicon: file of an outside sample's words, or None to take the engine's own.
        method: name of the method, or ``auto``.
    """

    budget: int = BUDGET
    seed: int = 0
    journal: Path | None = None
    replay: Path | None = None
    lexicon: Path | None = None
    method: str = "auto"


@contextmanager
def asked(place: Path, order: Order, number: int = 0) -> Generator[Asker]:
    """The way to an engine for one measurement.

    Args:
        place: what the engine is; not opened for a replay.
        order: how to measure.
        number: which of several engines it is; each has a journal of its own.

    Raises:
        UsageError: the journal exists already, or cannot be read.
    """
    terms = Terms(budget=order.budget)
    with ExitStack() as stack:
        if order.replay is not None:
            path = _numbered(order.replay, number)
            if not path.is_file():
                raise UsageError(f"{path}: no such journal")
            yield Asker(Replayed(stack.enter_context(path.open(encoding="utf-8"))), terms)
            return
        engine: Engine = opened(place)
        if order.journal is not None:
            path = _numbered(order.journal, number)
            if path.exists():
                raise UsageError(f"{path}: exists already; choose another name for the journal")
            stream = stack.enter_context(path.open("w", encoding="utf-8"))
            engine = Recorder(engine, lambda line: print(line, file=stream))
        yield Asker(engine, terms, time.sleep)


def _numbered(path: Path, number: int) -> Path:
    return path if not number else path.with_name(f"{path.name}.{number}")
