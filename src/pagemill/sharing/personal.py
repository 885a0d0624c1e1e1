"""Addresses and numbers of people, replaced in texts by a word that says what stood there.

Only what its form betrays is found: no names. Numbers of cards and accounts are replaced where
their check digits are right.

Source:
    ISO/IEC 7812 (Luhn check digit); ISO 13616 (IBAN, modulo 97); RFC 5321 (mailboxes, in the
    form that people write).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

_MAIL = re.compile(
    r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b"
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_CARD = re.compile(r"\b\d(?:[ -]?\d){12,18}\b")
_ADDRESS = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")
_PHONE = re.compile(
    r"(?<![\w+.,/-])(?:\+\d{1,3}|\(0?\d{2,5}\)|0\d{1,4})(?:[ \-./()]{0,2}\d){5,12}\b"
)


def redacted(text: str) -> tuple[str, Counter[str]]:
    """The text with personal data replaced, and how often which kind was.

    Example:
        >>> redacted("Write to ann.lee@example.org.")
        ('Write to <EMAIL>.', Counter({'email': 1}))
    """
    found: Counter[str] = Counter()
    for kind, pattern, is_one in _KINDS:
        pieces: list[str] = []
        at = 0
        for match in pattern.finditer(text):
            if is_one(match.group()):
                pieces += (text[at : match.start()], f"<{kind.upper()}>")
                at = match.end()
                found[kind] += 1
        text = "".join([*pieces, text[at:]])
    return text, found


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    moved = plain[4:] + plain[:4]
    return int("".join(str(int(one, 36)) for one in moved)) % 97 == 1


def _is_card(text: str) -> bool:
    digits = [int(one) for one in text if one.isdigit()][::-1]
    doubled = [sum(divmod(2 * one, 10)) if at % 2 else one for at, one in enumerate(digits)]
    return sum(doubled) % 10 == 0 and len(set(digits)) > 1


def _is_address(text: str) -> bool:
    return all(int(part) <= 255 for part in text.split("."))


def _is_any(text: str) -> bool:
    return bool(text)


_KINDS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    ("email", _MAIL, _is_any),
    ("iban", _IBAN, _is_iban),
    ("card", _CARD, _is_card),
    ("ip", _ADDRESS, _is_address),
    ("phone", _PHONE, _is_any),
)
