import pytest

from pagemill.html.links import (
    Refresh,
    base_url,
    directives,
    frames,
    outlinks,
    pictures,
    refreshed,
    robots,
    translations,
)
from pagemill.html.tree import parsed

PAGE = """<base href="/en/"><a href="lamp" rel="NoFollow tag"> The
 <b>lamp</b></a><a href="#top">up</a><a href="javascript:x()">no</a>
<a href="mailto:a@b.example">m</a>
<a href="http://other.example/x"><img src=i alt="a picture"></a>
<a href=" ">blank</a><a>none</a>
<map><area href="map" alt="corner"></map><a href="ftp://files.example/">f</a>"""


def test_links_are_absolute_and_carry_text_and_relation():
    links = outlinks(parsed(PAGE), "http://a.example/de/page.html")
    found = [(link.url, link.text, link.rel) for link in links]
    assert found[0] == ("http://a.example/en/lamp", "The lamp", ("nofollow", "tag"))
    assert ("http://other.example/x", "a picture", ()) in found
    assert ("http://a.example/en/map", "corner", ()) in found
    assert all(url.startswith("http") for url, _, _ in found)


def test_places_on_the_page_itself_are_no_links():
    page = parsed('<a href="http://a.example/p#x">x</a><a href="q#x">y</a>')
    assert [link.url for link in outlinks(page, "http://a.example/p#z")] == [
        "http://a.example/q#x"
    ]


def test_a_page_without_address_has_only_absolute_links():
    page = parsed('<a href="q">q</a><a href="http://b.example/">b</a>')
    assert [link.url for link in outlinks(page, "")] == ["http://b.example/"]


def test_a_base_that_is_no_web_address_is_ignored():
    assert base_url(parsed('<base href="data:,x">'), "http://a.example/") == "http://a.example/"
    assert base_url(parsed("<base>"), "http://a.example/") == "http://a.example/"


@pytest.mark.parametrize(
    ("page", "base"),
    [
        ('<base target=x><base href="/en/"><base href="/de/">', "http://a.example/en/"),
        ('<base href=""><base href="/de/">', "http://a.example/x"),
        ('<base href="//b.example">', "http://b.example/"),
        ('<base href="http://u:secret@b.example/">', "http://b.example/"),
    ],
)
def test_the_first_base_with_an_address_counts(page, base):
    assert base_url(parsed(page), "http://a.example/x") == base


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("  lamp\n", "http://a.example/en/lamp"),
        ("la\nmp\t", "http://a.example/en/lamp"),
        ("HTTP://B.Example/Path", "http://b.example/Path"),
        ("\\\\b.example\\x", "http://b.example/x"),
        ("//b.example:80", "http://b.example/"),
        ("?q=1", "http://a.example/en/?q=1"),
        ("a b", "http://a.example/en/a%20b"),
        ("../..//c", "http://a.example//c"),
        ("JavaScript:x", None),
        ("java\nscript:x", None),
        ("http://[", None),
    ],
)
def test_references_are_read_as_browsers_read_them(href, target):
    page = parsed(f'<a href="{href}">x</a>')
    found = [link.url for link in outlinks(page, "http://a.example/en/")]
    assert found == ([] if target is None else [target])


def test_queries_are_written_in_the_encoding_of_the_page():
    page = parsed('<a href="/\u00e9?q=\u00e9#\u00e9">x</a>')
    [link] = outlinks(page, "http://a.example/", "windows-1252")
    assert link.url == "http://a.example/%C3%A9?q=%E9#%C3%A9"
    [link] = outlinks(page, "http://a.example/")
    assert link.url == "http://a.example/%C3%A9?q=%C3%A9#%C3%A9"


def test_pictures_are_found_in_every_size():
    page = parsed(
        """<base href="/p/"><img src=a.png srcset="a.png 1x, b.png 2x">
        <picture><source srcset="c.webp 480w"></picture>
        <link rel=preload as=image imagesrcset="d.png"><img src="data:,x">"""
    )
    assert pictures(page, "http://a.example/") == [
        f"http://a.example/p/{name}" for name in ("a.png", "b.png", "c.webp", "d.png")
    ]


def test_a_refresh_names_where_the_reader_is_sent():
    page = parsed('<base href="/p/"><meta http-equiv="Refresh" content="0; URL=\'next\'">')
    assert refreshed(page, "http://a.example/") == Refresh(
        url="http://a.example/p/next", seconds=0
    )


def test_a_refresh_without_address_loads_the_page_again():
    page = parsed('<meta http-equiv=refresh content="30">')
    assert refreshed(page, "http://a.example/x") == Refresh(
        url="http://a.example/x", seconds=30
    )
    assert refreshed(parsed("<p>x"), "http://a.example/") is None


def test_other_languages_are_told_with_their_addresses():
    page = parsed(
        """<link rel="Alternate" hreflang="de-CH" href="/de"><link rel=alternate href="/feed">
        <link rel=alternate hreflang=x-default href="/">"""
    )
    found = [(other.language, other.url) for other in translations(page, "http://a.example/")]
    assert found == [("de-ch", "http://a.example/de"), ("x-default", "http://a.example/")]


def test_frames_are_listed_in_order():
    page = parsed(
        "<frameset><frame src=menu.html><frame src=text.html><frame src=menu.html></frameset>"
    )
    assert frames(page, "http://a.example/d/") == [
        "http://a.example/d/menu.html",
        "http://a.example/d/text.html",
    ]
    assert frames(parsed("<iframe src=about:blank></iframe>"), "http://a.example/") == []


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("NOINDEX, nofollow", {"noindex": "", "nofollow": ""}),
        ("none", {"noindex": "", "nofollow": ""}),
        ("all", {}),
        ("max-snippet: 20, index", {"max-snippet": "20", "index": ""}),
        (",,;", {}),
    ],
)
def test_robots_are_asked_by_directives(stated, found):
    assert directives(stated) == found


def test_one_robot_may_be_asked_for_more():
    page = parsed("<meta name=Robots content=nofollow><meta name=mill content=noindex>")
    assert robots(page) == {"nofollow": ""}
    assert robots(page, "Mill") == {"nofollow": "", "noindex": ""}
