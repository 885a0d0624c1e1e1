"""What conversion can be told."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertParams:
    """Limits of one conversion; a document that exceeds one is a reject.

    Attributes:
        max_document_bytes: larger documents are rejected as ``too large``.
        max_seconds: a conversion that takes longer is ended; at most 50.
        max_memory_bytes: what the converting process may allocate.
        max_output_bytes: largest HTML that is accepted of a converter.
    """

    max_document_bytes: int = 67_108_864
    max_seconds: int = 30
    max_memory_bytes: int = 1_073_741_824
    max_output_bytes: int = 16_777_216

    def values(self) -> tuple[int, ...]:
        """The limits in their order."""
        return tuple(getattr(self, one.name) for one in fields(self))

    def __post_init__(self) -> None:
        for one in fields(self):
            if getattr(self, one.name) < 1:
                raise ValueError(
                    f"{one.name} is {getattr(self, one.name)}; it must be 1 or more"
                )
        if self.max_seconds > 50:
            # Whoever watches a worker loses patience with a document after a minute.
            raise ValueError(f"max_seconds is {self.max_seconds}; it must be 50 or less")
