"""How far a long run has come: the value that every stage hands to whoever watches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One step forward in one stage.

    Attributes:
        stage: name of the stage or verb that is running, such as ``import`` or ``docviews``.
        done: rows done so far in this stage; never falls while the stage runs.
        total: rows that the stage has to do, or None where that is not known beforehand.
        figures: counts that belong to it, by name; for programs that watch.
        note: what is being worked on, such as a file name; ``""`` for nothing to add.
    """

    stage: str
    done: int
    total: int | None
    note: str = ""
    figures: Mapping[str, int] = field(default_factory=dict[str, int])


Progress = Callable[[Event], None]
