from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime

import pytest

from pagemill.cli.arguments import (
    add_collection,
    add_json,
    add_quiet,
    instant,
    natural,
    positive,
    share,
)


def test_whole_numbers_are_read():
    assert natural("0") == 0
    assert positive("12") == 12


@pytest.mark.parametrize("text", ["", "x", "1.5", "-1", "1e3"])
def test_anything_else_is_refused_with_its_text(text):
    with pytest.raises(ArgumentTypeError, match="is not a whole number of at least 0"):
        natural(text)


def test_zero_is_not_positive():
    with pytest.raises(ArgumentTypeError, match="at least 1"):
        positive("0")


def test_shared_arguments_come_under_fixed_names():
    parser = ArgumentParser()
    add_collection(parser)
    add_json(parser)
    add_quiet(parser)
    args = parser.parse_args(["folder", "--json", "-q"])
    assert (args.dir.name, args.json, args.quiet) == ("folder", True, True)


def test_an_instant_without_zone_is_in_utc():
    assert instant("2026-03-01T12:00") == datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert instant("2026-03-01T12:00+02:00") == datetime(2026, 3, 1, 10, tzinfo=UTC)
    with pytest.raises(ArgumentTypeError, match="is no time"):
        instant("yesterday")


@pytest.mark.parametrize("text", ["0", "-1", "1.01", "nan", "much", ""])
def test_a_share_is_above_0_and_at_most_1(text):
    assert share("0.8") == 0.8
    assert share("1") == 1.0
    with pytest.raises(ArgumentTypeError, match="not a number above 0 and at most 1"):
        share(text)
