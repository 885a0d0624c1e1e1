"""Rules as in .gitignore, and how those of several folders go together."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pagemill.crawl.fetching.ignoring import Ignoring


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("build/keep.txt", "src/a.log", "src/keep.log", "src/deep/b.log", "top.txt"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    (tmp_path / ".gitignore").write_text("# logs\n*.log\nbuild/\n!\n/top.txt\n")
    (tmp_path / "src" / ".ignore").write_text("!keep.log\n")
    return tmp_path.resolve()


def left(root: Path, *patterns: str) -> set[str]:
    """What is not left out, by name below the root."""
    rules = Ignoring([root], patterns)
    return {
        str(one.relative_to(root))
        for one in root.rglob("*")
        if not rules.leaves_out(one, is_folder=one.is_dir())
    }


def test_the_deepest_rule_decides_but_not_below_what_is_ignored(root: Path) -> None:
    assert left(root) == {"src", "src/deep", "src/keep.log"}
    (root / "build" / ".gitignore").write_text("!keep.txt")
    assert "build/keep.txt" not in left(root)


def test_patterns_of_the_user_hold_at_the_root(root: Path) -> None:
    assert left(root, "deep/", "!top.txt") == {"src", "src/keep.log"}


def test_a_changed_rule_counts_from_then_on(root: Path) -> None:
    rules = Ignoring([root])
    log = root / "src" / "a.log"
    assert rules.leaves_out(log, is_folder=False)
    (root / ".gitignore").write_text("")
    os.utime(root / ".gitignore", (1, 1))
    assert not rules.leaves_out(log, is_folder=False)


def test_what_was_named_itself_is_never_left_out(root: Path) -> None:
    rules = Ignoring([root, root / "top.txt"], ["*"])
    assert not rules.leaves_out(root, is_folder=True)
    assert rules.leaves_out(root / "top.txt", is_folder=False)  # below the other folder
    assert not Ignoring([root / "top.txt"], ["*"]).leaves_out(root / "top.txt", is_folder=False)


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="pattern"):
        Ignoring([], ["!"])
