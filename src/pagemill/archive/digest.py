"""What the digests that records state say of their bytes.

A digest that does not hold is no proof of damage: there are writers that get all of theirs
wrong. So the first one that is found wrong is held against the others in its file. Where others
hold, or there is no other, the record is damaged; where none holds, digests mean nothing here.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable
from itertools import islice

from pagemill.model.capture import Record

Fields = tuple[tuple[str, str], ...]

_ALGORITHMS = frozenset({"md5", "sha1", "sha256", "sha512"})
_BLOCK, _PAYLOAD = "warc-block-digest", "warc-payload-digest"
_LEARNT_FROM = 64  # records among which the first digest is looked for
_SURVEYED = 4096  # records that are asked about a digest that does not hold


def digest_holds(stated: str, data: bytes) -> bool | None:
    """Whether ``data`` has a digest written as ``algorithm:value``; None if that is unknown."""
    algorithm, _, value = stated.partition(":")
    algorithm = algorithm.strip().lower().replace("-", "")
    if algorithm not in _ALGORITHMS:
        return None
    digest = hashlib.new(algorithm, data, usedforsecurity=False)
    text = base64.b32encode(digest.digest()).decode().rstrip("=")
    value = value.strip()
    return value.upper().rstrip("=") == text or value.lower() == digest.hexdigest()


class Digests:
    """Whether the records of one file are what their digests say.

    Args:
        others: reads the records of the file from its start, whatever their digests.
    """

    def __init__(self, others: Callable[[], Iterable[Record]]) -> None:
        self._others = others
        self._hold: bool | None = None
        self._without = 0

    @property
    def is_open(self) -> bool:
        """Whether it is still to be learnt if digests mean anything in this file."""
        return self._hold is None

    def ignore(self) -> None:
        """Let digests mean nothing in this file."""
        self._hold = False

    def learn(self, kind: str, fields: Fields, block: bytes) -> None:
        """Learn from a record that a checksum has shown to be sound."""
        holds = _holds(kind, fields, block)
        if holds is None:
            self._pass()
        else:
            self._hold = holds

    def clear(self, kind: str, fields: Fields, block: bytes) -> bool:
        """Whether nothing speaks against a record over which there is no checksum."""
        if self._hold is False:
            return True
        holds = _holds(kind, fields, block)
        if holds is None:
            if self._hold is None:
                self._pass()
            return True
        if self._hold is None:
            self._hold = holds or self._survey()
        return holds or not self._hold

    def _pass(self) -> None:
        self._without += 1
        if self._without >= _LEARNT_FROM:
            self._hold = False

    def _survey(self) -> bool:
        """Whether a wrong digest is an exception in this file."""
        wrong = 0
        for record in islice(self._others(), _SURVEYED):
            holds = _holds(record.kind, record.fields, record.block)
            if holds:
                return True
            wrong += holds is False
        return wrong < 2


def _holds(kind: str, fields: Fields, block: bytes) -> bool | None:
    """Whether a record has the digest that it states, of its block or else of its payload."""
    # A revisit often carries the digests of the answer that it stands for.
    if kind == "revisit":
        return None
    stated = {name.lower(): value for name, value in fields if len(name) in _LENGTHS}
    if _BLOCK in stated:
        return digest_holds(stated[_BLOCK], block)
    if _PAYLOAD not in stated:
        return None
    body = _body(block) if kind == "response" else block
    return None if body is None else digest_holds(stated[_PAYLOAD], body)


_LENGTHS = {len(_BLOCK), len(_PAYLOAD)}


def _body(block: bytes) -> bytes | None:
    """The body of an answer; None where writers do not agree on what that is."""
    if not block.startswith(b"HTTP/"):
        return block
    end = block.find(b"\r\n\r\n")
    if end < 0 or b"transfer-encoding" in block[:end].lower():
        return None
    return block[end + 4 :]
