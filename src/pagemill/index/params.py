"""What the index can be told."""

from __future__ import annotations

from dataclasses import dataclass

NAME = "index"
"""Of the stage, and of its result among the live tables."""

MOST_WEIGHT = 1e6

POLICIES = ("keep", "collapse", "hide")
"""What can become of copies in search; nothing is deleted under any of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexParams:
    """Parameters of indexing and searching.

    Attributes:
        threads: indexing threads.
        memory_bytes: memory of all threads together before they write a segment.
        title_weight, keywords_weight, abstract_weight, text_weight: what a word is worth in
            each field when pages are ranked.
        duplicates: ``collapse``: of pages that are copies the kept one is found and tells how
            many there are; ``hide``: it is found and does not; ``keep``: all are found.
    """

    threads: int = 1
    memory_bytes: int = 100_000_000
    title_weight: float = 3.0
    keywords_weight: float = 1.0
    abstract_weight: float = 0.5
    text_weight: float = 1.0
    duplicates: str = "collapse"

    def __post_init__(self) -> None:
        if self.duplicates not in POLICIES:
            raise ValueError(
                f"duplicates is {self.duplicates!r}; it must be one of {', '.join(POLICIES)}"
            )
        if not 1 <= self.threads <= 64:
            raise ValueError(f"threads is {self.threads}; it must be 1 to 64")
        for name in ("title_weight", "keywords_weight", "abstract_weight", "text_weight"):
            weight: float = getattr(self, name)
            if not 0 <= weight <= MOST_WEIGHT:
                raise ValueError(f"{name} is {weight}; it must be 0 to {MOST_WEIGHT:.0f}")
        if self.memory_bytes < 15_000_000 * self.threads:
            raise ValueError(
                f"memory_bytes is {self.memory_bytes}; it must be 15000000 or more a thread"
            )
