"""Which character encoding the bytes of a page are in, why, and the text they make.

Evidence counts in this order: byte order mark, charset of the HTTP header, declaration inside
the document (meta element, XML declaration), validity as UTF-8 even with some damage, a
statistical detector, and windows-1252 when nothing else fits. A declaration is believed only
as far as the bytes bear it out.

Source: WHATWG HTML, section 13.2.3 "The input byte stream"; WHATWG Encoding Standard. Deviates:
bytes that form many valid UTF-8 sequences are UTF-8 whatever the declaration says (a browser
shows rubbish there); declarations after the first 1,024 bytes and in a misspelt meta element
count too; UTF-32 is read; gb2312 and gbk are read as gb18030.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from pagemill.html.encoding_labels import CODECS, LABELS, MULTI_BYTE
from pagemill.html.legacy_decode import read
from pagemill.model.docview import EncodingGuess

PRESCAN_BYTES: Final = 1024
_LATE_BYTES: Final = 65_536
_DETECT_BYTES: Final = 65_536
_FALLBACK: Final = "windows-1252"
# Text of another encoding seldom has even a third of its characters valid as UTF-8.
_UTF8_DAMAGE: Final = 0.25
# Below this the detector ranks single-byte tables by next to nothing; a fit of a multi-byte
# encoding is telling even on a few characters.
_CREDIBLE: Final = 0.15
_SPACE: Final = b"\t\n\x0c\r "

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32le"),
    (codecs.BOM_UTF32_BE, "utf-32be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)

_HEADER_CHARSET: Final = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)
_CONTENT_CHARSET: Final = re.compile(
    rb"""charset[\t\n\f\r ]*=[\t\n\f\r ]*
    (?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))""",
    re.IGNORECASE | re.VERBOSE,
)
_TAG: Final = re.compile(rb"</?[A-Za-z][^\t\n\f\r >]*")
_META: Final = re.compile(rb"<meta[\t\n\f\r /]", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    rb"""[\t\n\f\r /]*
    (?:>|(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*)
        (?:[\t\n\f\r ]*=[\t\n\f\r ]*
            (?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'
              |(?P<bare>[^\t\n\f\r >"'][^\t\n\f\r >]*)(?=[\t\n\f\r >])|(?=>)|(?P<cut>))
        )?)""",
    re.VERBOSE,
)
_COMMENT_OR_META: Final = re.compile(rb"<(?:!--|(?P<meta>meta[\t\n\f\r /]))", re.IGNORECASE)
_MOST_BROKEN_METAS: Final = 50
_MISSPELT_META: Final = re.compile(
    rb"""<\s*meta\b[^>]{0,400}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:\-]{2,40})""", re.IGNORECASE
)
_XML: Final = re.compile(
    rb"""<\?xml[^>]*?encoding[\x00-\x20]*=[\x00-\x20]*(?:"([^"\x00-\x20]*)"|'([^'\x00-\x20]*)')"""
)
_HIGH_BYTES: Final = bytes(range(0x80, 0x100))
_ANSI_SHIFTS: Final = (b"\x1b$", b"\x1b(", b"~{")


def decoded(payload: bytes, media_type: str = "") -> tuple[str, EncodingGuess]:
    """Text of a page and the evidence for its encoding. Never raises.

    Args:
        payload: body of the answer.
        media_type: ``Content-Type`` as the server stated it, with its parameters.
    """
    marked = _by_mark(payload)
    if marked:
        return marked
    plain = _as_utf8(payload)
    declared = _declared(payload, media_type)
    if plain is not None:
        return _valid_utf8(payload, plain, declared)
    wide = _by_zeros(payload)
    if wide:
        return wide
    return _not_utf8(payload, declared)


def plain_utf8(payload: bytes, media_type: str = "") -> EncodingGuess | None:
    """What :func:`decoded` says of a page if its bytes are valid UTF-8 and all speaks for it.

    Returns:
        None where the bytes have to be looked at closely.
    """
    if payload.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return None
    declared = _declared(payload, media_type)
    name, evidence = declared[0] if declared else ("utf-8", "utf-8")
    if payload.isascii():
        if _by_zeros(payload) or any(shift in payload for shift in _ANSI_SHIFTS):
            return None
    elif name != "utf-8":
        return None
    return EncodingGuess(name=name, evidence=evidence, confidence=1.0)


