"""What a crawl reads off a page."""

from __future__ import annotations

from pagemill.crawl.reading.page import Depth, Page, page
from pagemill.html.tree import parsed

URL = "http://a.example/dir/page"


def read(html: str, *tags: str) -> Page:
    return page(parsed(html), URL, tags, "pagemill")


def test_links_of_every_kind_are_found_once_each() -> None:
    found = read(
        "<link rel=canonical href=/c><meta http-equiv=refresh content='3; url=/r'>"
        "<a href=x>1</a><a href=' x '>2</a><iframe src=f></iframe><area href=/m>"
        "<a rel=nofollow href=/n>3</a><a href='mailto:x@a.example'>4</a>"
    )
    assert set(found.links) == {
        "http://a.example/dir/x",
        "http://a.example/dir/f",
        "http://a.example/r",
        "http://a.example/c",
        "http://a.example/m",
    }


def test_a_page_may_ask_for_its_links_not_to_be_followed() -> None:
    assert read("<meta name=robots content='NOINDEX, nofollow'><a href=x>1</a>").links == ()
    assert read("<meta name=pagemill content=none><a href=x>1</a>").links == ()
    assert read("<meta name=otherbot content=none><a href=x>1</a>").links


def test_the_header_field_counts_for_the_crawler_that_it_names() -> None:
    assert not read("<a href=x>1</a>", "noarchive").directives.archive
    assert not read("<a href=x>1</a>", "pagemill: noarchive, nofollow").directives.follow
    assert read("<a href=x>1</a>", "otherbot: noarchive, nofollow").directives.archive
    assert read("<a href=x>1</a>", "unavailable_after: 25 Jun 2030").directives.archive


def test_pages_that_differ_in_numbers_and_markup_only_say_the_same() -> None:
    first = read("<p>Events of May 2024: <b>none</b>")
    assert first.fingerprint == read("<div>Events of May 1999: none</div>").fingerprint
    assert first.fingerprint != read("<p>Events of June 2024: none").fingerprint


def test_the_classes_of_the_deep_web() -> None:
    assert read("<form><input type=password></form>").depth is Depth.LOGIN
    assert read("<form><input name=q></form>").depth is Depth.FORM
    assert read("<script>app()</script><div id=app></div>").depth is Depth.SCRIPT
    assert read("<p>" + "word " * 100).depth is Depth.OPEN


def test_what_a_page_shows_counts_and_its_title_and_programs_do_not() -> None:
    first = read("<title>One</title><p>Same words <noscript>on</noscript> here<p>and there")
    other = read("<title>Two</title><p>Same words <script>x()</script> here<p>and there")
    assert first.words == {"Same", "words", "here", "and", "there"}
    assert first.fingerprint == other.fingerprint
    assert read("<title>One</title><p>Other words").words == {"Other", "words"}
