"""What the view stage can be told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewParams:
    """Parameters of the view stage; none changes which text of a page is kept.

    Attributes:
        max_page_bytes: larger payloads are rejected as ``too large``.
    """

    max_page_bytes: int = 16_777_216

    def __post_init__(self) -> None:
        if self.max_page_bytes < 1:
            raise ValueError(f"max_page_bytes is {self.max_page_bytes}; it must be 1 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Purification(ViewParams):
    """All that a DocView depends on besides its capture.

    Attributes:
        taxonomy: digest of the taxonomy that tells categories.
    """

    taxonomy: str