def label_name(label: str) -> str:
    """WHATWG name of a label such as ``GB2312`` or ``latin1``; ``""`` for an unknown one."""
    return LABELS.get(label.strip("\t\n\f\r ").lower(), "")


# --- what the outside and the document declare ---------------------------------------------


def _declared(payload: bytes, media_type: str) -> list[tuple[str, str]]:
    """Declared encodings as ``(name, evidence)``, strongest first, each name once."""
    found: list[tuple[str, str]] = []
    match = _HEADER_CHARSET.search(media_type) if media_type else None
    if match:
        found.append((label_name(match[1]), "http"))
    name, evidence = prescanned(payload[:PRESCAN_BYTES])
    if not name:
        head = payload[:_LATE_BYTES]
        name, evidence = late(head) or _misspelt(head), "meta"
    found.append((name, evidence))
    return [
        (name, evidence)
        for i, (name, evidence) in enumerate(found)
        if name and name != "replacement" and name not in [earlier for earlier, _ in found[:i]]
    ]


def prescanned(head: bytes) -> tuple[str, str]:
    """Encoding that a document's first bytes declare, as the HTML standard looks for it.

    Args:
        head: the first 1,024 bytes.

    Returns:
        Name and evidence (``meta`` or ``xml``), both empty where nothing is declared.

    Source: WHATWG HTML, "prescan a byte stream to determine its encoding".
    """
    if head.startswith(b"<\x00?\x00x\x00"):
        return "utf-16le", "xml"
    if head.startswith(b"\x00<\x00?\x00x"):
        return "utf-16be", "xml"
    name = _by_meta(head)
    if name:
        return name, "meta"
    match = _XML.match(head)
    if match:
        name = _document_name(match[1] or match[2] or b"")
        if name:
            return name, "xml"
    return "", ""


def _by_meta(head: bytes) -> str:
    at = head.find(b"<")
    while at >= 0:
        if head.startswith(b"<!--", at):
            end = head.find(b"-->", at + 2)
            after = end + 3 if end >= 0 else -1
        elif _META.match(head, at):
            name, after = _meta(head, at + 5)
            if name:
                return name
        elif tag := _TAG.match(head, at):
            _, after = _attributes(head, tag.end())
        elif head[at + 1 : at + 2] in (b"!", b"/", b"?"):
            after = head.find(b">", at)
        else:
            after = at + 1
        if after < 0:
            return ""
        at = head.find(b"<", after)
    return ""


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """Attributes of the tag and where it ends; -1 where the bytes end inside the tag."""
    found: dict[bytes, bytes] = {}
    while match := _ATTRIBUTE.match(head, at):
        at = match.end()
        if match["name"] is None:
            return found, at
        if match["cut"] is not None or at >= len(head):
            break
        value = match["double"] or match["single"] or match["bare"] or b""
        found.setdefault(match["name"].lower(), value.lower())
    return found, -1


def _meta(head: bytes, at: int) -> tuple[str, int]:
    """Encoding that one meta element declares, or ``""``; and where the element ends."""
    attributes, after = _attributes(head, at)
    if after < 0:
        return "", -1
    if b"charset" in attributes:
        return _document_name(attributes[b"charset"]), after
    if attributes.get(b"http-equiv") == b"content-type":
        return _document_name(_content_charset(attributes.get(b"content", b""))), after
    return "", after


def _content_charset(content: bytes) -> bytes:
    match = _CONTENT_CHARSET.search(content)
    return (match[1] or match[2] or match[3] or b"") if match else b""


def late(head: bytes) -> str:
    """Encoding named by a meta element after the first 1,024 bytes, or ``""``.

    The standard lets a parser that meets such an element start again with it.
    """
    if b"charset" not in head.lower():
        return ""
    at = broken = 0
    has_comments = True
    while match := _COMMENT_OR_META.search(head, at):
        at = match.end()
        if not match["meta"]:
            end = head.find(b"-->", at) if has_comments else -1
            has_comments = end >= 0
            at = end + 3 if has_comments else at
        elif at > PRESCAN_BYTES:
            name, after = _meta(head, at - 1)
            # Each that does not end has been read to the end of the bytes.
            broken += after < 0
            if name or broken > _MOST_BROKEN_METAS:
                return name
    return ""


