"""Bytes to text for every encoding but UTF-8, as the WHATWG Encoding Standard reads them.

Python's decoders do the bulk of the work. They are put right in two ways: bytes that they
refuse are read by a step of our own, and characters that they read otherwise than the standard
are exchanged afterwards. The steps follow the standard's decoders to the letter; above all, a
byte that begins a character but is followed by an ASCII byte never swallows it, since that
byte may be the ``<`` of a tag.

Source: WHATWG Encoding Standard, sections 9 to 14.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final, TypeAlias

from pagemill.html import legacy_index as index
from pagemill.html.encoding_labels import CODECS

LOST: Final = "\ufffd"

# The bytes, a place in them -> a character, the place after it. One step of a decoder.
_Step: TypeAlias = Callable[[bytes, int], tuple[str, int]]


def read(payload: bytes, name: str) -> str:
    """Text by the named encoding; what cannot be read becomes U+FFFD.

    Args:
        payload: bytes without a byte order mark.
        name: name of the standard, ``utf-32le`` or ``utf-32be``, or a codec of Python.

    Raises:
        LookupError: nobody knows the encoding.
    """
    if name == "iso-2022-jp":
        return _iso_2022_jp(payload)
    if name == "x-user-defined":
        return "".join(chr(byte if byte < 0x80 else 0xF700 + byte) for byte in payload)
    own = "gb18030" if name == "gbk" else name
    blurred = index.BLURRED.get(own, ())
    if not any(pair in payload for pair in blurred):
        return _by_codec(payload, own)
    # No character holds a "<", so that the pieces between them can be read one by one.
    return "<".join(
        _by_steps(piece, _STEPS[own])
        if any(pair in piece for pair in blurred)
        else _by_codec(piece, own)
        for piece in payload.split(b"<")
    )


def _by_codec(payload: bytes, own: str) -> str:
    errors = f"pagemill-{own}" if own in _STEPS else "pagemill-undefined-byte"
    if own == "windows-1255":
        errors = "pagemill-windows-1255"
    text = payload.decode(CODECS.get(own, own), errors)
    changed = index.REREAD.get(own)
    if changed and any(chr(character) in text for character in changed):
        return text.translate(changed)
    return text


def _by_steps(payload: bytes, step: _Step) -> str:
    found: list[str] = []
    at = 0
    while at < len(payload):
        if payload[at] < 0x80:
            end = at + 1
            found.append(chr(payload[at]))
        else:
            character, end = step(payload, at)
            found.append(character)
        at = end
    return "".join(found)


# --- one step of each decoder, at a byte beyond ASCII ----------------------------------------


def _refused(payload: bytes, at: int) -> tuple[str, int]:
    """A lead byte at ``at`` and a byte that makes no character of it: an ASCII byte stays."""
    return LOST, at + 1 if payload[at + 1 : at + 2].isascii() else at + 2


def _big5(payload: bytes, at: int) -> tuple[str, int]:
    if payload[at] in (0x80, 0xFF):
        return LOST, at + 1
    found = index.big5(payload[at : at + 2]) if at + 1 < len(payload) else ""
    return (found, at + 2) if found else _refused(payload, at)


def _euc_kr(payload: bytes, at: int) -> tuple[str, int]:
    if payload[at] in (0x80, 0xFF):
        return LOST, at + 1
    found = index.euc_kr(payload[at : at + 2]) if at + 1 < len(payload) else ""
    return (found, at + 2) if found else _refused(payload, at)


def _shift_jis(payload: bytes, at: int) -> tuple[str, int]:
    lead = payload[at]
    if lead == 0x80:
        return "\x80", at + 1
    if 0xA1 <= lead <= 0xDF:
        return chr(0xFF61 - 0xA1 + lead), at + 1
    if lead == 0xA0 or lead > 0xFC:
        return LOST, at + 1
    found = index.shift_jis(payload[at : at + 2]) if at + 1 < len(payload) else ""
    return (found, at + 2) if found else _refused(payload, at)


def _euc_jp(payload: bytes, at: int) -> tuple[str, int]:
    lead, trail = payload[at], payload[at + 1] if at + 1 < len(payload) else 0
    if lead not in (0x8E, 0x8F) and not 0xA1 <= lead <= 0xFE:
        return LOST, at + 1
    if lead == 0x8E and 0xA1 <= trail <= 0xDF:
        return chr(0xFF61 - 0xA1 + trail), at + 2
    if not 0xA1 <= trail <= 0xFE or lead == 0x8E:
        return _refused(payload, at)
    if lead != 0x8F:
        found = index.jis0208(lead - 0xA1, trail - 0xA1)
        return (found or LOST), at + 2
    last = payload[at + 2] if at + 2 < len(payload) else 0
    found = index.jis0212(trail - 0xA1, last - 0xA1) if 0xA1 <= last <= 0xFE else ""
    return (found, at + 3) if found else _refused(payload, at + 1)


def _gb18030(payload: bytes, at: int) -> tuple[str, int]:
    lead = payload[at]
    if lead == 0x80:
        return "\u20ac", at + 1
    if lead == 0xFF:
        return LOST, at + 1
    if at + 1 < len(payload) and 0x30 <= payload[at + 1] <= 0x39:
        return _gb18030_four(payload, at)
    found = index.gb18030(payload[at : at + 2]) if at + 1 < len(payload) else ""
    return (found, at + 2) if found else _refused(payload, at)


def _gb18030_four(payload: bytes, at: int) -> tuple[str, int]:
    """Four bytes, or as many as are left: the end makes one mark of what it cuts."""
    four = payload[at : at + 4]
    if len(four) > 2 and not 0x81 <= four[2] <= 0xFE:
        return LOST, at + 1
    if len(four) > 3 and not 0x30 <= four[3] <= 0x39:
        return LOST, at + 1
    if len(four) < 4:
        return LOST, len(payload)
    return index.gb18030(four) or LOST, at + 4


_STEPS: Final[dict[str, _Step]] = {
    "big5": _big5,
    "euc-kr": _euc_kr,
    "shift_jis": _shift_jis,
    "euc-jp": _euc_jp,
    "gb18030": _gb18030,
}


def _register(name: str, step: _Step) -> None:
    """Let a decoder of Python's ask for one step wherever it is at its end."""

    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        return step(error.object, error.start)

    codecs.register_error(f"pagemill-{name}", handle)


