"""What holds for any bytes at all."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill.html.encoding import decoded, late, prescanned
from pagemill.html.encoding_labels import LABELS
from pagemill.html.legacy_decode import _STEPS, _by_steps, read
from pagemill.html.legacy_encode import encoded, escaped_query
from pagemill.html.utf8 import malformed, malformed_in_stream

NAMES = sorted(set(LABELS.values()) - {"replacement"})
PIECES = (
    b"<meta charset=", b"<meta http-equiv=content-type content='text/html;charset=", b"gbk",
    b"utf-8", b"big5'", b'"', b">", b"<!--", b"-->", b"<?xml encoding=", b"\x1b$B", b"\x1b(B",
    b"~{", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xa4\x40", b"\x81\x30\x81\x30", b"\x8f",
    b"\x8e", b"\xe4\xb8\xad", b"text ", b"<p>", b"</", b"=", b"charset", b"/", b"<META ",
)  # fmt: skip
pages = st.one_of(
    st.binary(max_size=300),
    st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=6)), max_size=40).map(
        b"".join
    ),
)
often = settings(max_examples=300, deadline=None)


@often
@given(pages, st.sampled_from(["", "text/html", "text/html; charset=gbk", "a;charset='x"]))
def test_any_bytes_make_text_with_evidence(payload, media_type):
    text, guess = decoded(payload, media_type)
    text.encode("utf-8", "surrogatepass")
    assert guess.name
    assert 0 <= guess.confidence <= 1
    assert decoded(payload, media_type) == (text, guess)


@often
@given(pages)
def test_the_prescan_answers_any_bytes_with_a_known_name(payload):
    assert prescanned(payload[:1024])[0] in {"", *LABELS.values()}
    assert late(payload) in {"", *LABELS.values()}


@pytest.mark.parametrize("name", sorted(_STEPS))
@often
@given(payload=st.one_of(st.binary(max_size=60), st.lists(st.sampled_from(
    [b"<", b"\x81", b"0", b"\xa2\x41", b"\xa2", b"\x41", b"\xa1", b"\x8f\xa2\xb7", b"\x8e",
     b"\xfe", b"\xff", b"\x80", b"\xa3\xa0", b"\xf4", b"\xe7", b"9", b"\xa0", b"\xfd"]
), max_size=30).map(b"".join)))  # fmt: skip
def test_the_quick_decoder_is_the_one_of_single_steps(name, payload):
    text = read(payload, name)
    assert text == _by_steps(payload, _STEPS[name])
    assert text.count("<") == payload.count(b"<")


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=30))
def test_what_is_written_is_read_again(name, text):
    pieces = list(encoded(text, name))
    code = b"".join(piece for piece in pieces if isinstance(piece, bytes))
    query = escaped_query(text, name)
    assert query.isascii()
    assert not set(query) & set(' "#<>')
    if name.startswith(("utf-16", "utf-32")):
        name = "utf-8"
    back = read(code, name)
    lost = sum(isinstance(piece, str) for piece in pieces)
    if name == "utf-8":
        assert back == text
    elif name != "iso-2022-jp":
        assert len(back) >= len(text) - lost or "\ufffd" in back


@often
@given(st.binary(max_size=80), st.lists(st.integers(0, 80), max_size=5))
def test_malformed_sequences_are_those_that_a_decoder_replaces(payload, cuts):
    found = list(malformed(payload))
    repaired, at = b"", 0
    for fault in found:
        repaired += payload[at : fault.offset] + b"\xef\xbf\xbd"
        at = fault.offset + fault.length
    repaired += payload[at:]
    assert repaired.decode("utf-8") == payload.decode("utf-8", "replace")
    borders = [0, *sorted(min(cut, len(payload)) for cut in cuts), len(payload)]
    pieces = [payload[a:b] for a, b in pairwise(borders)]
    assert list(malformed_in_stream(pieces)) == found