def _misspelt(head: bytes) -> str:
    """Encoding named in any meta element, whatever its other attributes are called."""
    match = _MISSPELT_META.search(head)
    return _document_name(match[1]) if match else ""


def _document_name(label: bytes) -> str:
    """Name of a label found inside a document, which cannot be UTF-16 if it was readable."""
    name = label_name(label.decode("latin-1"))
    if name.startswith(("utf-16", "utf-32")):
        return "utf-8"
    return _FALLBACK if name == "x-user-defined" else name


# --- deciding ------------------------------------------------------------------------------


def _by_mark(payload: bytes) -> tuple[str, EncodingGuess] | None:
    if not payload.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return None
    for mark, name in _MARKS:
        if payload.startswith(mark):
            text = read(payload[len(mark) :], name)
            return text, EncodingGuess(name=name, evidence="bom", confidence=1.0)
    return None


def _valid_utf8(
    payload: bytes, plain: str, declared: list[tuple[str, str]]
) -> tuple[str, EncodingGuess]:
    """Decide about bytes that are valid UTF-8: nearly always UTF-8, or plain ASCII."""
    name, evidence = declared[0] if declared else ("utf-8", "utf-8")
    if payload.isascii():
        wide = _by_zeros(payload)
        if wide:
            return wide
        shifted = _by_shifts(payload, declared)
        if shifted:
            return shifted
        return plain, EncodingGuess(name=name, evidence=evidence, confidence=1.0)
    if name == "utf-8":
        return plain, EncodingGuess(name=name, evidence=evidence, confidence=1.0)
    sequences = len(plain) - len(payload.translate(None, _HIGH_BYTES))
    reading = read(payload, name)
    needed = 12 if name in MULTI_BYTE else 2
    if sequences >= needed or _damage(reading) > 0.02 or "utf-8" in dict(declared):
        odds = 1.0 - 0.5 ** min(sequences + 1, 20)
        return plain, EncodingGuess(name="utf-8", evidence="utf-8", confidence=odds)
    return reading, EncodingGuess(name=name, evidence=evidence, confidence=0.7)


def _by_shifts(
    payload: bytes, declared: list[tuple[str, str]]
) -> tuple[str, EncodingGuess] | None:
    """Read seven-bit encodings that switch sets by escape sequences."""
    if not any(shift in payload for shift in _ANSI_SHIFTS):
        return None
    for name, evidence in declared:
        if name == "iso-2022-jp":
            return read(payload, name), EncodingGuess(
                name=name, evidence=evidence, confidence=0.95
            )
    name, confidence = _likeliest(payload[:_DETECT_BYTES])
    if not name.startswith(("iso2022", "iso-2022", "hz")):
        return None
    # The detector names a variant with more sets; few pages use them, and no browser knows it.
    if name.startswith("iso2022-jp") and "\ufffd" not in read(payload, "iso-2022-jp"):
        name = "iso-2022-jp"
    return _detected(payload, name, confidence)


def _by_zeros(payload: bytes) -> tuple[str, EncodingGuess] | None:
    """Read UTF-16 and UTF-32 without a mark, betrayed by the zeros between Latin letters."""
    head = payload[:2048]
    if head.count(0) * 5 < len(head) or len(head) < 4:
        return None
    shares = [head[place::4].count(0) / len(head[place::4]) for place in range(4)]
    name = ""
    if min(shares[1:]) > 0.9 and shares[0] < 0.1:
        name = "utf-32le"
    elif min(shares[:3]) > 0.9 and shares[3] < 0.1:
        name = "utf-32be"
    elif min(shares[1], shares[3]) > 0.3 and max(shares[0], shares[2]) < 0.1:
        name = "utf-16le"
    elif min(shares[0], shares[2]) > 0.3 and max(shares[1], shares[3]) < 0.1:
        name = "utf-16be"
    if not name:
        return None
    text = read(payload, name)
    return text, EncodingGuess(name=name, evidence="detector", confidence=0.95)


