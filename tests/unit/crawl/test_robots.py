"""robots.txt: groups, precedence, wildcards, escapes, limits."""

from __future__ import annotations

import pytest

from pagemill.crawl.robots import EVERYTHING, MAX_BYTES, NOTHING, parsed

SITE = "http://a.example"


def allows(text: str, path: str, agent: str = "pagemill") -> bool:
    return parsed(text.encode()).allows(agent, SITE + path)


def test_the_longest_rule_decides_whatever_the_order() -> None:
    text = "User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow: /a/b/c"
    assert allows(text, "/a/b/x")
    assert not allows(text, "/a/x")
    assert not allows(text, "/a/b/c")


def test_of_equally_long_rules_the_one_that_allows_decides() -> None:
    assert allows("User-agent: *\nDisallow: /page\nAllow: /page", "/page")


def test_a_group_is_chosen_by_the_whole_product_token() -> None:
    text = "User-agent: mill\nDisallow: /\n\nUser-agent: *\nAllow: /"
    assert allows(text, "/x")
    assert not allows(text, "/x", agent="Mill/2.0 (+http://b.example)")


def test_rules_of_all_groups_that_name_a_crawler_count_together() -> None:
    groups = {"pagemill": "/a", "other": "/x", "PageMill": "/b"}
    text = "\n".join(f"User-agent: {name}\nDisallow: {path}" for name, path in groups.items())
    assert not allows(text, "/a")
    assert not allows(text, "/b")
    assert allows(text, "/x")


def test_lines_that_are_no_rules_do_not_end_the_naming_of_crawlers() -> None:
    text = "User-agent: one\nSitemap: http://a.example/s.xml\nUser-agent: pagemill\nDisallow: /"
    assert not allows(text, "/x")
    assert parsed(text.encode()).sitemaps == ["http://a.example/s.xml"]


@pytest.mark.parametrize(
    ("pattern", "path", "is_matched"),
    [
        ("/*.php$", "/a/b.php", True),
        ("/*.php$", "/a/b.php?x=1", False),
        ("/a*b*c", "/a-b-b-c-d", True),
        ("/a*b*c", "/acb", False),
        ("*/x/*/y$", "/1/x/2/y", True),
        ("/**$", "/anything", True),
        ("/fish$", "/fish", True),
        ("/fish$", "/fishes", False),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html", True),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz", True),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84", True),
        ("/a<d.html", "/a%3cd.html", True),
        ("/a%2fb", "/a/b", False),
    ],
)
def test_patterns_match_as_the_standard_says(pattern: str, path: str, is_matched: bool) -> None:
    assert allows(f"User-agent: *\nDisallow: {pattern}", path) is not is_matched


def test_a_pattern_of_many_stars_takes_no_longer_than_its_length_times_the_path() -> None:
    pattern = "/" + "*a" * 2_000 + "$"
    assert allows(f"User-agent: *\nDisallow: {pattern}", "/" + "a" * 1_000 + "b")


def test_an_empty_disallow_forbids_nothing() -> None:
    assert allows("User-agent: *\nDisallow:", "/x")


def test_byte_order_mark_line_ends_and_comments_are_no_matter() -> None:
    robots = parsed(
        b"\xef\xbb\xbfUser-agent: * # all\rDisallow: /x # this\r\n\n#\nDisallow: /y"
    )
    assert not robots.allows("pagemill", f"{SITE}/x")
    assert not robots.allows("pagemill", f"{SITE}/y")


def test_robots_txt_itself_may_always_be_asked_for() -> None:
    assert allows("User-agent: *\nDisallow: /", "/robots.txt")
    assert not allows("User-agent: *\nDisallow: /", "/robots.txt.bak")


def test_what_stands_behind_the_limit_does_not_count_nor_the_line_cut_there() -> None:
    filler = b"#" * 99 + b"\n"
    head = b"User-agent: *\nDisallow: /a\n"
    payload = head + filler * ((MAX_BYTES - len(head)) // 100)
    payload += b"Disallow: /" + b"b" * 200 + b"\n"
    robots = parsed(payload)
    assert not robots.allows("pagemill", f"{SITE}/a")
    assert robots.allows("pagemill", f"{SITE}/bbbb")


def test_the_longer_of_two_delays_holds_and_nonsense_does_not_count() -> None:
    text = (
        b"User-agent: *\nCrawl-delay: 3\nCrawl-delay: 7.5\nCrawl-delay: soon\nCrawl-delay: -1"
    )
    assert parsed(text).group("pagemill").delay == 7.5


def test_no_file_allows_all_and_one_that_cannot_be_had_nothing() -> None:
    assert EVERYTHING.allows("pagemill", f"{SITE}/x")
    assert not NOTHING.allows("pagemill", f"{SITE}/x")
