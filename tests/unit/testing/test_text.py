from __future__ import annotations

import statistics

from pagemill.testing.text import html, version, words

DAY = 86_400.0


def test_a_text_belongs_to_its_name() -> None:
    assert words("a", 50) == words("a", 50) != words("b", 50)
    assert len(words("a", 50).split()) == 50


def test_pages_change_at_their_rate() -> None:
    counts = [version(f"page {number}", 2.0, 10 * DAY)[0] for number in range(400)]
    assert abs(statistics.mean(counts) - 20) < 1
    assert version("page", 0.0, 10 * DAY) == (0, 0.0)


def test_changes_stay_where_they_were() -> None:
    early, last = version("page", 2.0, 5 * DAY)
    assert version("page", 2.0, last) == (early, last)
    assert version("page", 2.0, 20 * DAY)[0] > early


def test_a_page_escapes_what_it_shows() -> None:
    page = html("<t>", "One. Two.", [("/?a=1&b", "<x>")]).decode()
    assert "&lt;t&gt;" in page
    assert 'href="/?a=1&amp;b">&lt;x&gt;' in page
