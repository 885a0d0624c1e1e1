import html
import re

from starlette.testclient import TestClient

from material.browsing import HERE
from pagemill.api import Collection
from pagemill.serve.app import application
from pagemill.serve.settings import Settings


def counts(page):
    found = re.findall(
        r'<a href="(/pages\?[^"]+)">[^<]+</a></span><span class="n">([\d,]+)<', page
    )
    return [(html.unescape(path), int(number.replace(",", ""))) for path, number in found]


def test_every_number_leads_to_as_many_pages(browser):
    linked = counts(browser.get("/collection").text)
    assert len(linked) > 25
    for path, number in linked:
        shown = browser.get(path).text
        noun = "page" if number == 1 else "pages"
        assert f'<p role="status">{number:,} {noun}</p>' in shown, path


def test_the_funnel_is_the_collection_s(browser, small_web):
    shown = browser.get("/collection").text
    funnel = small_web.funnel()
    assert f"{funnel.exact_duplicates:,} exact" in shown
    assert f'<span class="n">{funnel.kept:,}</span>' in shown
    assert "alone in its band" in shown


def test_an_empty_collection_is_shown_and_says_what_is_to_be_done(tmp_path):
    collection = Collection.create(tmp_path / "empty")
    browser = TestClient(application(collection, Settings()), base_url=HERE)
    for path in ("/collection", "/pages", "/duplicates/sites", "/search", "/crawl"):
        assert browser.get(path).status_code == 200, path
    assert "The next build would run" in browser.get("/collection").text
    assert browser.get("/duplicates").status_code == 503
