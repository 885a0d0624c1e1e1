from __future__ import annotations

from pagemill.text.spam.linking import linking


def test_a_page_of_nothing_but_links_shows_and_an_article_does_not() -> None:
    assert linking(400, 400) == 1.0
    assert linking(400, 100) == 0.0
    assert 0.0 < linking(400, 300) < 1.0
    assert linking(100, 500) == 1.0, "links can be counted more than once"
    assert linking(10, 10) == linking(0, 0) == 0.0
