from material.browsing import FERRY
from pagemill.collection.layout import Layout
from pagemill.serve.safety import policy
from pagemill.survey.captured import captured


def test_a_page_of_the_collection_is_painted_or_as_captured(browser, small_web):
    painted = browser.get("/captured", params={"url": FERRY})
    assert 'data-why="kept:' in painted.text
    assert painted.headers["content-security-policy"].startswith("sandbox;")
    raw = browser.get("/captured", params={"url": FERRY, "as": "captured"})
    assert raw.text == captured(Layout(small_web.root), FERRY).payload.decode()
    assert raw.headers["content-security-policy"] == policy.RECEIVED


def test_nothing_but_a_page_of_the_collection_is_shown(browser):
    for url in ("", "http://nowhere.example/", "file:///etc/passwd", "../collection.toml"):
        assert browser.get("/captured", params={"url": url}).status_code == 404
    alone = {"sec-fetch-dest": "document"}
    assert browser.get("/captured", params={"url": FERRY}, headers=alone).status_code == 403
