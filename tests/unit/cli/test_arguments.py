from argparse import ArgumentParser, ArgumentTypeError

import pytest

from pagemill.cli.arguments import add_collection, add_json, add_quiet, natural, positive


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