def _not_utf8(payload: bytes, declared: list[tuple[str, str]]) -> tuple[str, EncodingGuess]:
    """Decide about bytes that are not valid UTF-8."""
    if declared and declared[0][0] in MULTI_BYTE:
        name, evidence = declared[0]
        exact = read(payload, name)
        if "\ufffd" not in exact:
            return exact, EncodingGuess(name=name, evidence=evidence, confidence=0.99)
    repaired = payload.decode("utf-8", "replace")
    utf8_damage = _utf8_damage(payload, repaired)
    for name, evidence in declared:
        reading = repaired if name == "utf-8" else read(payload, name)
        damage = utf8_damage if name == "utf-8" else _damage(reading)
        limit = 0.5 if name == "utf-8" else 0.1
        if damage <= limit and not (name != "utf-8" and utf8_damage < 0.1):
            confidence = round(0.99 - damage, 4)
            return reading, EncodingGuess(name=name, evidence=evidence, confidence=confidence)
    if utf8_damage <= _UTF8_DAMAGE:
        confidence = round(0.95 - utf8_damage, 4)
        return repaired, EncodingGuess(name="utf-8", evidence="utf-8", confidence=confidence)
    return _by_detector(payload)


def _by_detector(payload: bytes) -> tuple[str, EncodingGuess]:
    name, confidence = _likeliest(payload[:_DETECT_BYTES])
    if name not in MULTI_BYTE and confidence < _CREDIBLE:
        name, confidence = _likeliest_undamaged(payload[:_DETECT_BYTES])
    if name:
        return _detected(payload, name, confidence)
    text = read(payload, _FALLBACK)
    return text, EncodingGuess(name=_FALLBACK, evidence="fallback", confidence=0.1)


def _likeliest(payload: bytes) -> tuple[str, float]:
    import chardet  # noqa: PLC0415  (half a second at first use; most pages never need it)

    found = chardet.detect(payload, prefer_superset=False, compat_names=False)
    return _standard_name(found["encoding"] or ""), found["confidence"]


def _likeliest_undamaged(payload: bytes) -> tuple[str, float]:
    """Multi-byte encoding that all but a few bytes fit, and the detector's trust in it.

    The detector drops an encoding at the first sequence that does not fit, so that one cut
    character hides it: it is asked again about the bytes that do.
    """
    for name in ("gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"):
        if _damage(read(payload, name)) <= 0.01:
            codec = CODECS.get(name, name)
            sound = payload.decode(codec, "ignore").encode(codec, "ignore")
            likeliest, confidence = _likeliest(sound)
            if CODECS.get(likeliest, likeliest) == codec:
                return name, confidence * 0.9
    return "", 0.0


def _detected(payload: bytes, name: str, confidence: float) -> tuple[str, EncodingGuess]:
    try:
        text = read(payload, name)
    except (LookupError, UnicodeError):  # a codec that this Python lacks
        name, confidence = _FALLBACK, 0.1
        text = read(payload, name)
    confidence = round(min(1.0, max(0.0, confidence)), 4)
    return text, EncodingGuess(name=name, evidence="detector", confidence=confidence)


def _standard_name(codec: str) -> str:
    """WHATWG name of a Python codec, or the codec's own name where the standard has none."""
    spelt = codec.lower().replace("_", "-")
    known = label_name(spelt) or label_name(spelt.replace("iso8859", "iso-8859"))
    return known if known and known != "replacement" else spelt


# --- reading -------------------------------------------------------------------------------


def _as_utf8(payload: bytes) -> str | None:
    try:
        return payload.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _damage(text: str) -> float:
    """Share of U+FFFD among the characters beyond ASCII."""
    lost = text.count("\ufffd")
    if not lost:
        return 0.0
    return lost / _beyond_ascii(text)


def _utf8_damage(payload: bytes, repaired: str) -> float:
    """Share of the characters beyond ASCII that are no valid UTF-8.

    A byte sequence of another encoding is valid UTF-8 only by chance, so that a few bad
    sequences among many good ones are damage and not another encoding.
    """
    whole = _beyond_ascii(repaired)
    lost = repaired.count("\ufffd") - payload.count(b"\xef\xbf\xbd")
    return lost / whole if whole else 0.0


def _beyond_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))
