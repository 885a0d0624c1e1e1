"""The URL Standard's own cases, from the web platform tests, and those of two normalisers."""

import json

import pytest

from pagemill.html.url import ascii_host, joined
from pagemill.html.url_rules import PROFILES, normalized_by

pytestmark = pytest.mark.shared
FLOOR = 1.0
NORMALISERS = {
    "crawlercommons_normalizer": ("crawler", 0.97),
    "urlcanon_semantic_precise": ("semantic", 1.0),
    "urlcanon_aggressive": ("aggressive", 1.0),
}


def _cases(shared, name):
    path = shared / "data/conformance/url" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_references_resolve_as_the_url_standard_says(shared):
    cases = _cases(shared, "wpt_urltestdata")
    right = sum(
        joined(case["base"] or "", case["input"])
        == (None if case.get("failure") else case["href"])
        for case in cases
    )
    assert right / len(cases) >= FLOOR


@pytest.mark.parametrize("name", ["wpt_toascii", "wpt_idnatestv2"])
def test_host_names_become_ascii_as_the_url_standard_says(shared, name):
    wrong = [
        case for case in _cases(shared, name) if ascii_host(case["input"]) != case["output"]
    ]
    assert wrong == []


def test_queries_are_escaped_in_the_encoding_of_the_page(shared):
    for case in _cases(shared, "wpt_percent_encoding"):
        for encoding, output in case["output"].items():
            given = case["input"]
            found = joined("", f"https://a.example/?{given}#{given}", encoding)
            assert found == f"https://a.example/?{output}#{case['output']['utf-8']}"


def _as_bytes(url):
    """The address as its suite holds it: urlcanon's cases are bytes, written as Latin-1."""
    try:
        return url.encode("latin-1")
    except UnicodeEncodeError:
        return url


@pytest.mark.parametrize("name", NORMALISERS)
def test_each_named_profile_normalises_as_its_model_does(shared, name):
    by, floor = NORMALISERS[name]
    cases = _cases(shared, name)
    for read in (str, _as_bytes) if by == "semantic" else (str,):
        right = sum(
            normalized_by(read(case["input"]), PROFILES[by]) == case["expected"]
            for case in cases
        )
        assert right / len(cases) >= (0.9 if by == "semantic" and read is str else floor)
