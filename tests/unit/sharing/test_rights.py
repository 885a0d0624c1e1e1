"""What pages state of their rights."""

from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.sharing.rights import Rights, rights

BY = "https://creativecommons.org/licenses/by/4.0/"


def stated(html: str, *headers: tuple[str, str]) -> Rights:
    return rights(parsed(html), "http://a.example/p", headers)


@pytest.mark.parametrize(
    ("html", "licence"),
    [
        (f'<p>x <a rel="license" href="{BY}">CC</a>', BY),
        ('<link rel="license" href="/terms">', "http://a.example/terms"),
        (f'<a href="http://x.example/">x</a><a href="{BY}">some rights</a>', BY),
        (f'<a href="{BY}">a</a><a rel="license" href="/own">b</a>', "http://a.example/own"),
        (f'<meta name="dcterms.license" content="{BY}">', BY),
        (f'<script type="application/ld+json">{{"license": "{BY}"}}</script>', BY),
        ('<p>All rights reserved. <a href="/licence">x</a>', ""),
        ("", ""),
    ],
)
def test_a_licence_is_told_where_it_is_stated(html, licence):
    assert stated(html).licence == licence


def test_refusals_are_named_from_page_and_header():
    html = '<meta name="robots" content="noindex, NoAI"><meta name="tdm-reservation" content=1>'
    found = stated(html, ("X-Robots-Tag", "noimageai"), ("Server", "none"))
    assert found.opt_out == ("noai", "noimageai", "noindex", "tdm-reservation")
    assert stated("<p>x", ("TDM-Reservation", " 1 ")).opt_out == ("tdm-reservation",)
    assert stated('<meta name="robots" content="index, follow">').opt_out == ()
