from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagemill.pages.known import Known, Marked, marked, marks

ROWS = Marked(
    url_hash=np.array([5, 1 << 63], np.uint64),
    fetched_at=np.array(["2026-01-01", "2026-01-02"], "datetime64[us]"),
    block_digest=["0" * 32, "ab" * 16],
    text_digest=["", "cd" * 16],
    frames=[[], []],
)


@pytest.mark.parametrize(
    "change",
    [
        {"url_hash": np.array([6, 1 << 63], np.uint64)},
        {"fetched_at": np.array(["2026-01-03", "2026-01-02"], "datetime64[us]")},
        {"block_digest": ["1" * 32, "ab" * 16]},
        {"text_digest": ["1" * 32, "cd" * 16]},
        {"frames": [[{"url": "http://a.org/", "text": "x"}], []]},
    ],
)
def test_a_mark_changes_with_everything_that_a_row_is_told_by(change):
    before, after = marks(ROWS, b"run"), marks(replace(ROWS, **change), b"run")
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_another_run_has_other_marks():
    assert not np.isin(marks(ROWS, b"run"), marks(ROWS, b"other")).any()
    assert (marks(ROWS, b"run") == marks(ROWS, b"run")).all()


def test_what_was_added_is_known_the_next_time_by_parts(tmp_path: Path):
    path = tmp_path / "KNOWN"
    found = marks(ROWS, b"run")
    with Known(path) as known:
        assert not len(known.of_part(0, 1))
        known.add(marked(ROWS.url_hash, found))
    with Known(path) as known:
        assert known.of_part(0, 1)["mark"].tolist() == found.tolist()
        assert known.of_part(0, 2)["mark"].tolist() == found[:1].tolist()
        assert known.of_part(1, 2)["mark"].tolist() == found[1:].tolist()
        assert not len(known.of_part(1, 4))
        known.add(known.of_part(1, 2))
    with Known(path) as known:
        assert known.of_part(0, 1)["mark"].tolist() == found[1:].tolist()
        known.add(known.of_part(0, 1))
    assert [one.name for one in tmp_path.iterdir()] == ["KNOWN"]


def test_what_fails_changes_nothing(tmp_path: Path):
    path = tmp_path / "KNOWN"
    with Known(path) as known:
        known.add(marked(ROWS.url_hash, marks(ROWS, b"run")))
    before = path.read_bytes()
    with pytest.raises(ZeroDivisionError):
        _fail_within(Known(path))
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["KNOWN"]


def _fail_within(known: Known) -> None:
    with known:
        known.add(known.of_part(1, 2))
        raise ZeroDivisionError


def test_a_file_that_was_cut_inside_a_row_gives_the_whole_rows(tmp_path: Path):
    path = tmp_path / "KNOWN"
    path.write_bytes(marked(ROWS.url_hash, marks(ROWS, b"")).tobytes()[:-3])
    with Known(path) as known:
        assert len(known.of_part(0, 1)) == 1
