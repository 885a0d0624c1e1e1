import re

from pagemill.serve.interface.openapi import OPERATIONS, document


def test_every_operation_is_described_and_answered(browser):
    shown = browser.get("/api/openapi.json").json()
    assert shown == document()
    for one in OPERATIONS:
        told = shown["paths"][one.path][one.method.lower()]
        assert told["summary"]
        assert browser.request(one.method, one.path).status_code in {200, 400, 422}
    names = [one.act.__name__ for one in OPERATIONS]
    assert len(names) == len(set(names))


def test_every_schema_that_is_named_is_there():
    shown = document()
    named = set(re.findall(r"'#/components/schemas/(\w+)'", str(shown)))
    assert named == shown["components"]["schemas"].keys()
    assert shown["openapi"].startswith("3.1")
