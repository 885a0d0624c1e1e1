"""What importing can be told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveParams:
    """Parameters of the archive.

    Attributes:
        max_record_bytes: larger records of a source are not taken in, and reported.
    """

    max_record_bytes: int = 67_108_864

    def __post_init__(self) -> None:
        if self.max_record_bytes < 1:
            raise ValueError(
                f"max_record_bytes is {self.max_record_bytes}; it must be 1 or more"
            )
