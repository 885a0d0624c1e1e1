from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.fetching.fetch import Answer, Failure
from pagemill.crawl.frontier import Found
from pagemill.crawl.waste.heads import MOST_IN_VAIN, NOT_KEPT, TOO_LARGE, Heads, is_large

LIMIT = 1_000


class Named:
    def __call__(self, url: str, /) -> bool:
        return url == "nothing"

    def host(self, name: str, /) -> bool:
        return name == "a.example"


def found(path: str, *, host: str = "a.example", tries: int = 0) -> Found:
    url = f"http://{host}/{path}"
    return Found(url, url.encode().ljust(16)[-16:], host, tries=tries)


def answer(status: int = 200, **headers: str) -> Answer:
    fields = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Answer(
        status=status,
        headers=fields,
        head=b"",
        body=b"",
        request_head=b"",
        address="",
        took=0.1,
    )


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://a.example/disk.ISO", True),
        ("http://a.example/a/b.tar.gz", True),
        ("http://a.example/get.php?file=/x/film.mp4", True),
        ("http://a.example/pages.warc.gz", True),
        ("http://a.example/sitemap.xml.gz", False),
        ("http://a.example/page.html?of=film.mp4.html", False),
        ("http://a.example/folder.zip/", False),
        ("http://a.example/.zip", False),
        ("http://a.example/paper.pdf", False),
        ("http://a.example/", False),
    ],
)
def test_a_name_says_what_is_large(url: str, said: bool) -> None:
    assert is_large(url) is said


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "t") as table:
        yield table


def test_head_comes_first_once_and_of_the_web_only(cells: Cells) -> None:
    heads = Heads(cells, LIMIT, "pagemill")
    assert heads.is_wanted(found("a.zip"))
    assert not heads.is_wanted(found("a.zip", tries=1))
    assert not heads.is_wanted(found("a.html"))
    assert not heads.is_wanted(Found("file:///a.zip", b"k" * 16, ""))


def test_a_length_over_the_limit_is_against_an_address(cells: Cells) -> None:
    heads = Heads(cells, LIMIT, "pagemill")
    said = heads.judge(found("a.zip"), answer(Content_Length="1001"))
    assert said is not None
    assert said.reason == TOO_LARGE
    assert "1,001" in said.detail
    assert heads.judge(found("b.zip"), answer(Content_Length="1000")) is None


@pytest.mark.parametrize("length", ["", "-5", "12e9", "٩٩٩٩٩", "five"])
def test_a_length_that_is_none_is_not_believed(cells: Cells, length: str) -> None:
    assert Heads(cells, LIMIT, "x").judge(found("a.zip"), answer(Content_Length=length)) is None


def test_two_lengths_that_differ_are_not_believed_and_a_huge_one_is_read(cells: Cells) -> None:
    heads = Heads(cells, LIMIT, "x")
    both = answer(Content_Length="9999", content_length="5")
    assert heads.judge(found("a.zip"), both) is None
    assert heads.judge(found("a.zip"), answer(Content_Length="9" * 5_000)) is not None


def test_what_would_not_be_kept_is_not_asked_for_unless_it_has_links(cells: Cells) -> None:
    heads = Heads(cells, LIMIT, "pagemill")
    film = answer(Content_Type="video/mp4; x", X_Robots_Tag="noarchive")
    said = heads.judge(found("a.mp4"), film)
    assert said is not None
    assert said.reason == NOT_KEPT
    page = answer(Content_Type="text/html", X_Robots_Tag="noarchive")
    assert heads.judge(found("b.mp4"), page) is None
    other = answer(Content_Type="video/mp4", X_Robots_Tag="otherbot: noarchive")
    assert heads.judge(found("c.mp4"), other) is None


def cut_off() -> Failure:
    return Failure(reason="answer cut off", detail="")


@pytest.mark.parametrize("came", [answer(405), answer(501), cut_off()])
def test_a_host_that_does_not_know_head_is_asked_so_no_more(
    cells: Cells, came: Answer | Failure
) -> None:
    heads = Heads(cells, LIMIT, "pagemill")
    assert heads.judge(found("a.zip"), came) is None
    assert not heads.is_wanted(found("b.zip"))
    assert heads.is_wanted(found("b.zip", host="b.example"))
    cells.write(heads.puts)
    again = Heads(cells, LIMIT, "pagemill")
    assert not again.is_wanted(found("b.zip"))
    assert list(again.named(Named())) == [b"fa.example"]


def test_answers_that_spare_nothing_end_it_and_one_that_does_begins_anew(cells: Cells) -> None:
    heads = Heads(cells, LIMIT, "pagemill")
    for _ in range(MOST_IN_VAIN - 1):
        heads.judge(found("a.zip"), answer(Content_Length="5"))
    assert heads.is_wanted(found("b.zip"))
    heads.judge(found("b.zip"), answer(Content_Length="5000"))
    for _ in range(MOST_IN_VAIN - 1):
        heads.judge(found("a.zip"), answer())
    assert heads.is_wanted(found("b.zip"))
    heads.judge(found("a.zip"), answer())
    assert not heads.is_wanted(found("b.zip"))


def test_not_now_says_nothing_of_what_head_is_worth(cells: Cells) -> None:
    heads = Heads(cells, LIMIT, "pagemill")
    for _ in range(MOST_IN_VAIN + 1):
        heads.judge(found("a.zip"), answer(429, Content_Length="5000"))
    assert heads.is_wanted(found("b.zip"))


@pytest.mark.parametrize(
    ("said", "came", "is_wrong"),
    [
        (answer(404), answer(200), True),
        (answer(403), answer(403), False),
        (answer(Content_Length="5"), Failure(reason=TOO_LARGE, detail=""), True),
        (answer(), cut_off(), False),
        (answer(Content_Length="5"), answer(200), False),
    ],
)
def test_get_shows_whose_head_is_wrong(
    cells: Cells, said: Answer, came: Answer | Failure, is_wrong: bool
) -> None:
    heads = Heads(cells, LIMIT, "pagemill")
    heads.judge(found("a.zip"), said)
    heads.compare(found("a.zip"), came)
    assert heads.is_wanted(found("b.zip")) is not is_wrong
    heads.compare(found("never-asked.zip"), answer(200))
