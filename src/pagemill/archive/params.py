"""What importing can be told."""

from __future__ import annotations

from dataclasses import dataclass

FAST = "fast"
STRENGTHS = (FAST, "balanced", "small")
"""How hard to press: each about 7 % smaller than the one before, and half as quick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveParams:
    """Parameters of the archive.

    Attributes:
        max_record_bytes: larger records of a source are not taken in, and reported.
        compression: how hard new records are pressed: ``fast``, ``balanced`` or ``small``.
    """

    max_record_bytes: int = 67_108_864
    compression: str = "fast"

    def __post_init__(self) -> None:
        if self.max_record_bytes < 1:
            raise ValueError(
                f"max_record_bytes is {self.max_record_bytes}; it must be 1 or more"
            )
        if self.compression not in STRENGTHS:
            raise ValueError(
                f"compression is {self.compression!r}; it must be one of {', '.join(STRENGTHS)}"
            )
