"""Text to bytes in encodings other than UTF-8, as the WHATWG Encoding Standard writes them.

A browser writes the query of a link in the encoding of the page that the link stands on, so
that an address is known only together with that encoding.

Source: WHATWG Encoding Standard, sections 9 to 14; WHATWG URL Standard, "percent-encode after
encoding".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeAlias

from pagemill.html import legacy_index as index
from pagemill.html.encoding_labels import CODECS
from pagemill.html.legacy_decode import read

# What is escaped in the query of a web address, besides control and non-ASCII bytes.
_SPECIAL_QUERY: Final = frozenset(b" \"#<>'")
# Big5 has these twice, and the second is written.
_BIG5_LAST: Final = frozenset("\u2550\u255e\u2561\u256a\u5341\u5345")
# Private characters of an earlier edition, written where it had them.
_GB18030_2005: Final = {
    "\ue78d": b"\xa6\xd9",
    "\ue78e": b"\xa6\xda",
    "\ue78f": b"\xa6\xdb",
    "\ue790": b"\xa6\xdc",
    "\ue791": b"\xa6\xdd",
    "\ue792": b"\xa6\xde",
    "\ue793": b"\xa6\xdf",
    "\ue794": b"\xa6\xec",
    "\ue795": b"\xa6\xed",
    "\ue796": b"\xa6\xf3",
    "\ue81e": b"\xfe\x59",
    "\ue826": b"\xfe\x61",
    "\ue82b": b"\xfe\x66",
    "\ue82c": b"\xfe\x67",
    "\ue832": b"\xfe\x6d",
    "\ue843": b"\xfe\x7e",
    "\ue854": b"\xfe\x90",
    "\ue864": b"\xfe\xa0",
}
# Half-width katakana, which ISO-2022-JP writes as full-width ones.
_KATAKANA: Final = (
    "\u3002\u300c\u300d\u3001\u30fb\u30f2\u30a1\u30a3\u30a5\u30a7\u30a9\u30e3\u30e5\u30e7"
    "\u30c3\u30fc\u30a2\u30a4\u30a6\u30a8\u30aa\u30ab\u30ad\u30af\u30b1\u30b3\u30b5\u30b7"
    "\u30b9\u30bb\u30bd\u30bf\u30c1\u30c4\u30c6\u30c8\u30ca\u30cb\u30cc\u30cd\u30ce\u30cf"
    "\u30d2\u30d5\u30d8\u30db\u30de\u30df\u30e0\u30e1\u30e2\u30e4\u30e6\u30e8\u30e9\u30ea"
    "\u30eb\u30ec\u30ed\u30ef\u30f3\u309b\u309c"
)

# A character beyond ASCII -> its bytes, or None where the encoding has none.
_Writer: TypeAlias = Callable[[str], bytes | None]


def encoded(text: str, name: str) -> Iterator[bytes | str]:
    """Bytes of a text, and the characters in it that the encoding does not have.

    Args:
        text: what is written; a lone surrogate counts as U+FFFD.
        name: name of the standard. UTF-16 and UTF-32 are written as UTF-8, as the standard
            wants it where a page is in one of them.
    """
    if name == "iso-2022-jp":
        yield from _iso_2022_jp(text)
        return
    writer = _writer(name)
    for character in text:
        if character < "\x80":
            yield character.encode("ascii")
        else:
            shown = "\ufffd" if "\ud800" <= character <= "\udfff" else character
            code = writer(shown)
            yield shown if code is None else code


def escaped_query(query: str, name: str) -> str:
    """Query of a web address, percent-encoded after it was written in an encoding.

    A character that the encoding does not have becomes the number that HTML gives it,
    ``&#8364;``, itself percent-encoded, as a browser sends it.
    """
    found: list[str] = []
    for piece in encoded(query, name):
        if isinstance(piece, str):
            found.append(f"%26%23{ord(piece)}%3B")
        else:
            found.extend(
                f"%{byte:02X}"
                if byte < 0x20 or byte > 0x7E or byte in _SPECIAL_QUERY
                else chr(byte)
                for byte in piece
            )
    return "".join(found)


@cache
def _writer(name: str) -> _Writer:
    if name.startswith("utf"):
        return _utf8
    if name in _WRITERS:
        return _WRITERS[name]
    if name in CODECS or name in ("ibm866", "koi8-r", "koi8-u", "x-user-defined"):
        return _single_byte(name)
    return _single_byte(name) if name.startswith(("iso-8859", "windows")) else _utf8


def _utf8(character: str) -> bytes:
    return character.encode("utf-8")


def _single_byte(name: str) -> _Writer:
    """Writer for an encoding of one byte a character: its reader, turned round."""
    table: dict[str, bytes] = {}
    for byte in range(0x80, 0x100):
        table.setdefault(read(bytes((byte,)), name), bytes((byte,)))
    table.pop("\ufffd", None)
    return table.get


# --- encodings of several bytes --------------------------------------------------------------


@cache
def _big5_table() -> dict[str, bytes]:
    """Bytes of each character; those from Hong Kong are read but never written."""
    table: dict[str, bytes] = {}
    for pointer in range((0xA1 - 0x81) * 157, (0xFF - 0x81) * 157):
        code = index.big5_bytes(pointer)
        character = index.big5(code)
        if character in _BIG5_LAST:
            table[character] = code
        elif character:
            table.setdefault(character, code)
    return table


def _pairs(leads: range, trails: range) -> Iterator[bytes]:
    return (bytes((lead, trail)) for lead in leads for trail in trails)


@cache
def _euc_kr_table() -> dict[str, bytes]:
    return _first(index.euc_kr, _pairs(range(0x81, 0xFF), range(0x41, 0xFF)))


@cache
def _gb18030_table() -> dict[str, bytes]:
    return _first(index.gb18030, _pairs(range(0x81, 0xFF), range(0x40, 0xFF)))


@cache
def _shift_jis_table() -> dict[str, bytes]:
    """Bytes of each character; of vendors' rows that repeat others none is written."""
    leads = [*range(0x81, 0xA0), *range(0xE0, 0xED), *range(0xF0, 0xFD)]
    codes = (bytes((lead, trail)) for lead in leads for trail in range(0x40, 0xFD))
    return _first(index.shift_jis, codes)


