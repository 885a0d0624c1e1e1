from __future__ import annotations

import pytest

from pagemill.errors import DocumentError
from pagemill.view.assemble import docview

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
PAGE = (
    "<html lang=en><head><title>The lamp | Courier</title></head><body>"
    "<nav><a href=/>Home</a> <a href=/n>News</a></nav>"
    f"<main><h1>The lamp</h1><p>{PROSE * 2}</p><p>{PROSE}<a href=/k>The keeper</a>.</p></main>"
    "<footer>All rights reserved</footer></body></html>"
)


def test_a_page_becomes_a_docview() -> None:
    view = docview(PAGE.encode(), url="http://c.example/2024/05/lamp")
    assert view.title == "The lamp"
    assert view.text.startswith("The keeper climbed")
    assert "Home" not in view.text
    assert "rights" not in view.text
    assert [link.url for link in view.topic_links] == ["http://c.example/k"]
    assert (view.page_type, view.genre, view.language) == ("topic", "article", "en")
    assert view.category == "home"
    assert 0.3 <= view.category_confidence < 1


def test_characters_and_bytes_of_a_page_give_the_same_text() -> None:
    assert docview(PAGE).text == docview(PAGE.encode()).text


@pytest.mark.parametrize("media_type", ["image/png", "application/pdf", "video/mp4; x=y"])
def test_another_media_type_is_no_page(media_type: str) -> None:
    with pytest.raises(DocumentError, match="not a page"):
        docview(b"x", content_type=media_type)


def test_binary_data_is_no_page() -> None:
    with pytest.raises(DocumentError, match="not a page"):
        docview(bytes(range(32)) * 200)


def test_plain_text_keeps_its_lines() -> None:
    assert docview(b"a <b>\n  c", content_type="text/plain").text == "a <b>\n  c"


def test_a_page_without_text_is_an_empty_docview() -> None:
    assert docview("").text == ""
