"""Whatever kills pagemill, the same command goes on and ends where it would have ended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from material import folder, outcome, smallweb

POLL_S = 0.004
KILLS = 3
pytestmark = pytest.mark.slow


def _sizes(root: Path) -> frozenset[tuple[str, int]]:
    """Return every file with its size: what a watcher sees of a command's progress."""
    found: set[tuple[str, int]] = set()
    for top, _, names in os.walk(root):
        for name in names:
            path = f"{top}/{name}"
            with suppress(OSError):
                found.add((path, os.stat(path).st_size))  # noqa: PTH116
        found.add((top, 0))
    return frozenset(found)


class Watched:
    """A pagemill process that is watched through what it does to its folder."""

    def __init__(self, root: Path, arguments: list[str], env: dict[str, str]) -> None:
        self.root = root
        self.log = root.with_name(f"{root.name}.log")
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pagemill", *arguments],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    def has_ended(self, within_s: float) -> bool:
        """Wait so long at most for the end of the process."""
        try:
            self.process.wait(timeout=within_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def changes(self) -> Iterator[int]:
        """Count the changes of the folder until the process ends."""
        seen, count = _sizes(self.root), 0
        while not self.has_ended(POLL_S):
            now = _sizes(self.root)
            if now != seen:
                seen, count = now, count + 1
                yield count

    def killed_after(self, change: int, extra_s: float, *, with_children: bool) -> bool:
        """Kill -9 shortly after that change; tell whether the process was alive then."""
        for count in self.changes():
            if count >= change:
                break
        if self.has_ended(extra_s):
            return False
        send = os.killpg if with_children else os.kill
        send(self.process.pid, signal.SIGKILL)
        return self.process.wait(timeout=30) == -signal.SIGKILL

    def clear(self) -> None:
        """End what is left of the process and its children."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=30)


def _changes_of_whole_run(root: Path, arguments: list[str], env: dict[str, str]) -> int:
    watched = Watched(root, arguments, env)
    try:
        count = max(watched.changes(), default=0)
        assert watched.process.returncode in (0, 1), watched.log.read_text(errors="replace")
    finally:
        watched.clear()
    assert count >= 3, "the command hardly touched its folder: the kills would prove nothing"
    return count


def _killed_chain(
    start: Path, root: Path, arguments: list[str], env: dict[str, str], pick: Random
) -> int:
    """Kill the same command on the same folder again and again; return how often it lived."""
    shutil.copytree(start, root)
    total = _changes_of_whole_run(root, arguments, env)
    shutil.rmtree(root)
    shutil.copytree(start, root)
    kills, survivors = 0, []
    try:
        for attempt in range(4 * KILLS):
            watched = Watched(root, arguments, env)
            survivors.append(watched)
            change = pick.randint(1, max(1, total * (KILLS - kills) // KILLS))
            alive = watched.killed_after(
                change, pick.uniform(0, 0.03), with_children=attempt % 2 == 0
            )
            kills += alive
            if kills == KILLS:
                break
            if not alive:
                log = watched.log.read_text(errors="replace")
                assert watched.process.returncode in (0, 1), log
                shutil.rmtree(root)
                shutil.copytree(start, root)
        _go_on(root, arguments, env)
    finally:
        for watched in survivors:
            watched.clear()
    return kills


def _go_on(root: Path, arguments: list[str], env: dict[str, str]) -> None:
    watched = Watched(root, arguments, env)
    try:
        assert watched.has_ended(120), "the same command does not end after a kill"
        log = watched.log.read_text(errors="replace")
        assert watched.process.returncode in (0, 1), log
        assert "Traceback" not in log
    finally:
        watched.clear()


def _first_records(root: Path) -> dict[str, Any]:
    """Records but for repetitions: an import killed after its last step was done already."""
    return {
        run: record
        for run, record in folder.run_records(root).items()
        if not _is_repetition(record)
    }


def _is_repetition(record: dict[str, Any]) -> bool:
    return record["stage"] == "import" and record["rejects"] == {
        "already stored": record["rows_in"]
    }


def _first_answers(found: dict[str, Any]) -> dict[str, Any]:
    """What a collection answers, but for repetitions of imports."""
    status = found["status"]
    repeated = [record for record in status["records"] if _is_repetition(record)]
    stored = sum(record["rows_in"] for record in repeated)
    of_import = Counter(status["rejects"]["import"])
    of_import.subtract({"already stored": stored})
    first = {
        "records": [record for record in status["records"] if record not in repeated],
        "rejects": status["rejects"] | {"import": dict(+of_import)},
    }
    return found | {"status": status | first}


def _assert_equal(root: Path, reference: Path) -> None:
    """Tables to the byte, records but for times, nothing left lying about."""
    ours, theirs = folder.all_part_bytes(root), folder.all_part_bytes(reference)
    assert sorted(ours) == sorted(theirs)
    assert [name for name in ours if ours[name] != theirs[name]] == []
    assert _first_records(root) == _first_records(reference)
    assert folder.archived(root) == folder.archived(reference)
    assert folder.leftovers(root) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_an_import_killed_at_any_moment_goes_on_and_ends_the_same(
    seed: int,
    sources: list[Path],
    built: Path,
    collect: Callable[..., Path],
    answers: Callable[[Path], dict[str, Any]],
    answers_of_built: dict[str, Any],
    pagemill_env: dict[str, str],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    start = collect(tmp_path / "start", build=False)
    root = tmp_path / "killed"
    arguments = ["import", str(root), *map(str, sources)]
    kills = _killed_chain(start, root, arguments, pagemill_env, smallweb.numbers(seed))
    assert kills == KILLS, "the import was seldom alive when it was to be killed"
    result = run_pagemill("build", root)
    assert result.returncode in (0, 1), outcome.shown(result)
    _assert_equal(root, built)
    assert _first_answers(answers(root)) == answers_of_built


@pytest.mark.parametrize(("seed", "workers"), [(11, 1), (12, 2)])
def test_a_build_killed_at_any_moment_goes_on_and_ends_the_same(
    seed: int,
    workers: int,
    imported: Path,
    built: Path,
    answers: Callable[[Path], dict[str, Any]],
    answers_of_built: dict[str, Any],
    pagemill_env: dict[str, str],
    tmp_path: Path,
) -> None:
    root = tmp_path / "killed"
    arguments = ["build", str(root), "--workers", str(workers)]
    kills = _killed_chain(imported, root, arguments, pagemill_env, smallweb.numbers(seed))
    assert kills == KILLS, "the build was seldom alive when it was to be killed"
    _assert_equal(root, built)
    assert answers(root) == answers_of_built


def test_a_killed_collection_can_be_read_at_once(
    built: Path,
    copied: Callable[[Path], Path],
    pagemill_env: dict[str, str],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    root = copied(built)
    more = smallweb.write_warc(tmp_path / "more.warc.gz", smallweb.web(5, 60))
    outcome.assert_calm(run_pagemill("import", root, more))
    watched = Watched(root, ["build", str(root)], pagemill_env)
    try:
        assert watched.killed_after(2, 0.0, with_children=True)
    finally:
        watched.clear()
    for verb in (["status", root, "--json"], ["search", root, "lantern", "--json"]):
        outcome.assert_done(run_pagemill(*verb))


def test_a_killed_build_leaves_no_process_behind(
    imported: Path, copied: Callable[[Path], Path], pagemill_env: dict[str, str]
) -> None:
    root = copied(imported)
    watched = Watched(root, ["build", str(root), "--workers", "2"], pagemill_env)
    try:
        assert watched.killed_after(2, 0.0, with_children=False)
        waiting = [sys.executable, "-c", _WAIT_FOR_GROUP, str(watched.process.pid)]
        done = subprocess.run(waiting, check=False, timeout=60)
        assert done.returncode == 0, "a worker outlives its killed parent by 20 seconds"
    finally:
        watched.clear()


_WAIT_FOR_GROUP = """
import os, sys, time
for _ in range(200):
    try:
        os.killpg(int(sys.argv[1]), 0)
    except ProcessLookupError:
        sys.exit(0)
    time.sleep(0.1)
sys.exit(1)
"""


def test_an_interrupt_from_the_keyboard_is_no_crash_and_the_same_command_goes_on(
    imported: Path,
    built: Path,
    copied: Callable[[Path], Path],
    answers: Callable[[Path], dict[str, Any]],
    answers_of_built: dict[str, Any],
    pagemill_env: dict[str, str],
) -> None:
    root = copied(imported)
    arguments = ["build", str(root), "--workers", "2"]
    watched = Watched(root, arguments, pagemill_env)
    try:
        for count in watched.changes():
            if count >= 2:
                break
        assert watched.process.poll() is None
        os.killpg(watched.process.pid, signal.SIGINT)
        assert watched.has_ended(30), "an interrupt does not end the build"
        assert watched.process.returncode != 0
        assert "Traceback" not in watched.log.read_text(errors="replace")
    finally:
        watched.clear()
    _go_on(root, arguments, pagemill_env)
    _assert_equal(root, built)
    assert answers(root) == answers_of_built
