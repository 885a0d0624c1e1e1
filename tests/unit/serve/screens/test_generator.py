import re

import pytest

from material.browsing import FERRY, WEB, looked_at, send, token_of
from pagemill.serve.safety import policy

PAGE = "<title>Tides</title><p>The tide turns twice a day, and twice it turns back again.</p>"


def test_a_page_is_pasted_and_shown_with_its_elements(browser):
    place = looked_at(browser, PAGE)
    shown = browser.get(place).text
    assert "<h1>Tides</h1>" in shown
    for name in ("Identifier", "Title", "Type", "Keywords", "Abstract", "Topic links", "Text"):
        assert f"<dt>{name}</dt>" in shown
    assert "The tide turns twice a day" in shown
    assert 'sandbox title="' in shown


def test_a_page_of_the_collection_is_taken_from_it(browser):
    answer = send(browser, "/look", url=FERRY)
    shown = browser.get(answer.headers["location"]).text
    assert "the collection, captured" in shown
    assert "The night ferry falls silent" in shown


def test_a_file_is_taken_with_its_kind(browser):
    path = WEB / "www.saltmarsh-courier.example/news/night-ferry.html"
    answer = browser.post(
        "/look",
        data={"token": token_of(browser)},
        files={"file": ("night ferry.html", path.read_bytes())},
    )
    assert "night ferry.html" in browser.get(answer.headers["location"]).text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "nothing was given"),
        ({"html": "<p>x", "base": "nonsense"}, "no URL"),
        ({"url": "http://127.0.0.1:9/"}, "private address"),
        ({"url": "javascript:alert(1)"}, "no web address"),
        ({"url": "http://93.184.215.14/", "fresh": "yes"}, "set contact"),
    ],
)
def test_what_cannot_be_looked_at_is_told_in_the_form(browser, fields, said):
    answer = send(browser, "/look", **fields)
    assert answer.status_code == 422
    assert said in answer.text


def test_addresses_cannot_be_asked_for_long(browser):
    codes = [send(browser, "/look", url="http://127.0.0.1:9/").status_code for _ in range(7)]
    assert codes == [422] * 5 + [429] * 2


def test_methods_stand_side_by_side_and_differences_alone(browser):
    answer = send(browser, "/look", url=FERRY)
    place = answer.headers["location"]
    whole = browser.get(place).text
    only = browser.get(f"{place}?only=differences&with=learned&with=lecture").text
    assert whole.count("<tr") > only.count("<tr") > 2
    assert "Tag plateau</th>\n" not in only
    rows = only.partition('class="blocks"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    assert rows.count("<tr") == rows.count('<tr class="differ"')


def test_the_page_is_painted_by_the_method_asked_for(browser):
    place = send(browser, "/look", url=FERRY).headers["location"]
    one = browser.get(f"{place}/painted?by=learned")
    two = browser.get(f"{place}/painted?by=lecture")
    assert one.text != two.text
    assert one.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert browser.get(f"{place}/painted?by=nothing").status_code == 404
    assert browser.get(f"{place}?by=nothing").status_code == 404


def test_captured_pages_are_shown_in_a_frame_only(browser):
    place = looked_at(browser, PAGE)
    for path in (f"{place}/painted", f"{place}/received"):
        alone = browser.get(path, headers={"sec-fetch-dest": "document"})
        assert alone.status_code == 403
        assert browser.get(path, headers={"sec-fetch-dest": "iframe"}).status_code == 200


def test_a_page_as_received_has_no_rights(browser):
    answer = browser.get(looked_at(browser, "<script>alert(1)</script>x") + "/received")
    assert answer.text == "<script>alert(1)</script>x"
    assert answer.headers["content-security-policy"] == policy.RECEIVED


def test_the_docview_is_downloaded(browser):
    place = looked_at(browser, PAGE)
    markdown = browser.get(f"{place}/docview.md")
    assert markdown.text == "The tide turns twice a day, and twice it turns back again."
    assert markdown.headers["content-disposition"] == 'attachment; filename="docview.md"'
    assert browser.get(f"{place}/docview.json").json()["title"] == "Tides"
    assert browser.get(f"{place}/docview.exe").status_code == 404


def test_what_is_no_longer_kept_is_told(browser):
    answer = browser.get("/look/unknown")
    assert answer.status_code == 404
    assert "give it once more" in answer.text


@pytest.mark.parametrize(
    "html", ["<title><script>alert(1)</script></title><p>x <b>y", '<title>"><x>']
)
def test_nothing_of_a_page_reaches_ours_unescaped(browser, html):
    shown = browser.get(looked_at(browser, html)).text
    assert len(re.findall(r"<script", shown)) == 0
    assert "<x>" not in shown
