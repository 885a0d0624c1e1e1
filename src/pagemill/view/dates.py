"""Days as people write them, read without guessing: ``""`` rather than a wrong day.

``3/4/2024`` is the third of April or the fourth of March, so it is no date here; ``13/4/2024``
can be read in one way only. With points (``3.4.2024``) the day comes first everywhere.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

EARLIEST_YEAR: Final = 1980
LATEST_YEAR: Final = 2099

_MONTHS: Final = """
1: january jan janvier janv januar jänner januari enero ene gennaio gen janeiro styczeń
   stycznia leden ledna января январь ianuarie január ocak
2: february feb février févr fevrier februar feber februari febrero febbraio fevereiro fev
   lutego luty února únor февраля февраль februarie február şubat
3: march mar mars märz maerz maart marzo março marca marzec března březen марта март martie
   március mart
4: april apr avril avr abril abr aprile kwietnia kwiecień dubna duben апреля апрель aprilie
   április nisan
5: may mai mei mayo maggio mag maio maja maj května květen мая май május mayıs
6: june jun juin juni junio giugno giu junho czerwca czerwiec června červen июня июнь iunie
   június haziran
7: july jul juillet juil juli julio luglio lug julho lipca lipiec července červenec июля июль
   iulie július temmuz
8: august aug août aout augustus agosto ago sierpnia sierpień srpna srpen августа август
   augusti augusztus ağustos
9: september sep sept septembre septiembre setiembre settembre set setembro września wrzesień
   září сентября сентябрь septembrie szeptember eylül
10: october oct octobre oktober okt octubre ottobre ott outubro out października październik
   října říjen октября октябрь octombrie október ekim
11: november nov novembre noviembre novembro listopada listopad listopadu ноября ноябрь
   noiembrie kasım
12: december dec décembre déc decembre dezember dez diciembre dic dicembre dezembro grudnia
   grudzień prosince prosinec декабря декабрь decembrie aralık desember
"""


def _month_numbers(table: str) -> dict[str, int]:
    """``name -> 1..12`` of a table whose rows begin with the number."""
    numbers: dict[str, int] = {}
    month = 0
    for word in table.split():
        if word.endswith(":"):
            month = int(word[:-1])
        else:
            numbers[word] = month
    return numbers


_MONTH_NUMBERS: Final = _month_numbers(_MONTHS)

_TIME: Final = (
    r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?"
    r"\s?(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)(?![\d:])"
)
_NOT_BEFORE: Final = r"(?<![\d/.:-])"
_NUMERIC: Final = re.compile(
    _NOT_BEFORE + r"(?P<year>(?:19|20)\d\d)(?P<mark>[-/.])(?P<month>0?[1-9]|1[0-2])(?P=mark)"
    r"(?P<day>0?[1-9]|[12]\d|3[01])(?!\d)"
    rf"(?:(?:T|\s+){_TIME})?",
    re.IGNORECASE,
)
_HAN: Final = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)\s?[年년]\s?(?P<month>0?[1-9]|1[0-2])\s?[月월]\s?"
    r"(?P<day>0?[1-9]|[12]\d|3[01])\s?[日号號일]"
)
_COMPACT: Final = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
    r"(?:T?\d{4,6}(?!\d))?"
)
_DAY_FIRST: Final = re.compile(
    _NOT_BEFORE
    + r"(?P<first>0?[1-9]|[12]\d|3[01])(?P<mark>[./-])(?P<second>0?[1-9]|[12]\d|3[01])"
    r"(?P=mark)(?P<year>(?:19|20)\d\d)(?![\d/-])"
)
_DAY_MONTH_NAME: Final = re.compile(
    r"(?<![\d:])(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|º|\.)?[\s\-]+(?:de\s+|of\s+)?"
    r"(?P<name>[^\W\d_]{3,12})\.?,?[\s\-]+(?:de\s+|del\s+)?(?P<year>(?:19|20)\d\d)(?!\d)"
    rf"(?:\s+{_TIME})?",
    re.IGNORECASE,
)
_MONTH_NAME_DAY: Final = re.compile(
    r"(?P<name>[^\W\d_]{3,12})\.?\s+(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?,?\s+"
    r"(?P<year>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)


_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_ASCII_PATTERNS: Final = (_NUMERIC, _DAY_MONTH_NAME, _MONTH_NAME_DAY, _DAY_FIRST, _COMPACT)
_PATTERNS: Final = (_HAN, *_ASCII_PATTERNS)


def iso_date(text: str) -> str:
    """ISO 8601 day that a text states, with time and offset if it states both.

    Args:
        text: a declared date, or a line in which one date stands.

    Returns:
        ``2024-05-07``, ``2024-05-07T10:52:50+01:00``, or ``""`` where no day is certain. The
        first day of the text counts.
    """
    text = text[:400]
    if _YEAR.search(text) is None:
        return ""
    readings = [
        (match.start(), reading)
        for pattern in (_PATTERNS if not text.isascii() else _ASCII_PATTERNS)
        for match in pattern.finditer(text)
        if (reading := _reading(match))
    ]
    return min(readings)[1] if readings else ""


def url_date(url: str) -> str:
    """Day that stands in an address, as in ``/2024/05/07/`` or ``/2024/may/7/``, or ``""``."""
    match = _IN_URL.search(url) or _NAMED_IN_URL.search(url)
    return _reading(match) if match else ""


_IN_URL: Final = re.compile(
    r"(?<![\d])(?P<year>(?:19|20)\d\d)(?P<mark>[/\-_]?)(?P<month>0[1-9]|1[0-2])(?P=mark)"
    r"(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
)
_NAMED_IN_URL: Final = re.compile(
    r"/(?P<year>(?:19|20)\d\d)/(?P<name>[a-z]{3,9})/(?P<day>0?[1-9]|[12]\d|3[01])(?:/|$)",
    re.IGNORECASE,
)


def _reading(match: re.Match[str]) -> str:
    parts = match.groupdict()
    if "name" in parts:
        month = _MONTH_NUMBERS.get(parts["name"].lower(), 0)
        day = int(parts["day"])
    elif "first" in parts:
        day, month = _day_and_month(int(parts["first"]), int(parts["second"]), parts["mark"])
    else:
        month, day = int(parts["month"]), int(parts["day"])
    stated = _day(int(parts["year"]), month, day)
    return stated + _time(parts) if stated else ""


def _day_and_month(first: int, second: int, mark: str) -> tuple[int, int]:
    """Day and month of two numbers, (0, 0) where either could be the day."""
    if mark == "." or first == second or first > 12:
        return first, second
    return (second, first) if second > 12 else (0, 0)


def _day(year: int, month: int, day: int) -> str:
    if not EARLIEST_YEAR <= year <= LATEST_YEAR:
        return ""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _time(parts: dict[str, str]) -> str:
    if not parts.get("zone"):
        return ""
    zone = parts["zone"].upper()
    zone = "+00:00" if zone in ("Z", "UTC", "GMT") else f"{zone[:3]}:{zone[-2:]}"
    second = parts["second"] or "00"
    return f"T{int(parts['hour']):02}:{parts['minute']}:{second}{zone}"
