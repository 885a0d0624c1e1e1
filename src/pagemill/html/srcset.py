"""The pictures of a ``srcset`` attribute.

Source: WHATWG HTML, "parsing a srcset attribute".
"""

from __future__ import annotations

import re
from typing import Final

_START: Final = re.compile(r"[\t\n\f\r ,]*([^\t\n\f\r ]*)")
# Descriptors end at a comma; one inside parentheses belongs to a descriptor of the future.
_DESCRIPTORS: Final = re.compile(r"(?:[^(),]|\([^)]*(?:\)|$)|\))*,?")


def candidates(srcset: str) -> list[tuple[str, str]]:
    """References of the pictures, each with its descriptor such as ``2x`` or ``480w``."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(srcset):
        start = _START.match(srcset, at)
        reference = start[1] if start else ""
        if start is None or not reference:
            break
        at = start.end()
        descriptor = ""
        if reference.endswith(","):
            reference = reference.rstrip(",")
        elif ended := _DESCRIPTORS.match(srcset, at):
            descriptor = " ".join(ended[0].rstrip(",").split())
            at = ended.end()
        if reference:
            found.append((reference, descriptor))
    return found