def _first(character_of: Callable[[bytes], str], codes: Iterator[bytes]) -> dict[str, bytes]:
    table: dict[str, bytes] = {}
    for code in codes:
        character = character_of(code)
        if character:
            table.setdefault(character, code)
    return table


@cache
def _jis0208_table() -> dict[str, bytes]:
    """Row and cell of each character, counted from 0."""
    table: dict[str, bytes] = {}
    for row in range(94):
        for cell in range(94):
            character = index.jis0208(row, cell)
            if character:
                table.setdefault(character, bytes((row, cell)))
    return table


def _big5(character: str) -> bytes | None:
    return _big5_table().get(character)


def _euc_kr(character: str) -> bytes | None:
    return _euc_kr_table().get(character)


def _shift_jis(character: str) -> bytes | None:
    if character == "\x80":
        return b"\x80"
    return _japanese_letter(character) or _shift_jis_table().get(_minus(character))


def _euc_jp(character: str) -> bytes | None:
    letter = _japanese_letter(character)
    if letter:
        return letter if letter[0] < 0x80 else b"\x8e" + letter
    place = _jis0208_table().get(_minus(character))
    return None if place is None else bytes((place[0] + 0xA1, place[1] + 0xA1))


def _japanese_letter(character: str) -> bytes:
    """One byte of the sets for yen sign, overline and half-width katakana, or none."""
    if character == "\xa5":
        return b"\x5c"
    if character == "\u203e":
        return b"\x7e"
    if "\uff61" <= character <= "\uff9f":
        return bytes((ord(character) - 0xFF61 + 0xA1,))
    return b""


def _minus(character: str) -> str:
    return "\uff0d" if character == "\u2212" else character


def _gbk(character: str) -> bytes | None:
    if character == "\u20ac":
        return b"\x80"
    code = _gb18030(character)
    return code if code is not None and len(code) == 2 else None


def _gb18030(character: str) -> bytes | None:
    if character == "\ue5e5":
        return None
    if character == "\ue7c7":
        return b"\x81\x35\xf4\x37"
    code = _GB18030_2005.get(character) or _gb18030_table().get(character)
    return code or character.encode("gb18030")


_WRITERS: Final[dict[str, _Writer]] = {
    "big5": _big5,
    "euc-kr": _euc_kr,
    "shift_jis": _shift_jis,
    "euc-jp": _euc_jp,
    "gbk": _gbk,
    "gb18030": _gb18030,
}


def _iso_2022_jp(text: str) -> Iterator[bytes | str]:
    """The same for the encoding that switches sets; it ends in ASCII.

    The three control characters that could switch on their own are not written. Only between
    two sets is it seen in which of them a character is missing.
    """
    state = b"\x1b(B"
    for character in text:
        switch, code = _switched(character, state)
        if code is None:
            if state == b"\x1b$B":
                state = b"\x1b(B"
                yield state
            yield "\ufffd" if character in "\x0e\x0f\x1b" else character
            continue
        if switch != state:
            state = switch
            yield switch
        yield code
    if state != b"\x1b(B":
        yield b"\x1b(B"


def _switched(character: str, state: bytes) -> tuple[bytes, bytes | None]:
    """Set that a character is written in, and its bytes there."""
    ascii_set, roman = b"\x1b(B", b"\x1b(J"
    if character in "\x0e\x0f\x1b":
        return ascii_set, None
    if character < "\x80":
        stays = state == roman and character not in "\\~"
        return (roman if stays else ascii_set), character.encode("ascii")
    if character in "\xa5\u203e":
        return roman, b"\x5c" if character == "\xa5" else b"\x7e"
    wanted = _minus(character)
    if "\uff61" <= wanted <= "\uff9f":
        wanted = _KATAKANA[ord(wanted) - 0xFF61]
    place = _jis0208_table().get(wanted)
    if place is None:
        return state, None
    return b"\x1b$B", bytes((place[0] + 0x21, place[1] + 0x21))
