import pytest

from pagemill import docview
from pagemill.html.tree import parsed
from pagemill.model.docview import Frame
from pagemill.view.frames.join import frames_of, joined

TEXT = "The lamp is lit at dusk by the keeper, who climbs the stairs. He stays until dawn."
ARTICLE = f"<title>Lamp</title><h1>Lamp</h1><p>{TEXT}</p><p>{TEXT.upper()}</p>"
MENU = "<ul>" + "".join(f"<li><a href=/{n}>Section {n}</a>" for n in range(20)) + "</ul>"
FRAMESET = "<title>Light</title><frameset><frame src=menu><frame src=text><frame src=gone>"
HERE = "http://a.example/"


def urls(html, url=HERE):
    return [frame.url for frame in frames_of(parsed(html), url)]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>x", []),
        ("<iframe src=/a></iframe>", ["http://a.example/a"]),
        ("<iframe src=http://www.a.example/a#b></iframe>", ["http://www.a.example/a"]),
        ("<iframe src=http://b.example/a></iframe>", []),
        ("<iframe src=/></iframe><iframe src=#x></iframe>", []),
        ("<frameset><frame src=http://b.example/a>", ["http://b.example/a"]),
        ("<iframe src=javascript:0></iframe>", []),
    ],
)
def test_frames_of_a_frameset_or_the_same_site_belong_to_the_page(html, found):
    assert urls(html) == found


def test_a_page_without_address_has_no_site():
    assert urls("<iframe src=http://b.example/a></iframe>", "") == []


def test_a_page_has_so_many_frames_at_most():
    assert len(urls("".join(f"<iframe src=/{n}></iframe>" for n in range(99)))) == 20


def test_a_frameset_gets_the_text_of_its_frames_but_not_of_its_menu():
    page = docview(FRAMESET, HERE)
    assert [frame.fate for frame in page.frames] == ["not joined"] * 3
    parts = {
        HERE + "menu": docview(MENU, HERE + "menu"),
        HERE + "text": docview(ARTICLE, HERE + "text"),
        HERE + "gone": "not captured",
    }
    whole = joined(page, parts)
    assert whole.title == "Light"
    assert whole.text == parts[HERE + "text"].text
    assert (
        whole.html == f'<section data-frame="{HERE}text">{parts[HERE + "text"].html}</section>'
    )
    assert whole.page_type == "topic"
    assert whole.frames == (
        Frame(url=HERE + "menu", fate="only navigates"),
        Frame(url=HERE + "text", fate="joined"),
        Frame(url=HERE + "gone", fate="not captured"),
    )


def test_a_menu_is_better_than_nothing():
    page = docview(FRAMESET, HERE)
    menu = docview(MENU, HERE + "menu")
    assert joined(page, {HERE + "menu": menu}).text == menu.text


def test_a_page_with_text_keeps_it_before_that_of_its_frames():
    page = docview(f"<h1>Light</h1><p>{TEXT}</p><iframe src=text></iframe>", HERE)
    part = docview(ARTICLE, HERE + "text")
    whole = joined(page, {HERE + "text": part})
    assert whole.text == f"{page.text}\n{part.text}"
    assert whole.markdown == f"{page.markdown}\n\n{part.markdown}"
    assert whole.url == HERE


def test_without_any_frame_the_page_stays_as_it_is():
    page = docview(FRAMESET, HERE)
    assert joined(page, {HERE + "text": "not captured"}).text == page.text
