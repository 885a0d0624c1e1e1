"""One form of a text, so that equal texts compare equal."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from typing import Final

_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")


def collapsed(text: str) -> str:
    """Text with every run of white space as one blank and none at the ends."""
    return " ".join(text.split())


def composed(text: str) -> str:
    """Text in Unicode's canonical composition (NFC)."""
    return unicodedata.normalize("NFC", text)


def text_digest(text: str) -> str:
    """Fingerprint by which texts are exactly equal: 32 hex digits, BLAKE2b-128.

    Composition and white space make no difference. A text without any letter or digit has
    no fingerprint (``""``): pages without words are not copies of each other.
    """
    if not _LETTER_OR_DIGIT.search(text):
        return ""
    form = composed(collapsed(text))
    return blake2b(form.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
