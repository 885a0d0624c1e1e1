from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import pytest

from pagemill.engine import watch, worker
from pagemill.engine.watch import WatchFile
from pagemill.errors import DocumentError, SurroundingsError


@dataclass(frozen=True)
class Raises:
    error: BaseException

    def __call__(self) -> None:
        raise self.error


def test_the_answer_of_a_task_that_is_done_is_what_it_returned():
    assert worker._answer(lambda: 5) == ("done", 5)


def test_a_lack_of_memory_is_told_apart():
    assert worker._answer(Raises(MemoryError())) == ("memory", 0)


def test_a_lack_of_memory_is_told_with_its_document(monkeypatch):
    monkeypatch.setattr(watch, "_open", [])
    with tempfile.TemporaryFile() as note:
        watch.start(note.fileno())
    watch.at(7)
    assert worker._answer(Raises(MemoryError())) == ("memory", 7)


@pytest.mark.parametrize(
    "error", [SurroundingsError("full"), OSError(28, "full"), DocumentError("not a page", "x")]
)
def test_errors_with_a_message_for_people_are_handed_on(error):
    assert worker._answer(Raises(error)) == ("error", error)


def test_any_other_error_is_told_with_its_place():
    kind, text = worker._answer(Raises(ValueError("odd")))
    assert kind == "bug"
    assert text.startswith("ValueError at test_worker.py:")
    assert text.endswith(": odd")


def test_a_worker_whose_parent_has_ended_already_ends_too():
    done = subprocess.run(
        [sys.executable, "-m", "pagemill.engine.worker", "99", "98", str(os.getppid())],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("sent", [b"", b"\0\0", b"\0\0\0\x09half"])
def test_a_worker_whose_parent_hangs_up_amid_a_task_says_nothing(sent):
    ours, theirs = socket.socketpair()
    with theirs, tempfile.TemporaryFile() as note:
        WatchFile(note.fileno())
        shared = [theirs.fileno(), note.fileno()]
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pagemill.engine.worker",
                *map(str, shared),
                str(os.getpid()),
            ],
            pass_fds=shared,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stderr=subprocess.PIPE,
        )
    ours.sendall(sent)
    ours.close()
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, b"")


@pytest.mark.parametrize(
    ("most", "wanted"),
    [(resource.RLIM_INFINITY, worker.MEMORY_BYTES), (1 << 40, worker.MEMORY_BYTES), (9, 9)],
)
def test_the_memory_limit_stays_below_what_the_system_allows(monkeypatch, most, wanted):
    asked: list[object] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (most, most))
    monkeypatch.setattr(resource, "setrlimit", lambda *limits: asked.append(limits))
    worker._limit_memory()
    assert asked == [(resource.RLIMIT_DATA, (wanted, most))]
