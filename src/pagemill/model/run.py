"""What one run of one stage did: the accounts that must balance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pagemill.errors import CollectionError


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """The record that a stage leaves behind in ``runs/``.

    Attributes:
        run: id: hash of stage, version, params and input runs; the same inputs give the
            same id, and then there is nothing to do.
        stage: name of the stage.
        version: version of the stage's own logic; raised when its output changes.
        params: every parameter with its value, defaults included.
        inputs: table name -> run id that was read.
        rows_in: rows taken.
        rows_out: rows taken that were used.
        rejects: reason -> rows taken that were not used for that reason.
        written: table -> rows written; equals ``rows_out`` where each row gives one row.
        started_at: ISO 8601 instant in UTC.
        took_s: seconds on the clock.
        notes: what else should be known, fixed wording -> count; not part of the accounts.
    """

    run: str
    stage: str
    version: int
    params: dict[str, Any]
    inputs: dict[str, str]
    rows_in: int
    rows_out: int
    rejects: dict[str, int]
    written: dict[str, int]
    started_at: str
    took_s: float
    notes: dict[str, int] = field(default_factory=dict[str, int])

    def check(self) -> None:
        """Hold the conservation law: rows in = rows out + rejects by reason.

        Raises:
            CollectionError: the accounts do not balance.
        """
        lost = self.rows_in - self.rows_out - sum(self.rejects.values())
        if lost:
            raise CollectionError(
                f"stage {self.stage}: {lost} of {self.rows_in} rows are neither used nor "
                f"rejected; nothing was replaced, please report this"
            )
