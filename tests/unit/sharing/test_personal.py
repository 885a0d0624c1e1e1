"""Personal data in texts."""

from __future__ import annotations

import pytest

from pagemill.sharing.personal import redacted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mail a.b+c@mail.example.org, please", "mail <EMAIL>, please"),
        ("call +49 30 1234567 now", "call <PHONE> now"),
        ("call (030) 123 45 67.", "call <PHONE>."),
        ("card 4111 1111 1111 1111", "card <CARD>"),
        ("pay to DE89 3704 0044 0532 0130 00", "pay to <IBAN>"),
        ("from 192.168.0.17 at night", "from <IP> at night"),
        ("twice x@y.org and z@y.org", "twice <EMAIL> and <EMAIL>"),
    ],
)
def test_what_its_form_betrays_is_replaced(text, expected):
    assert redacted(text)[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "version 10.2.300.4 of 2024-03-01",
        "the years 1998 1999 2000 2001 2002",
        "card 4111 1111 1111 1112",
        "GB82 WEST 1234 5698 7654 33 is no account",
        "user@host and @name",
        "0.123456789012 metres",
        "水杉 网页 净化",
        "",
    ],
)
def test_what_only_looks_like_it_stays(text):
    assert redacted(text) == (text, {})


def test_replaced_data_are_counted_by_kind():
    assert redacted("a@b.org c@d.org 10.0.0.1")[1] == {"email": 2, "ip": 1}


def test_long_runs_do_no_harm():
    for one in ("1", "a@", "1 ", "a.", "A1"):
        text, _ = redacted(one * 20_000)
        assert text
