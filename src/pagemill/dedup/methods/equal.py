"""Equal texts: grouped by a checksum, and where it is a weak one compared byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from pagemill.dedup.checksum import blake
from pagemill.dedup.methods.inverted import shared
from pagemill.dedup.methods.method import Found, ordered
from pagemill.text.normalize import collapsed, composed

Checksum = Callable[[bytes], int]
Form = Callable[[str], str]

CHECKSUM_BYTES = 8


def as_it_is(text: str) -> str:
    """The text itself."""
    return text


def normalised(text: str) -> str:
    """The text in Unicode's canonical composition, white space collapsed."""
    return composed(collapsed(text))


def equal_pairs(
    texts: Sequence[str],
    threshold: float = 1.0,
    *,
    checksum: Checksum = blake,
    form: Form = normalised,
    is_verified: bool = True,
) -> Found:
    """Find texts with an equal checksum.

    Args:
        texts: any; a text without anything in it is in no pair.
        threshold: not used: texts are equal or they are not.
        checksum: of the bytes of the text.
        form: what is done to a text first.
        is_verified: whether texts with an equal checksum are compared as well.

    Source:
        IIR section 19.6: "whenever the fingerprints of two web pages are equal, we test
        whether the pages themselves are equal".
    """
    del threshold
    forms = [form(text) for text in texts]
    filled = [number for number, text in enumerate(forms) if text.strip()]
    sums = [checksum(forms[number].encode("utf-8", "surrogatepass")) for number in filled]
    found = shared(np.array(sums, np.uint64), np.array(filled, np.int64))
    pairs = ordered(
        found.left, found.right, np.ones(found.left.size), CHECKSUM_BYTES * len(texts)
    )
    if not is_verified:
        return pairs
    both = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
    return pairs.only(np.array([forms[one] == forms[two] for one, two in both], np.bool_))
