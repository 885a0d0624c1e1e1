"""The URL Standard's own cases, from the web platform tests."""

import json

import pytest

from pagemill.html.url import joined

FLOOR = 1.0


@pytest.mark.shared
def test_references_resolve_as_the_url_standard_says(shared):
    path = shared / "data/conformance/url/wpt_urltestdata.jsonl"
    cases = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    right = sum(
        joined(case["base"] or "", case["input"])
        == (None if case.get("failure") else case["href"])
        for case in cases
    )
    assert right / len(cases) >= FLOOR
