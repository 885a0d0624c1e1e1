import pytest
from starlette.testclient import TestClient

from material.browsing import HERE
from pagemill.api import Collection
from pagemill.serve.app import application
from pagemill.serve.settings import Settings
from pagemill.serve.workbench import STATIC


@pytest.mark.parametrize("name", STATIC)
def test_every_file_that_is_served_is_there_under_its_type(browser, name):
    answer = browser.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(
        ("text/css", "text/javascript", "image/svg")
    )


@pytest.mark.parametrize("name", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "base.html", ""])
def test_no_other_file_is(browser, name):
    assert browser.get(f"/static/{name}").status_code == 404


def test_what_is_not_there_is_told_on_a_page(browser):
    answer = browser.get("/nothing")
    assert answer.status_code == 404
    assert "<h1>There is no such page</h1>" in answer.text


def test_a_collection_that_was_not_built_says_what_to_do(tmp_path):
    collection = Collection.create(tmp_path / "empty")
    browser = TestClient(application(collection, Settings()), base_url=HERE)
    answer = browser.get("/api/search?q=x")
    assert answer.status_code == 503
    assert "run 'pagemill build" in answer.json()["error"]


def test_a_fault_of_ours_is_told_without_its_traceback(small_web, monkeypatch):
    app = application(small_web, Settings())
    browser = TestClient(app, base_url=HERE, raise_server_exceptions=False)
    monkeypatch.setattr(app.state.bench, "shelf", None)
    answer = browser.get("/look/x")
    assert answer.status_code == 500
    assert "its log says how" in answer.text
    assert "Traceback" not in answer.text