for _name, _step in _STEPS.items():
    _register(_name, _step)


def _undefined_byte(error: UnicodeError) -> tuple[str, int]:
    """Read a byte that a single-byte table leaves open as the control character it names.

    The standard does so for 80-9F hex; everything else becomes U+FFFD.
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    byte = error.object[error.start]
    if 0x80 <= byte <= 0x9F and error.encoding.startswith(("charmap", "cp125", "cp874")):
        return chr(byte), error.start + 1
    return LOST, max(error.end, error.start + 1)


def _undefined_byte_in_hebrew(error: UnicodeError) -> tuple[str, int]:
    """The same for windows-1255, where the standard knows a vowel sign more than Python."""
    if isinstance(error, UnicodeDecodeError) and error.object[error.start] == 0xCA:
        return "\u05ba", error.start + 1
    return _undefined_byte(error)


codecs.register_error("pagemill-undefined-byte", _undefined_byte)
codecs.register_error("pagemill-windows-1255", _undefined_byte_in_hebrew)


# --- ISO-2022-JP, which switches sets by escape sequences ------------------------------------

_SWITCH: Final = re.compile(rb"\x1b(?:\([BJI]|\$[@B])")
_SETS: Final = {b"\x1b(B": "ascii", b"\x1b(J": "roman", b"\x1b(I": "katakana"}
_ASCII: Final = {
    byte: chr(byte) if byte < 0x80 and byte not in (0x0E, 0x0F, 0x1B) else LOST
    for byte in range(256)
}
_TABLES: Final[dict[str, dict[int, str]]] = {
    "ascii": _ASCII,
    "roman": _ASCII | {0x5C: "\xa5", 0x7E: "\u203e"},
    "katakana": {
        byte: chr(0xFF61 - 0x21 + byte) if 0x21 <= byte <= 0x5F else LOST for byte in range(256)
    },
}


def _iso_2022_jp(payload: bytes) -> str:
    found: list[str] = []
    state, start = "ascii", 0
    for switch in _SWITCH.finditer(payload):
        run = payload[start : switch.start()]
        if not run and start:
            found.append(LOST)  # a switch that nothing came of could hide text from a filter
        found.append(_run(run, state))
        state, start = _SETS.get(switch[0], "jis0208"), switch.end()
    found.append(_run(payload[start:], state))
    return "".join(found)


def _run(run: bytes, state: str) -> str:
    if state != "jis0208":
        return run.decode("latin-1").translate(_TABLES[state])
    found: list[str] = []
    at = 0
    while at < len(run):
        lead, trail = run[at], run[at + 1] if at + 1 < len(run) else 0x1B
        if not 0x21 <= lead <= 0x7E:
            found.append(LOST)
            at += 1
        elif 0x21 <= trail <= 0x7E:
            found.append(index.jis0208(lead - 0x21, trail - 0x21) or LOST)
            at += 2
        else:
            found.append(LOST)
            at += 1 if trail == 0x1B else 2
    return "".join(found)
