"""What was forgotten: an audit without content, and the list of what must not come back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from pagemill.collection.durable import replace_text
from pagemill.errors import CollectionError


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """One order to forget.

    Attributes:
        what: a URL, or a host name for all of its pages.
        at: ISO 8601 instant in UTC of the order.
        captures: captures removed, or to be removed.
        pages: pages removed, or to be removed.
        is_pending: whether the order was not carried out to its end.
    """

    what: str
    at: str
    captures: int = 0
    pages: int = 0
    is_pending: bool = False

    def plain(self) -> dict[str, object]:
        """The line that says so; what is done needs no word about it."""
        line = asdict(self)
        return line if self.is_pending else {k: line[k] for k in line if k != "is_pending"}


def orders(path: Path) -> list[Forgotten]:
    """All orders so far, oldest first.

    Raises:
        CollectionError: the file is damaged; nothing may be taken in until it is mended,
            since it might be what was to be forgotten.
    """
    if not path.exists():
        return []
    found: list[Forgotten] = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            found.append(Forgotten(**json.loads(line)))
        except (ValueError, TypeError):
            raise CollectionError(
                f"{path}: line {number} is damaged; mend it (it says what must not be taken "
                f"in again) before going on"
            ) from None
    return found


def write(path: Path, found: Iterable[Forgotten]) -> None:
    """Replace the list of orders."""
    replace_text(path, "".join(json.dumps(order.plain()) + "\n" for order in found))


class Refusals:
    """Tells which URLs must not be taken in.

    Args:
        found: orders to forget.
    """

    def __init__(self, found: Iterable[Forgotten]) -> None:
        self._names = frozenset(order.what for order in found)

    def __call__(self, url: str) -> bool:
        """Whether a URL, in whatever spelling, or the host it lies on was forgotten."""
        if not self._names:
            return False  # most collections never need what reads addresses here
        from pagemill.html.url import host, normalized  # noqa: PLC0415

        return url in self._names or normalized(url) in self._names or host(url) in self._names

    def host(self, name: str) -> bool:
        """Whether a host was forgotten, with all of its pages."""
        return name in self._names
