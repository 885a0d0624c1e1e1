from __future__ import annotations

from dataclasses import replace

from pagemill.crawl.revisiting.history import History

PAGE = History(
    url="http://a.example/é",
    depth=3,
    first=100.0,
    last=200.0,
    kept=150.0,
    least=60.0,
    text=b"12345678",
    digest=b"d" * 20,
    etag='W/"1"',
    modified="Mon, 01 Jan 2024 00:00:00 GMT",
)


def test_a_history_is_read_as_it_was_written() -> None:
    after = PAGE.visited(260.0, changed=True).visited(300.0, changed=False)
    assert History.from_note(after.note()) == after
    assert after.gaps == ((60.0, True), (40.0, False))
    assert after.last == 300.0


def test_only_the_last_gaps_are_kept() -> None:
    page = PAGE
    for number in range(100):
        page = page.visited(page.last + number + 1, changed=False)
    assert len(page.gaps) == 24
    assert page.gaps[-1] == (100.0, False)


def test_validators_are_sent_as_they_came_unless_they_are_too_long() -> None:
    assert PAGE.validators == (
        ("If-None-Match", 'W/"1"'),
        ("If-Modified-Since", "Mon, 01 Jan 2024 00:00:00 GMT"),
    )
    long = History(url="u", first=1.0, last=1.0, kept=1.0, etag="x" * 600)
    assert History.from_note(long.note()).validators == ()


def test_what_a_page_is_shown_with_stays_known_as_such() -> None:
    shown = replace(PAGE, nested=2)
    assert History.from_note(shown.note()) == shown
    assert PAGE.note() == shown.note().removesuffix(b", 2]") + b"]"  # of a page as ever
