from urllib.parse import quote

from material.browsing import COPY, FERRY


def test_a_page_tells_all_that_is_known_of_it(browser, small_web):
    shown = browser.get("/page", params={"url": FERRY}).text
    for step in small_web.explain(FERRY).steps:
        assert f'<span class="stage">{step.stage}</span>' in shown
    assert f"/duplicates/compare?left={quote(COPY, safe='')}" in shown
    assert "The page as captured" in shown
    assert "http://www.saltmarsh-courier.example/front.html" in shown  # links to it
    assert "00000.warc.gz" in shown


def test_a_page_that_is_not_there_is_told(browser):
    for url in ("", "http://nowhere.example/", "nonsense", "/etc/passwd"):
        assert browser.get("/page", params={"url": url}).status_code == 404
