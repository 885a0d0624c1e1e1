from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from material import stages
from material.stages import Lengths, notes
from pagemill.collection import parquet
from pagemill.engine.local import ProcessRunner, SerialRunner
from pagemill.engine.task import ShardTask
from pagemill.errors import PagemillError, SurroundingsError
from pagemill.tables import Rejects


@pytest.fixture(scope="module")
def crew() -> Iterator[ProcessRunner]:
    """Return two workers for all tests here that leave them well."""
    with ProcessRunner(2, patience_s=0.5) as runner:
        yield runner


def task(folder: Path, texts: list[str]) -> ShardTask:
    parquet.write_part(notes(texts), folder / "source.parquet")
    return ShardTask(
        stage=stages.measuring(),
        source=folder / "source.parquet",
        target=folder / "lengths.parquet",
        rejects=folder / "rejects.parquet",
        account=folder / "account.json",
    )


def tasks(folder: Path, count: int, texts: list[str]) -> list[ShardTask]:
    return [task(folder / str(number), texts) for number in range(count)]


def lengths(done: ShardTask) -> list[int]:
    return parquet.read(Lengths, [done.target]).length.tolist()


def reasons(done: ShardTask) -> list[str]:
    return parquet.read(Rejects, [done.rejects]).reason


def children() -> set[int]:
    """Process ids of this process's children, zombies included."""
    found: set[int] = set()
    for thread in Path("/proc/self/task").iterdir():
        found.update(map(int, (thread / "children").read_text().split()))
    return found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("abort", "crashed the parser"),
        ("hang", "took too long"),
        ("memory", "took too much memory"),
    ],
)
def test_a_hostile_document_costs_itself_and_nothing_else(crew, tmp_path, text, reason):
    hostile = task(tmp_path / "hostile", ["a", text, "ccc"])
    others = tasks(tmp_path, 3, ["a", "bb"])
    answers = dict(crew.carry_out([others[0], hostile, *others[1:]]))
    assert sorted(answers) == [0, 1, 2, 3]
    assert answers[1].rejects == {reason: 1}
    assert lengths(hostile) == [1, 3]
    assert reasons(hostile) == [reason]
    assert all(lengths(other) == [1, 2] for other in others)


def test_several_hostile_documents_of_one_task_are_all_rejected(crew, tmp_path):
    hostile = task(tmp_path, ["kill", "b", "memory", "kill", "f"])
    ((_, accounts),) = crew.carry_out([hostile])
    assert accounts.rejects == {"crashed the parser": 2, "took too much memory": 1}
    assert accounts.rows_in == 5
    assert lengths(hostile) == [1, 1]


def test_a_document_at_which_a_worker_was_killed_once_is_not_lost(crew, tmp_path):
    trap = tmp_path / "trap"
    trap.touch()
    given = task(tmp_path, ["a", "kill once", "ccc"])
    unlucky = replace(given, stage=stages.measuring(stages.Params(trap=str(trap))))
    ((_, accounts),) = crew.carry_out([unlucky])
    assert not trap.exists()
    assert accounts.rejects == {}
    assert lengths(unlucky) == [1, 9, 3]


def test_a_slip_of_ours_is_one_line_that_asks_for_a_report(crew, tmp_path):
    with pytest.raises(PagemillError, match=r"internal error: KeyError at stages\.py:\d+") as e:
        list(crew.carry_out([task(tmp_path, ["a", "bug"])]))
    assert "\n" not in str(e.value)


def test_a_failing_disk_is_reported_as_such(crew, tmp_path):
    with pytest.raises(OSError, match="No space left on device") as caught:
        list(crew.carry_out([task(tmp_path, ["disk"])]))
    assert caught.value.errno == 28


def test_after_a_failure_no_answer_of_it_reaches_the_next_run(crew, tmp_path):
    bad = tasks(tmp_path / "bad", 4, ["bug", "b" * 50])
    with pytest.raises(PagemillError):
        list(crew.carry_out(bad))
    good = tasks(tmp_path / "good", 3, ["a"])
    answers = dict(crew.carry_out(good))
    assert [answers[number].rows_out for number in range(3)] == [1, 1, 1]


def test_a_run_that_is_abandoned_leaves_the_workers_usable(crew, tmp_path):
    first = crew.carry_out(tasks(tmp_path / "a", 5, ["a", "b"]))
    next(first)
    first.close()
    answers = dict(crew.carry_out(tasks(tmp_path / "b", 5, ["a"])))
    assert {number: found.rows_in for number, found in answers.items()} == dict.fromkeys(
        range(5), 1
    )


def test_idle_workers_that_were_killed_are_replaced(crew, tmp_path):
    list(crew.carry_out(tasks(tmp_path / "a", 4, ["a"])))
    for worker in crew._crew:
        os.kill(worker.process.pid, signal.SIGKILL)
        os.waitid(os.P_PID, worker.process.pid, os.WEXITED | os.WNOWAIT)
    answers = dict(crew.carry_out(tasks(tmp_path / "b", 4, ["a"])))
    assert sorted(answers) == [0, 1, 2, 3]


