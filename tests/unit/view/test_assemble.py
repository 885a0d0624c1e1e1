from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pagemill.errors import DocumentError, UsageError
from pagemill.view.assemble import docview, main_text

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


def test_a_figure_in_the_content_is_kept_with_its_caption() -> None:
    figure = "<figure><img src=/lamp.png><figcaption>Lamp on a wall</figcaption></figure>"
    plain = PAGE.replace("</h1>", f"</h1><p>{PROSE * 3}</p>")
    view = docview(plain.replace("<p>", f"{figure}<p>", 1), "http://c.example/2024/05/lamp")
    assert view.page_type == "topic"
    assert '<figure><img src="http://c.example/lamp.png"' in view.html
    assert "![](http://c.example/lamp.png" in view.markdown
    assert "Lamp on a wall" in view.html
    assert "Lamp on a wall" in view.markdown
    assert ("Lamp on a wall" in view.text) == ("<figcaption>" in view.html)


LEAD = "Ninety steps, a lamp of oil and a hat that the wind took last night."
LEAD_PAGE = (
    f"<title>T</title><meta name=description content='{LEAD}'><ul><li><a href=/>Home</a></ul>"
    f"<div>{LEAD}</div><div>By A. Vell</div><article><p>{PROSE * 3}</p><p>{PROSE * 2}</p>"
)
BODY = "<script type='application/ld+json'>{}</script>" + PAGE


@pytest.mark.parametrize(
    "page",
    [
        PAGE,
        LEAD_PAGE,
        BODY.format('{"@type":"Article","name":"x","articleBody":"' + PROSE * 4 + '"}'),
        BODY.format('{"@type":"Article","name":"x","article\\u0042ody":"' + PROSE * 4 + '"}'),
        "<ul>" + "<li><a href=/n>Home and away</a>" * 90 + "</ul>",
        "<h1>Lamps</h1>" + "<p><img src=/lamp.jpg><br>Amber" * 30,
        f"<table><tr><td><img src=/x><td>{PROSE}<tr><td>{PROSE}<td>{PROSE}</table>",
        "",
    ],
)
def test_the_main_text_is_the_text_of_the_docview(page: str) -> None:
    assert main_text(page) == main_text(page.encode()) == docview(page).text


def test_the_main_text_of_what_is_no_page_is_refused() -> None:
    with pytest.raises(DocumentError, match="not a page"):
        main_text(bytes(range(256)) * 40)


def test_the_main_text_takes_what_a_docview_takes() -> None:
    payload = PAGE.encode()
    assert main_text(bytearray(payload)) == main_text(memoryview(payload)) == main_text(payload)
    odd: Any = None
    with pytest.raises(UsageError, match="payload: None"):
        main_text(odd)
    with pytest.raises(UsageError, match="content_type: None"):
        main_text(payload, odd)


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


def test_blocks_are_told_with_their_places_in_the_source() -> None:
    page = PAGE.replace("took his", "took <b>his</b>").replace("lamp of", "lamp&#32;of")
    view = docview(page.encode(), "http://c.example/", spans=True)
    assert replace(view, spans=()) == docview(page.encode(), "http://c.example/")
    prose = PROSE.strip()
    assert [view.text[slice(*span.text)] for span in view.spans] == [
        f"{prose} {prose}",
        f"{prose} The keeper.",
    ]
    last = view.spans[-1]
    written = prose.replace("took his", "took <b>his</b>").replace("lamp of", "lamp&#32;of")
    link = "The keeper</a>."
    assert page[slice(*last.source)] == f"{written} <a href=/k>{link}"
    bold = prose.replace("his", "<strong>his</strong>")
    assert view.html[slice(*last.html)] == f'{bold} <a href="http://c.example/k">{link}'
    bold = prose.replace("his", "**his**")
    assert view.markdown[slice(*last.markdown)] == f"{bold} [The keeper](http://c.example/k)."


def test_plain_text_is_one_block_of_its_source() -> None:
    text = " \n a <b>\n  c\n"
    view = docview(text.encode(), content_type="text/plain", spans=True)
    (span,) = view.spans
    assert text[slice(*span.source)] == "a <b>\n  c"


def test_places_in_another_encoding_are_those_of_its_characters() -> None:
    page = "<meta charset=gb18030><p>" + "灯塔看守人点亮了灯，船只安全返回港口。" * 3
    view = docview(page.encode("gb18030"), spans=True)
    assert [page[slice(*span.source)] for span in view.spans] == [view.text]
