"""robots.txt questions of five other projects, and the files of real hosts."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pagemill.crawl.robots import parsed

pytestmark = pytest.mark.shared

# Questions whose answer RFC 9309 does not fix, or where it says another thing than the suite:
# name of the question -> why.
NOT_FIXED = {
    "ID_Encoding": "escapes are compared as octets (section 2.2.2), here as the matcher's "
    "callers are expected to write them",
    "test_1996rfc_examples": "product tokens with digits; the standard has letters, _, -",
    "test_allowed_wildcards": "product tokens with digits",
    "test_generosity": "lines without a colon, and a star within a product token",
    "test_special_symbols_dual_behaviour": "a final $ is the end of the address, never itself",
    "test_unicode_url_and_useragent": "product tokens beyond ASCII",
    "test_grouping_unknown_keys": "an unknown key between two groups does not end the naming",
    "test_skip_malformed_line": "a blank for the colon is understood, as search engines do",
}


def test_every_question_that_the_standard_answers_is_answered_so(shared: Path) -> None:
    lines = (shared / "data/conformance/robots/cases.jsonl").read_text().splitlines()
    asked = 0
    wrong: list[Any] = []
    unfixed = 0
    for line in lines:
        case = json.loads(line)
        if case.get("note") == "substring-agent":
            continue
        encoded = case.get("robots_b64")
        payload = base64.b64decode(encoded) if encoded else case["robots"].encode()
        asked += 1
        if parsed(payload).allows(case["agent"], case["url"]) != case["allowed"]:
            if case["name"] in NOT_FIXED:
                unfixed += 1
            else:
                wrong.append(case)
    assert not wrong
    assert asked == 483
    assert unfixed <= 22


def test_files_of_real_hosts_are_read_as_the_largest_search_engine_reads_them(
    shared: Path,
) -> None:
    asked = agreed = 0
    with gzip.open(shared / "data/conformance/robots_real/files.jsonl.gz") as lines:
        for line in lines:
            case = json.loads(line)
            robots = parsed(case["robots"].encode("utf-8", "surrogatepass"))
            for agent, path, allowed in case["checks"]:
                if path != "/robots.txt":
                    asked += 1
                    agreed += robots.allows(agent, path) == bool(allowed)
    assert asked > 89_000
    assert agreed / asked >= 0.9999