def test_no_tasks_need_no_workers():
    with ProcessRunner(2) as runner:
        assert list(runner.carry_out([])) == []
        assert runner._crew == []


def test_any_number_of_workers_below_one_means_one():
    with ProcessRunner(0) as runner:
        assert runner.workers == 1


class DiesUntouched:
    """A task that ends its worker without being at a document."""

    def without(self, document: int, reason: str) -> DiesUntouched:
        del document, reason
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (os._exit, (3,))

    def __call__(self) -> None:
        raise AssertionError("not reached")


def test_a_worker_that_keeps_ending_without_a_document_ends_the_run(crew):
    with pytest.raises(SurroundingsError, match=r"ended 3 times \(exit code 3\)"):
        list(crew.carry_out([DiesUntouched()]))


def test_nothing_is_left_of_a_runner(tmp_path, monkeypatch):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = children()
    with ProcessRunner(2) as runner:
        list(runner.carry_out(tasks(tmp_path / "x", 1, ["a", "kill"])))
        busy = runner.carry_out(tasks(tmp_path / "y", 4, ["a", "b"]))
        next(busy)
    busy.close()
    assert children() == before
    assert list(temporary.iterdir()) == []


def test_the_serial_runner_carries_tasks_out_in_order(tmp_path):
    answers = list(SerialRunner().carry_out(tasks(tmp_path, 3, ["a"])))
    assert [number for number, _ in answers] == [0, 1, 2]


def test_every_runner_gives_the_same_bytes(crew, tmp_path):
    def parts(runner: SerialRunner | ProcessRunner, name: str) -> list[bytes]:
        made = [
            task(tmp_path / name / str(number), ["a", "reject", "old", "bb"] * (number + 1))
            for number in range(4)
        ]
        assert Counter(number for number, _ in runner.carry_out(made)) == Counter(range(4))
        return [one.target.read_bytes() + one.rejects.read_bytes() for one in made]

    assert parts(SerialRunner(), "serial") == parts(crew, "crew")


def test_modules_of_the_working_folder_do_not_take_the_place_of_others(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("pyarrow", "mmap", "ctypes", "selectors"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(9)")
    with ProcessRunner(1) as runner:
        ((_, accounts),) = runner.carry_out([task(tmp_path / "x", ["a"])])
    assert accounts.rows_out == 1


@pytest.mark.parametrize("begin", ["", "from pagemill.engine import alone; alone.claim()\n"])
def test_workers_die_with_their_parent(tmp_path, begin):
    parquet.write_part(notes(["hang"]), tmp_path / "source.parquet")
    script = (
        "import sys; from collections import deque; from pathlib import Path\n"
        "from material import stages; from pagemill.engine.local import ProcessRunner\n"
        "from pagemill.engine.task import ShardTask\n"
        "home = Path(sys.argv[1]); task = ShardTask(stage=stages.measuring(),\n"
        "    source=home / 'source.parquet', target=home / 't', rejects=home / 'r',\n"
        "    account=home / 'a')\n"
        "runner = ProcessRunner(1); runner._hand_out(deque([(0, task)]))\n"
        "worker = runner._crew[0]\n"
        "while not worker.watch.read()[0]: worker.process.poll()\n"
        "print(worker.process.pid, flush=True); sys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", begin + script, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        handle = os.pidfd_open(worker)
        parent.kill()
    try:
        ended, _, _ = select.select([handle], [], [], 20)
    finally:
        os.close(handle)
    assert ended


BEGUN = """
import sys
from pathlib import Path

from pagemill.engine import alone

alone.claim()

from material import stages
from material.stages import notes
from pagemill.collection import parquet
from pagemill.engine.local import ProcessRunner
from pagemill.engine.task import ShardTask

home = Path(sys.argv[1])
own = Path("/proc/self/task").parent / "task"


def children():
    found = " ".join((thread / "children").read_text() for thread in own.iterdir())
    return {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in found.split()}


with ProcessRunner(2) as runner:
    runner.begin()
    begun = children()
    assert len(begun) == 2, begun
    assert set(begun.values()) == {Path("/proc/self/cmdline").read_bytes()}
    runner.begin()
    made = [home / str(number) for number in range(4)]
    for folder in made:
        folder.mkdir()
        parquet.write_part(notes(["a", "bc"]), folder / "source.parquet")
        parquet.distinct(stages.Notes, [folder / "source.parquet"], "text")
    tasks = [
        ShardTask(
            stage=stages.measuring(),
            source=folder / "source.parquet",
            target=folder / "lengths.parquet",
            rejects=folder / "rejects.parquet",
            account=folder / "account.json",
        )
        for folder in made
    ]
    assert sum(answer.rows_out for _, answer in runner.carry_out(tasks)) == 8
    assert set(children()) == set(begun)
assert not children()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux only")
def test_workers_begin_as_copies_before_a_table_is_read(tmp_path):
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", BEGUN, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
