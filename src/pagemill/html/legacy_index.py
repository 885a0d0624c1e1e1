"""The character indexes of the WHATWG Encoding Standard for encodings of several bytes.

Python has tables of its own for these encodings, by other sources. What is here are the places
where the two part; everything else is looked up in Python's. An index is a sequence of
characters; a *pointer* is a place in it, and an encoding says which bytes make which pointer.

Source: WHATWG Encoding Standard, section 5 "Indexes".
"""

from __future__ import annotations

from functools import cache
from typing import Final

# Bytes of the first character, then the characters from there on, for Big5.
_BIG5_ADDED: Final = """
877a 㡵𡵓𣚞𦀡㻬𥣞㫵竼龗𤅡𨤍𣇪𠪊𣉞䌊蒄龖鐯䤰蘓墖靊鈘秐稲晠権袝瑌篅枂稬剏
87bd 遆㓦珄𥶹瓆鿇垳䤯呌䄱𣚎堘穲𧭥讏䚮𦺈䆁𥶙箮𢒼鿈𢓁𢓉𢓌鿉蔄𣖻䂴鿊䓡𪷿拁
87de 灮鿋
8e69 箸  8e6f 簆  8e7e 糎  8eab 緒  8eb4 縝  8ecd 者  8ed0 耨  8f57 菁  8f69 蒨  8f6e 萏
8fcb 覦覩  8ffe 起  906d 都  907a 銹  90dc 靜  90f1 響  91bf 鼖  9244 蔃  92af 兙兛兝兞  92c8 鍮
92d1 瑹  9447 浧  94ca 禛  95d9 邗  9644 靝  96ed 瀞  96fc 嬨  9b76 爁  9b78 矗  9b7b 纇
9bc6 駖  9bde 釔  9bec 惞  9bf6 澶  9c42 輶  9c53 侻  9c62 營  9c68 鄄  9c6b 鷰  9c77 菏
9cbc 尐秣  9cd0 婧  9d57 輋  9d5a 筑  9dc4 拐  9ea9 恢  9eef 痹  9efd 汊  9f60 鬮  9f66 鼗
9fcb 僭  9fd8 弌  a063 蠏  a077 拎  a0d5 瑨  a0df 煢  a0e4 牐
a3c0 ␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡
a3e1 €
c6cf 廴  c6d3 无  c6d5 癶  c6d7 隶  c6de 〃仝  fa5f 倩  fa66 偽  fabd 包  fac5 卄  fad5 卿
fb48 嘅  fbb8 婷  fbf3 幵  fbf9 廐  fc4f 彘  fc6c 悤  fcb9 撐  fce2 晴  fcf1 杞  fdb7 沜渝
fdbb 港  fdf1 煮  fe52 猪  fe6f 瑜  feaa 瓩  fedd 砉
"""
# Two bytes each, for Big5: characters of the standard that Python reads as others.
_BIG5_CHANGED: Final = """
a145 \u2027  a14e \ufe51  a1c2 \u00af  a1e3 \uff5e  a1f2 \u2295  a1f3 \u2299  a241 \u2215
a242 \ufe68  a244 \uffe5  a246 \uffe0  a247 \uffe1
"""

# What Python reads -> what the standard reads, where no other bytes are read so by Python.
REREAD: Final[dict[str, dict[int, int]]] = {
    "big5": str.maketrans(
        "\u2022\uff64\u203e\u223c\u2641\u2609\xa5\xa2\xa3",
        "\u2027\ufe51\xaf\uff5e\u2295\u2299\uffe5\uffe0\uffe1",
    ),
    "gb18030": str.maketrans(
        "\ue5e5\ue78d\ue78e\ue78f\ue790\ue791\ue792\ue793\ue794\ue795\ue796\ue7c7"
        "\u1e3f\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864",
        "\u3000\ufe10\ufe12\ufe11\ufe13\ufe14\ufe15\ufe16\ufe17\ufe18\ufe19\u1e3f"
        "\ue7c7\u9fb4\u9fb5\u9fb6\u9fb7\u9fb8\u9fb9\u9fba\u9fbb",
    ),
    "euc-jp": str.maketrans(
        "\u301c\u2016\u2212\xa2\xa3\xac", "\uff5e\u2225\uff0d\uffe0\uffe1\uffe2"
    ),
    "shift_jis": str.maketrans("\uf8f0\uf8f1\uf8f2\uf8f3", "\ufffd" * 4),
    "koi8-u": str.maketrans("\u255d\u256c", "\u045e\u040e"),
}

# Bytes that Python reads as it reads others, so that the text no longer tells them apart.
BLURRED: Final[dict[str, tuple[bytes, ...]]] = {
    "big5": (b"\xa2\x41", b"\xa2\x42"),
    "euc-jp": (b"\x8f\xa2\xb7",),
}


def big5_pointer(lead: int, trail: int) -> int:
    """Pointer of two bytes of Big5; -1 where the second cannot be one."""
    if not (0x40 <= trail <= 0x7E or 0xA1 <= trail <= 0xFE):
        return -1
    return (lead - 0x81) * 157 + trail - (0x40 if trail < 0x7F else 0x62)


def big5_bytes(pointer: int) -> bytes:
    """Two bytes of Big5 that make a pointer."""
    lead, trail = divmod(pointer, 157)
    return bytes((lead + 0x81, trail + (0x40 if trail < 0x3F else 0x62)))


@cache
def _big5_own() -> dict[bytes, str]:
    """Where the index differs from Python's table."""
    found: dict[bytes, str] = {}
    words = iter((_BIG5_ADDED + _BIG5_CHANGED).split())
    for place in words:
        first = bytes.fromhex(place)
        pointer = big5_pointer(*first)
        for step, character in enumerate(next(words)):
            found[big5_bytes(pointer + step)] = character
    return found


def big5(two: bytes) -> str:
    """Character of two bytes of Big5, in four cases a letter and its accent; or ``""``."""
    own = _big5_own().get(two)
    return own if own is not None else _python(two, "big5hkscs")


def euc_kr(two: bytes) -> str:
    """Character of two bytes of EUC-KR, or ``""``."""
    return _python(two, "cp949")


def gb18030(several: bytes) -> str:
    """Character of two or four bytes of GB18030, or ``""``."""
    return _python(several, "gb18030").translate(REREAD["gb18030"])


def shift_jis(two: bytes) -> str:
    """Character of two bytes of Shift_JIS, or ``""``."""
    return _python(two, "cp932")


def jis0208(row: int, cell: int) -> str:
    """Character of the set JIS X 0208 with the additions of vendors, or ``""``.

    Args:
        row: 0 to 93.
        cell: 0 to 93.
    """
    lead, trail = divmod(row * 94 + cell, 188)
    return shift_jis(
        bytes(
            (
                lead + (0x81 if lead < 0x1F else 0xC1),
                trail + (0x40 if trail < 0x3F else 0x41),
            )
        )
    )


def jis0212(row: int, cell: int) -> str:
    """Character of the set JIS X 0212, rows and cells counted from 0; or ``""``."""
    if (row, cell) == (1, 0x16):
        return "\uff5e"
    return _python(bytes((0x8F, row + 0xA1, cell + 0xA1)), "euc_jp")


def _python(code: bytes, codec: str) -> str:
    try:
        return code.decode(codec)
    except UnicodeDecodeError:
        return ""
