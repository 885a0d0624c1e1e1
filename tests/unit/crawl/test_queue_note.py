from __future__ import annotations

from pagemill.crawl.queue_note import first_nested, note, read, url_of

KEY, URL = b"k" * 16, "http://a.example/é"


def test_an_address_is_read_as_it_was_written() -> None:
    for way in ((0, 0, 0, 0), (3, 2, 10, 0), (65_535, 255, 31, 7)):
        assert read(note(KEY, URL, way)) == (KEY, URL, way)
    assert url_of(note(KEY, URL, (0, 0, 0, 0))) == URL


def test_counts_end_where_their_room_does() -> None:
    assert read(note(KEY, URL, (99_999, 999, 99, 99)))[2] == (65_535, 255, 31, 7)


def test_redirects_alone_make_no_address_nested() -> None:
    rows = [(b"", note(KEY, URL, (0, 0, 31, 0))), (b"", note(KEY, URL, (0, 0, 0, 1)))]
    assert first_nested(rows) == 1
    assert first_nested(rows[:1]) == 1
    assert first_nested([]) == 0
