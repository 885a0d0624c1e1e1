"""Whatever happens to the bytes of a document, looking at them and converting them is safe."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from material.documents import DOCBOOK, EVERY_KIND, MAIL, MARKDOWN, document
from pagemill.convert.inside import converted
from pagemill.media.sniff import media_type, recognised
from pagemill.media.types import DOCUMENTS

# Native readers are tried in the sandbox, where they may crash; these run in this process.
OURS = tuple(
    name for name in EVERY_KIND if not name.endswith(("pdf", "rtf", "xlsx", "xls", "ppt"))
)
TEXTS = {"book.xml": DOCBOOK, "letter.eml": MAIL, "text.md": MARKDOWN}
CLAIMS = st.sampled_from(["", "text/html", "text/plain", "image/png", *sorted(DOCUMENTS)])


def harmed(payload: bytes, places: list[tuple[int, int]], end: int) -> bytes:
    """Return a payload with some bytes changed and its end cut off."""
    found = bytearray(payload)
    for place, value in places:
        found[place % len(found)] = value
    return bytes(found[: len(found) - end % len(found)])


HARM = {
    "places": st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 255)), max_size=12),
    "end": st.one_of(st.just(0), st.integers(0, 1 << 20)),
}


@given(payload=st.binary(max_size=3_000), claim=CLAIMS)
def test_any_bytes_have_a_type(payload, claim):
    assert isinstance(media_type(payload, claim), str)


@pytest.mark.parametrize("name", EVERY_KIND)
@settings(max_examples=40)
@given(claim=CLAIMS, **HARM)
def test_a_harmed_document_has_a_type(name, claim, places, end):
    payload = harmed(document(name), places, end)
    assert recognised(payload, claim) == recognised(payload, claim)


@pytest.mark.parametrize("name", [*OURS, *TEXTS])
@settings(max_examples=40)
@given(**HARM)
def test_a_harmed_document_is_a_page_or_a_reject(name, places, end):
    payload = harmed(TEXTS.get(name) or document(name), places, end)
    kind = media_type(TEXTS.get(name) or document(name), "text/markdown")
    answer, html = converted(payload, kind)
    assert ("reason" in answer) != (b"<body" in html)
    assert converted(payload, kind) == (answer, html)
