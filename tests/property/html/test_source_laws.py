"""Looking at a source before it is parsed: both ways are of one mind, and so are both forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill import native
from pagemill.errors import DocumentError
from pagemill.html.bounds import check_nesting, nesting
from pagemill.html.encoding import decoded, plain_utf8
from pagemill.html.tree import parsed, parsed_utf8
from pagemill.text.tokenize import words
from pagemill.view.keywords import counted, terms_of

compiled = pytest.mark.skipif(native.nesting is None, reason="nothing was compiled")
REASONS = {1: "nested too deeply", 2: "too many options"}

tags = st.lists(
    st.sampled_from(
        "<a> </a> <A> <b/> <b /> </b> <table> </table> <svg> </svg> <p> <option> <select> x < "
        "> </ <! <x\u00e9> <x\u00a0y> <c\x1fd> <a<b> <tr> <template> </template> "
        "<abcdefghijklmnopqrstuvwxyzabcdefghij> "
        "</abcdefghijklmnopqrstuvwxyzabcdexyz>".split(" ")
    ),
    max_size=30,
).map("".join)
payloads = st.one_of(
    st.binary(max_size=40),
    st.text(max_size=30).map(str.encode),
    st.lists(
        st.sampled_from(
            [
                b"<meta charset=latin1>",
                b"<meta charset=utf-8>",
                b"\x1b$",
                b"\0",
                b"\xe9",
                b"\xc3\xa9",
                b"\xef\xbb\xbf",
                b"<p>",
                b"~{",
                b"<!--",
                b"-->",
                b" " * 1024,
            ]
        ),
        max_size=12,
    ).map(b"".join),
)


@compiled
@given(tags)
def test_nesting_is_followed_alike_by_both_loops(html: str) -> None:
    try:
        check_nesting(html, 4, 2)
        reason = ""
    except DocumentError as error:
        reason = error.reason
    for source in (html, html.encode()):
        verdict = nesting(source, 4, 2)
        if verdict != 3:
            assert REASONS.get(verdict, "") == reason


@given(payloads)
def test_plain_utf_8_is_what_decoding_says_it_is(payload: bytes) -> None:
    guess = plain_utf8(payload)
    try:
        characters = payload.decode()
    except UnicodeDecodeError:
        return
    if guess is not None:
        assert decoded(payload) == (characters, guess)


@given(payloads)
def test_bytes_give_the_tree_that_their_characters_give(payload: bytes) -> None:
    tree = parsed_utf8(payload)
    if tree is not None:
        assert tree == parsed(payload.decode())


@compiled
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                "lamp Lamp the LAMPS 12x x1 \u2019 \n caf\u00e9 \u0442\u0430 \u6c34 a_b".split(
                    " "
                )
            )
        ).map(" ".join),
    )
)
def test_terms_are_counted_alike_by_both_loops(text: str) -> None:
    assert terms_of(text) == counted(words(text))
