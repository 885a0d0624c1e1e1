"""The same pages give the same tables, whatever the order, the workers, the repetitions."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from material import folder, outcome, smallweb, warcs

pytestmark = pytest.mark.slow


def _shuffled(source: Path, target: Path, seed: int) -> Path:
    """Write the records of a source in another order, as one of the same form."""
    pick = smallweb.numbers(seed)
    if source.is_dir():
        return Path(shutil.copytree(source, target))
    if source.suffix == ".jsonl":
        lines = source.read_bytes().splitlines(keepends=True)
        pick.shuffle(lines)
        target.write_bytes(b"".join(lines))
    else:
        parts = [
            warcs.record(found.kind, found.url, found.block, found.fields["warc-date"])
            for found in warcs.records(source)
        ]
        pick.shuffle(parts)
        warcs.write(target, parts)
    os.utime(target, (smallweb.MTIME, smallweb.MTIME))
    return target


def test_one_worker_and_two_give_the_same_bytes(
    imported: Path, copied: Callable[[Path], Path], run_pagemill: Any
) -> None:
    one, two = copied(imported), copied(imported)
    for root, workers in ((one, 1), (two, 2)):
        result = run_pagemill("build", root, "--workers", workers)
        assert result.returncode in (0, 1), outcome.shown(result)
    assert folder.all_part_bytes(one) == folder.all_part_bytes(two)
    assert folder.run_records(one) == folder.run_records(two)


@pytest.mark.parametrize("seed", [3, 4])
def test_the_order_of_the_input_shows_in_the_pointers_only(
    seed: int,
    sources: list[Path],
    built: Path,
    collect: Callable[..., Path],
    answers: Callable[[Path], dict[str, Any]],
    answers_of_built: dict[str, Any],
    tmp_path: Path,
) -> None:
    names = tmp_path / "sources"
    names.mkdir()
    given = [_shuffled(source, names / source.name, seed) for source in sources]
    # Files of a folder carry their place as URL, so the folder itself stays where it is.
    given = [old if old.is_dir() else new for old, new in zip(sources, given, strict=True)]
    smallweb.numbers(seed).shuffle(given)
    root = collect(tmp_path / "c", *given)
    assert folder.different_parts(root, built, pointers=False) == []
    assert answers(root)["lantern harbour"] == answers_of_built["lantern harbour"]


def test_importing_twice_stores_nothing_twice(
    sources: list[Path],
    built: Path,
    copied: Callable[[Path], Path],
    run_pagemill: Any,
) -> None:
    root = copied(built)
    again = run_pagemill("import", root, *sources)
    outcome.assert_calm(again)
    assert again.returncode in (0, 1), outcome.shown(again)
    assert folder.archived(root) == folder.archived(built)
    rebuilt = run_pagemill("build", root)
    assert rebuilt.returncode in (0, 1), outcome.shown(rebuilt)
    assert folder.different_parts(root, built) == []


def test_the_archive_holds_each_capture_once(built: Path) -> None:
    twice = {
        key: times
        for key, times in folder.archived(built).items()
        if times > (2 if key[0].endswith("/tie") else 1)
    }
    assert twice == {}


def test_a_second_build_has_nothing_to_do(
    built: Path, copied: Callable[[Path], Path], run_pagemill: Any
) -> None:
    root = copied(built)
    before = {path: path.stat().st_mtime_ns for path in (root / "tables").rglob("*.parquet")}
    result = run_pagemill("build", root)
    assert result.returncode in (0, 1), outcome.shown(result)
    after = {path: path.stat().st_mtime_ns for path in (root / "tables").rglob("*.parquet")}
    assert after == before


def test_derived_folders_can_be_deleted_and_come_back_the_same(
    built: Path,
    copied: Callable[[Path], Path],
    answers: Callable[[Path], dict[str, Any]],
    answers_of_built: dict[str, Any],
    run_pagemill: Any,
) -> None:
    root = copied(built)
    for name in ("tables", "rejects", "index", "runs"):
        shutil.rmtree(root / name, ignore_errors=True)
    (root / "CURRENT.json").unlink()
    result = run_pagemill("build", root)
    outcome.assert_calm(result)
    assert result.returncode in (0, 1), outcome.shown(result)
    assert folder.different_parts(root, built) == []
    assert answers(root)["lantern harbour"] == answers_of_built["lantern harbour"]
