from __future__ import annotations

import gzip

import pytest

from pagemill.testing.answers import Answers
from pagemill.testing.growth import Growth, grown
from pagemill.testing.web import Kind

WEB = grown(1, Growth(hosts=20, pages=12))
DAY = 86_400.0


def first(robots: str) -> str:
    return next(name for name, host in WEB.hosts.items() if host.robots == robots)


def changing() -> tuple[str, str]:
    return next(
        (host.name, page.path)
        for host in WEB.hosts.values()
        if host.has_dates
        for page in host.pages.values()
        if page.rate >= 1 and page.kind is Kind.GOOD
    )


def test_a_page_changes_with_the_time_of_the_web_and_says_so() -> None:
    answers = Answers(WEB)
    name, path = changing()
    before = answers.of(name, path, {})
    tag, modified = dict(before.headers)["ETag"], dict(before.headers)["Last-Modified"]
    assert answers.of(name, path, {"if-none-match": tag}).status == 304
    assert answers.of(name, path, {"if-modified-since": modified}).status == 304
    answers.elapsed += 30 * DAY
    after = answers.of(name, path, {"if-none-match": tag})
    assert after.status == 200
    assert after.body != before.body
    assert answers.of(name, path, {"if-modified-since": modified}).status == 200


def test_a_mirror_says_the_same_as_its_original() -> None:
    mirror = next(host for host in WEB.hosts.values() if host.mirror_of)
    answers = Answers(WEB)
    path = next(path for path in mirror.pages if path != "/")
    assert answers.of(mirror.name, path, {}).body == answers.of(mirror.mirror_of, path, {}).body


def test_what_nothing_links_to_stands_in_a_packed_sitemap_or_a_feed() -> None:
    answers = Answers(WEB)
    host = WEB.hosts[first("part")]
    assert b"Sitemap: http://" in answers.of(host.name, "/robots.txt", {}).body
    assert b"/sitemap-1.xml.gz" in answers.of(host.name, "/sitemap.xml", {}).body
    packed = answers.of(host.name, "/sitemap-1.xml.gz", {}).body
    assert host.named[0].split("?")[-1] in gzip.decompress(packed).decode()
    other = WEB.hosts[first("none")]
    assert b"<rss" in answers.of(other.name, "/feed.xml", {}).body
    assert b"/feed.xml" in answers.of(other.name, "/", {}).body


def test_a_flaky_page_is_refused_once() -> None:
    answers = Answers(WEB)
    name, path = next(
        (host.name, page.path)
        for host in WEB.hosts.values()
        for page in host.pages.values()
        if page.behaviour == "flaky"
    )
    assert [answers.of(name, path, {}).status for _ in range(3)] == [503, 200, 200]


@pytest.mark.parametrize(("robots", "status"), [("refused", 403), ("failing", 503), ("cut", 0)])
def test_rules_that_cannot_be_had(robots: str, status: int) -> None:
    assert Answers(WEB).of(first(robots), "/robots.txt", {}).status == status


def test_what_is_missing_is_said_to_be_missing_or_is_not() -> None:
    answers = Answers(WEB)
    soft = next(host.name for host in WEB.hosts.values() if host.has_soft_404)
    hard = next(host.name for host in WEB.hosts.values() if not host.has_soft_404)
    assert answers.of(soft, "/nowhere", {}).kind is Kind.SOFT_404
    assert answers.of(hard, "/nowhere", {}).status == 404
    assert answers.of("unknown.test", "/", {}).kind is Kind.MISSING
