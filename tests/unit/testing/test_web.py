from __future__ import annotations

from pagemill.testing.web import Host, Kind, Page, Web, url

WEB = Web(
    seed=1,
    hosts={
        "a.test": Host(
            name="a.test",
            address="127.77.0.1",
            pages={"/": Page(path="/", kind=Kind.GOOD, rate=1.0)},
        )
    },
)


def test_the_truth_names_every_page_with_its_worth() -> None:
    truth = WEB.truth(8000)
    assert truth["begin"] == "http://a.test:8000/"
    assert truth["names"] == {"a.test": "127.77.0.1"}
    assert truth["hosts"]["a.test"]["pages"]["http://a.test:8000/"]["kind"] == "good"


def test_pages_are_found_by_kind() -> None:
    assert list(WEB.pages(Kind.GOOD)) == [("a.test", "/")]
    assert list(WEB.pages(Kind.TRAP)) == []
    assert url(("a.test", "/x?y"), 1) == "http://a.test:1/x?y"
