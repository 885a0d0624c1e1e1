"""Priorities from scores, and scorers of other distributions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pagemill.crawl.frontier import LEVELS
from pagemill.crawl.ordering.scorer import installed, level_of
from pagemill.errors import UsageError

GOOD = "class Mine:\n    def score(self, url, words):\n        return len(words) / 10\n"


def test_better_pages_come_first_and_seeds_before_them() -> None:
    levels = [level_of(score) for score in (2.0, 1.0, 0.5, 0.0, -1.0)]
    assert levels == sorted(levels)
    assert min(levels) == 1
    assert max(levels) == LEVELS - 1


def install(folder: Path, code: str) -> None:
    (folder / "my_scorer.py").write_text(code)
    info = folder / "my_scorer-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-scorer\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[pagemill.scorers]\nmine = my_scorer:Mine\n")


@pytest.mark.parametrize(
    ("code", "word"), [(GOOD, ""), ("class Mine:\n    pass\n", "cannot be used")]
)
def test_a_scorer_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, word: str
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_scorer", raising=False)
    install(tmp_path, code)
    if not word:
        assert installed("mine").score("u", frozenset("ab")) == 0.2
        return
    with pytest.raises(UsageError, match=word):
        installed("mine")


def test_a_name_that_is_not_installed_is_told() -> None:
    with pytest.raises(UsageError, match="not installed"):
        installed("nobody")
