"""What an order to forget names, as the parts of a crawl ask about it."""

from __future__ import annotations

from typing import Protocol


class Names(Protocol):
    """Tells whether something was named to be forgotten."""

    def __call__(self, url: str, /) -> bool:
        """Whether an address was, or the host it lies on."""
        ...

    def host(self, name: str, /) -> bool:
        """Whether a host was, with all that lies on it."""
        ...
