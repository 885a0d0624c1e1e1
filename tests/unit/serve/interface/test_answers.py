import json
from dataclasses import asdict
from typing import Any

import pytest

from material.browsing import COPY, FERRY, ferry
from pagemill.serve.interface.openapi import document
from pagemill.view.assemble import docview

TYPES = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "number": (int, float),
    "null": type(None),
}


def fits(value: Any, kind: dict[str, Any], known: dict[str, Any]) -> bool:
    """Tell whether a value is what its schema says."""
    if "$ref" in kind:
        return fits(value, known[kind["$ref"].rpartition("/")[2]], known)
    if "anyOf" in kind:
        return any(fits(value, one, known) for one in kind["anyOf"])
    if kind.get("type") == "array":
        count = len(value) if isinstance(value, list) else -1
        row = kind.get("prefixItems") or [kind["items"]] * count
        return len(row) == count and all(map(fits, value, row, [known] * count))
    if kind.get("type") != "object":
        return not kind or isinstance(value, TYPES[kind["type"]])
    if not isinstance(value, dict):
        return False
    own = kind.get("properties") or dict.fromkeys(value, kind.get("additionalProperties"))
    return value.keys() == own.keys() and all(fits(value[k], own[k], known) for k in own)


def assert_fits(answer, path, method="get"):
    assert answer.status_code == 200, answer.text
    shown = document()
    content = shown["paths"][path][method]["responses"]["200"]["content"]
    kind = content["application/json"]["schema"]
    assert fits(answer.json(), kind, shown["components"]["schemas"])
    return answer.json()


def plain(value: Any) -> Any:
    return json.loads(json.dumps(asdict(value)))


def test_a_page_that_is_sent_comes_back_as_a_docview(browser):
    source = ferry()
    sent = browser.post(
        "/api/docview",
        params={"url": source.url},
        content=source.payload,
        headers={"content-type": "text/html"},
    )
    wanted = plain(docview(source.payload, source.url, "text/html"))
    assert assert_fits(sent, "/api/docview", "post") == wanted
    asked = {"html": source.payload.decode(), "url": source.url}
    assert browser.post("/api/docview", json=asked).json()["text"] == wanted["text"]


def test_its_blocks_come_with_their_fates(browser):
    answer = browser.post("/api/blocks", json={"html": "<p>One line, and one more."})
    found = assert_fits(answer, "/api/blocks", "post")
    assert [block["text"] for block in found["blocks"]] == ["One line, and one more."]
    assert found["blocks"][0]["fates"]["learned"]["kind"] == "kept"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"html": 1}', 400),
        (b'{"html": "x", "y": ""}', 400),
    ],
)
def test_a_wrong_request_is_told(browser, body, status):
    answer = browser.post(
        "/api/docview", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == status
    assert answer.json().keys() == {"error"}


def test_what_is_no_page_is_told(browser):
    answer = browser.post(
        "/api/docview", content=b"\x89PNG\r\n\x1a\n", headers={"content-type": "image/png"}
    )
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("not a page")


def test_who_asks_too_often_has_to_wait(browser):
    answers = [browser.post("/api/docview", json={"html": "<p>x"}) for _ in range(25)]
    late = [answer for answer in answers if answer.status_code == 429]
    assert late
    assert late[-1].headers["retry-after"].isdecimal()


def test_the_collection_answers(browser, small_web):
    found = assert_fits(browser.get("/api/docview", params={"url": FERRY}), "/api/docview")
    assert found == plain(small_web.docview(FERRY))
    assert_fits(browser.get("/api/explain", params={"url": COPY}), "/api/explain")
    assert_fits(browser.get("/api/status"), "/api/status")
    hits = assert_fits(browser.get("/api/search", params={"q": "ferry"}), "/api/search")
    assert hits["total"] == 4
    clusters = assert_fits(browser.get("/api/clusters?limit=2"), "/api/clusters")
    assert len(clusters["clusters"]) == 2
    sizes = [len(one["members"]) for one in browser.get("/api/clusters").json()["clusters"]]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/docview", 400),
        ("/api/docview?url=http://nowhere.example/", 404),
        ("/api/docview?url=../../etc/passwd", 404),
        ("/api/search?q=x&limit=101", 400),
        ("/api/search?q=x&offset=-1", 400),
        ("/api/nothing", 404),
    ],
)
def test_what_is_not_there_is_told_in_json(browser, path, status):
    answer = browser.get(path)
    assert answer.status_code == status
    assert answer.json()["error"]
