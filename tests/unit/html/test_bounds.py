from __future__ import annotations

import time

import pytest

from pagemill.errors import DocumentError
from pagemill.html.bounds import MAX_ATTRIBUTES, MAX_CHARACTERS, MAX_OPTIONS, check_cost
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed, parsed_in_python
from pagemill.view.assemble import docview

GENEROUS = 4.0
"""Seconds of CPU for what takes hundredths; time that grows with the square takes more."""


def attributes(count: int) -> str:
    return "<p " + " ".join(f"a{number}=1" for number in range(count)) + ">x</p>"


def options(count: int) -> str:
    return "<select>" + "<option>x" * count + "</select>"


@pytest.mark.parametrize("read", [parsed, parsed_in_python])
@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (attributes(40_000), "too many attributes"),
        ("<p " + "a " * 1_000_000, "too many attributes"),
        (options(40_000), "too many options"),
        (" " * (MAX_CHARACTERS + 1), "page too large"),
    ],
)
def test_what_a_parser_cannot_read_in_bounded_time_is_refused(read, html, reason) -> None:
    with pytest.raises(DocumentError, match=reason):
        read(html)


@pytest.mark.parametrize(
    "html",
    [
        attributes(MAX_ATTRIBUTES),
        options(MAX_OPTIONS) + "<i>" * 20,
        "<script>" + "a<b c " * MAX_ATTRIBUTES + "</script>",
        "<style>" + "<b " * MAX_ATTRIBUTES + "</STYLE>",
        "<!-- <p " + "a " * 2 * MAX_ATTRIBUTES + "-->",
        "<p>" + "many words < " * MAX_ATTRIBUTES,
        "<title>" + "<a b " * MAX_ATTRIBUTES,
        "<!-- " + "<a b " * MAX_ATTRIBUTES,
        "<p title='" + "a " * 2 * MAX_ATTRIBUTES + "'>",
    ],
)
def test_what_only_looks_so_is_read(html: str) -> None:
    check_cost(html)


@pytest.mark.parametrize(
    "piece",
    [
        "<!--",
        "<a ",
        '<a "',
        "<!",
        "<?",
        "</",
        "</a ",
        "&",
        "<meta ",
        "<meta charset=",
        "<a b='",
    ],
)
def test_pieces_without_end_take_time_in_proportion(piece: str) -> None:
    page = piece * 100_000
    before = time.process_time()
    decoded(page.encode())
    try:
        parsed(page)
        parsed_in_python(page)
    except DocumentError:
        pass
    assert time.process_time() - before < GENEROUS


@pytest.mark.parametrize(
    "page",
    [
        "".join(f"<b id=i{n}>" for n in range(1_500)) + "<p>x" * 1_500,
        "".join(f"<p><b id=i{n}></p>" for n in range(1_500)),
        "<table>" * 3_000 + "x" * 3_000,
        "<a><table>" * 3_000,
        "<li><b>" * 3_000,
        "<body a{0}=1><p>".replace("{0}", "x") * 3_000,
        "<svg><p>" * 3_000,
    ],
)
def test_repeated_rules_take_time_in_proportion(page: str) -> None:
    before = time.process_time()
    docview(page)
    assert time.process_time() - before < GENEROUS
