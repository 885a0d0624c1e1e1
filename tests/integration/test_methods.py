"""Methods of duplicate detection from the command line to the answer."""

from __future__ import annotations

import json
from pathlib import Path

from material import outcome

STORY = " ".join(f"word{number}" for number in range(120))


def test_methods_are_compared_on_a_collection(built, run_pagemill):
    result = run_pagemill("compare-methods", built, "--json", "--curve")
    outcome.assert_done(result)
    found = json.loads(result.stdout)
    figures = {row["method"]: row for row in found["figures"]}
    assert len(figures) >= 30
    assert figures["bands"]["precision"] == figures["bands"]["recall"] == 1.0
    assert figures["shingles"]["pairs"] == found["duplicates"] > 0
    assert figures["simhash"]["bytes_per_text"] == 8
    assert found["curve"][-1]["expected"]["bands-only"] > 0.99


def test_methods_are_compared_on_files(tmp_path: Path, run_pagemill):
    rows = [{"id": str(n), "text": f"{STORY} {'x' * n}"} for n in range(1, 4)]
    path = tmp_path / "docs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    result = run_pagemill(
        "compare-methods", path, "--methods", "bands,simhash,words", "--threshold", "0.9"
    )
    outcome.assert_done(result)
    lines = [line.split()[0] for line in result.stdout.splitlines()]
    assert lines == ["method", "bands", "simhash", "words"]
    assert "3 pairs with an exact resemblance of 0.9 or more" in result.stderr


def test_the_list_needs_no_source_and_a_comparison_does(run_pagemill):
    outcome.assert_done(run_pagemill("compare-methods", "--list"))
    refused = run_pagemill("compare-methods")
    assert refused.returncode == 2
    assert "no SOURCE" in refused.stderr


def test_duplicates_by_another_method_and_threshold(built, run_pagemill):
    usual = json.loads(run_pagemill("duplicates", built, "--json").stdout)
    for method in ("bands", "shingles", "fingerprint-all", "digest"):
        result = run_pagemill("duplicates", built, "--method", method, "--json")
        outcome.assert_done(result)
        found = json.loads(result.stdout)
        assert found["clusters"]
        if method in ("bands", "shingles"):
            assert found["clusters"] == usual["clusters"]
    strict = run_pagemill("duplicates", built, "--threshold", "1", "--json")
    assert {pair["similarity"] for pair in json.loads(strict.stdout)["pairs"]} == {1.0}


def test_a_wrong_method_changes_nothing_and_names_the_right_ones(built, run_pagemill):
    refused = run_pagemill("duplicates", built, "--method", "magic")
    assert refused.returncode == 2
    assert "winnowing" in refused.stderr
    assert run_pagemill("duplicates", built, "--threshold", "7").returncode == 2


def test_for_any_removed_page_the_difference_is_shown(built, run_pagemill):
    listed = json.loads(run_pagemill("duplicates", built, "--json").stdout)
    removed = [
        (member, cluster["representative"])
        for cluster in listed["clusters"]
        for member in cluster["members"]
        if member != cluster["representative"]
    ]
    assert removed
    for page, kept in removed[:6]:
        for verb in ("explain", "duplicates"):
            result = run_pagemill(verb, built, page)
            outcome.assert_done(result)
            assert f"removed for {kept}" in result.stdout
            assert "similarity" in result.stdout
        told = json.loads(run_pagemill("explain", built, page, "--json").stdout)["removal"]
        assert told["kept"] == kept
        assert told["method"]
