from __future__ import annotations

import pytest

from pagemill.convert.converter import Converter, check_converter


class Shouting:
    """A converter as another distribution would write it."""

    name = "shouting"
    version = "1"
    media_types: tuple[str, ...] = ("text/x-shout",)

    def convert(self, payload: bytes, media_type: str) -> str:
        """Say it loud."""
        del media_type
        return f"<html><body><p>{payload.decode().upper()}</p></body></html>"


def test_nothing_needs_to_be_inherited_to_be_a_converter():
    assert isinstance(Shouting(), Converter)
    assert check_converter(Shouting(), b"ahoy", "text/x-shout").count("AHOY") == 1


class Nameless(Shouting):
    name = ""


class Loud(Shouting):
    media_types = ("Text/X-Shout",)


class Bare(Shouting):
    def convert(self, payload: bytes, media_type: str) -> str:
        del payload, media_type
        return "<p>x</p>"


class Moody(Shouting):
    moods = iter("abcdef")

    def convert(self, payload: bytes, media_type: str) -> str:
        del payload, media_type
        return f"<body>{next(self.moods)}</body>"


@pytest.mark.parametrize(
    ("converter", "fault"),
    [
        (Nameless(), "must be words"),
        (Loud(), "no media type in lower case"),
        (Bare(), "no whole page"),
        (Moody(), "different pages"),
    ],
)
def test_a_breach_of_the_contract_is_told(converter, fault):
    with pytest.raises(AssertionError, match=fault):
        check_converter(converter, b"x", converter.media_types[0])


def test_a_converter_is_not_asked_for_what_it_does_not_read():
    with pytest.raises(AssertionError, match="does not read text/html"):
        check_converter(Shouting(), b"x", "text/html")
