"""What is looked at: a page's bytes and where they are from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A page as it was given.

    Attributes:
        payload: its bytes, or its characters where it was typed.
        url: where it was found, or ``""``.
        content_type: media type with parameters as stated, or ``""``.
        origin: where it comes from, in words for people.
    """

    payload: bytes | str
    url: str = ""
    content_type: str = ""
    origin: str = ""

    @property
    def size(self) -> int:
        """Bytes, or characters of what was typed."""
        return len(self.payload)
