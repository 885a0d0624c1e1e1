"""What became of pages since an instant: new, changed, vanished, with the text that differs.

Two captures of a page are purified and compared as texts: a page whose bytes changed but whose
text did not is not listed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as Xml  # noqa: ICN001 - written, never read

from pagemill.archive import store
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, DocumentError
from pagemill.pages.history import GONE
from pagemill.tables import Captures
from pagemill.view.assemble import docview

MOST_LINES = 40
"""Lines of a difference that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What became of one page.

    Attributes:
        url: the page.
        kind: ``new``, ``changed`` or ``vanished``.
        at: when the newest capture was made.
        before: when the capture it is held against was made, or None.
        title: of the newest text.
        difference: lines as ``diff`` prints them, at most :data:`MOST_LINES`.
    """

    url: str
    kind: str
    at: datetime
    before: datetime | None
    title: str
    difference: tuple[str, ...]


class _Seen(NamedTuple):
    at: datetime
    status: int
    kind: str
    digest: str
    place: store.Pointer


def changes(layout: Layout, since: datetime) -> Iterator[Change]:
    """What changed since an instant, by address.

    Args:
        layout: the collection.
        since: captures up to here are the old state.

    Raises:
        CollectionError: nothing was built yet.
    """
    parts = manifest.live_parts(layout, Captures.name)
    if not parts:
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}' first"
        )
    for url, seen in sorted(_histories(Captures, parts).items()):
        found = _change(layout, url, sorted(seen), since)
        if found is not None:
            yield found


def _histories(table: type[Captures], parts: list[Path]) -> dict[str, list[_Seen]]:
    found: dict[str, list[_Seen]] = {}
    for path in parts:
        for batch in parquet.batches(table, path):
            one: Captures = batch.columns()
            instants = one.fetched_at.astype("datetime64[us]").tolist()
            for row, url in enumerate(one.url):
                place = store.Pointer(
                    one.warc_file[row], int(one.warc_offset[row]), int(one.warc_length[row])
                )
                at = instants[row].replace(tzinfo=UTC)
                seen = _Seen(
                    at, int(one.status[row]), one.kind[row], one.block_digest[row], place
                )
                found.setdefault(url, []).append(seen)
    return found


def _change(layout: Layout, url: str, seen: list[_Seen], since: datetime) -> Change | None:
    old = [one for one in seen if one.at <= since and one.kind != "revisit"]
    new = [one for one in seen if one.at > since]
    if not new or new[-1].kind == "revisit":
        return None
    last, before = new[-1], old[-1] if old else None
    was_there = before is not None and _is_there(before)
    if last.status in GONE:
        if not was_there:
            return None
        return _told(url, "vanished", last, before, ("", ""), ("", ""))
    if not _is_there(last) or (before is not None and before.digest == last.digest):
        return None
    now = _text(layout, url, last)
    then = _text(layout, url, before) if before is not None and was_there else ("", "")
    if now is None or then is None or now == then:
        return None
    return _told(url, "changed" if was_there else "new", last, before, then, now)


def _is_there(seen: _Seen) -> bool:
    return seen.status in {0, 200}


def _text(layout: Layout, url: str, seen: _Seen) -> tuple[str, str] | None:
    """Title and text of a capture; None if it is no page."""
    capture = store.read_capture(layout.archive, seen.place)
    try:
        view = docview(capture.payload, url, capture.media_type)
    except DocumentError:
        return None
    return view.title, view.text


def _told(
    url: str,
    kind: str,
    last: _Seen,
    before: _Seen | None,
    then: tuple[str, str],
    now: tuple[str, str],
) -> Change:
    lines = difflib.unified_diff(then[1].splitlines(), now[1].splitlines(), lineterm="", n=1)
    shown = [line for line in lines if not line.startswith(("---", "+++"))]
    return Change(
        url=url,
        kind=kind,
        at=last.at,
        before=before.at if before else None,
        title=now[0],
        difference=tuple(shown[:MOST_LINES]),
    )


def atom(name: str, found: list[Change], now: datetime) -> str:
    """Changes as an Atom feed (RFC 4287).

    Args:
        name: name of the collection.
        found: the changes.
        now: time of the feed if it has no entries.
    """
    Xml.register_namespace("", _ATOM)
    feed = Xml.Element(f"{{{_ATOM}}}feed")
    newest = max((one.at for one in found), default=now)
    _add(feed, "title", f"Changes of {name}")
    _add(feed, "id", f"tag:pagemill,2026:{name}")
    _add(feed, "updated", newest.isoformat())
    _add(_add(feed, "author", ""), "name", "pagemill")
    for one in sorted(found, key=lambda change: (change.at, change.url), reverse=True):
        entry = _add(feed, "entry", "")
        _add(entry, "title", f"{one.kind}: {one.title or one.url}")
        _add(entry, "id", f"{one.url}#{one.at:%Y%m%dT%H%M%SZ}")
        _add(entry, "updated", one.at.isoformat())
        _add(entry, "link", "").set("href", one.url)
        _add(entry, "content", "\n".join(one.difference)).set("type", "text")
    return Xml.tostring(feed, encoding="unicode", xml_declaration=True) + "\n"


_ATOM = "http://www.w3.org/2005/Atom"


def _add(parent: Xml.Element, name: str, text: str) -> Xml.Element:
    found = Xml.SubElement(parent, f"{{{_ATOM}}}{name}")
    # What XML cannot hold would make the whole feed unreadable.
    found.text = "".join(char for char in text if char in "\n\t" or char >= " ") or None
    return found
