"""Mailboxes on this machine: a file of messages (mbox), or a folder of them (Maildir).

A mailbox is a feed: a page of links to its messages, new ones at the end. Each message has an
address of its own below that of the mailbox, which stays what it is when others are deleted or
a reader marks it: the ``Message-ID`` in a file of messages, the unique part of the file's name
in a folder.

Source: RFC 4155 and the "mboxrd" rule for quoted lines; ``maildir(5)`` of qmail.
"""

from __future__ import annotations

import contextlib
import mmap
import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from email.header import decode_header, make_header
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

MEDIA_TYPE: Final = "message/rfc822"
MARK: Final = "/;id="
"""What stands between the address of a mailbox and the name of a message in it."""

MOST: Final = 100_000
"""Messages of one mailbox, the newest ones."""

_START: Final = re.compile(rb"\AFrom [^\n]*\n[A-Za-z][A-Za-z0-9-]*:")
_BREAK: Final = re.compile(rb"(?:\A|\n\r?\n)(From [^\n]*\n)(?=[A-Za-z][A-Za-z0-9-]*:)")
_QUOTED: Final = re.compile(rb"^>(>*From )", re.MULTILINE)
_NAME: Final = re.compile(
    rb"^message-id[ \t]*:\s*(<[^>\n]{1,500}>)", re.IGNORECASE | re.MULTILINE
)
_SUBJECT: Final = re.compile(
    rb"^subject[ \t]*:[ \t]*((?:[^\n]|\n[ \t])*)", re.IGNORECASE | re.MULTILINE
)
_FOLDERS: Final = ("cur", "new", "tmp")
_HEAD: Final = 65_536
_MOST_KNOWN: Final = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message lies.

    Attributes:
        name: by which it is known in its mailbox.
        title: its subject.
        begin, end: bytes of the file; of a folder the file is the message.
        path: the file.
    """

    name: str
    title: str
    begin: int
    end: int
    path: Path


class Mailboxes:
    """Looks into mailboxes; where messages lie is remembered of the last few."""

    def __init__(self) -> None:
        self._known: OrderedDict[Path, tuple[tuple[float, ...], dict[str, Place]]] = (
            OrderedDict()
        )

    def places(self, path: Path) -> dict[str, Place]:
        """The messages of a mailbox by their names, new ones at the end.

        Raises:
            OSError: it cannot be read.
        """
        stamp = _stamp(path)
        known = self._known.pop(path, None)
        if known is None or known[0] != stamp:
            found = _in_folder(path) if path.is_dir() else _in_file(path)
            known = stamp, {one.name: one for one in list(found)[-MOST:]}
        self._known[path] = known
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return known[1]

    def message(self, place: Place) -> bytes:
        """A message as it was sent.

        Raises:
            OSError: it cannot be read.
        """
        with place.path.open("rb") as file:
            file.seek(place.begin)
            data = file.read(place.end - place.begin)
        return _QUOTED.sub(rb"\1", data) if place.begin else data


def is_mailbox(path: Path) -> bool:
    """Whether a file or folder is a mailbox."""
    if path.is_dir():
        return all((path / name).is_dir() for name in _FOLDERS)
    with path.open("rb") as file:
        return _START.match(file.read(1_024)) is not None


def letters(path: Path) -> tuple[Path, ...]:
    """Where messages lie in a folder of them; such a folder changes when one comes or goes."""
    return tuple(path / name for name in _FOLDERS[:2])


def apart(path: str) -> tuple[str, str]:
    """Path of a mailbox and name of a message in it, of the path that an address states.

    The second is ``""`` for whatever is no message.
    """
    box, mark, name = path.rpartition(MARK)
    return (box, unquote(name)) if mark else (path, "")


def listing(title: str, address: str, places: dict[str, Place]) -> bytes:
    """A mailbox as a page of links.

    Args:
        title: its name.
        address: its address.
        places: its messages.
    """
    lines = [f"<!doctype html><title>{escape(title)}</title><ol>"]
    for one in places.values():
        target = f"{address.rstrip('/')}{MARK}{quote(one.name, safe='')}"
        lines.append(f'<li><a href="{escape(target)}">{escape(one.title or one.name)}</a>')
    return "\n".join(lines).encode("utf-8", "replace")


def _stamp(path: Path) -> tuple[float, ...]:
    """What changes when messages come or go."""
    if path.is_dir():
        return tuple(one.stat().st_mtime for one in letters(path))
    facts = path.stat()
    return facts.st_mtime, float(facts.st_size)


def _in_folder(path: Path) -> Iterator[Place]:
    files = [
        (one.stat().st_mtime, one.name.partition(":")[0], one)
        for folder in letters(path)
        for one in folder.iterdir()
        if one.is_file() and not one.name.startswith(".")
    ]
    for _, name, file in sorted(files):
        with file.open("rb") as opened:
            head = opened.read(_HEAD)
        yield Place(name, _subject(head), 0, file.stat().st_size, file)


def _in_file(path: Path) -> Iterator[Place]:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        starts = [(one.start(1), one.end(1)) for one in _BREAK.finditer(data)]
        ends = [begin for begin, _ in starts[1:]] + [len(data)]
        for (_, begin), end in zip(starts, ends, strict=True):
            head = data[begin : min(end, begin + _HEAD)]
            stated = _NAME.search(head.partition(b"\n\n")[0].partition(b"\r\n\r\n")[0])
            name = stated[1].decode("latin-1").strip("<>") if stated else ""
            name = name or blake2b(data[begin:end], digest_size=16).hexdigest()
            yield Place(name, _subject(head), begin, end, path)


def _subject(head: bytes) -> str:
    found = _SUBJECT.search(head.partition(b"\n\n")[0].partition(b"\r\n\r\n")[0])
    if found is None:
        return ""
    text = found[1].decode("utf-8", "replace")
    with contextlib.suppress(ValueError, LookupError):  # it may say anything
        text = str(make_header(decode_header(text)))
    return " ".join(text.split())
