"""Runners of this machine: in this process, or over worker processes that are watched."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import IO, Any, Protocol, Self

from pagemill.collection import lock
from pagemill.engine.line import Line, ready
from pagemill.engine.process import Process, copied, fresh, may_copy
from pagemill.engine.task import Task
from pagemill.engine.watch import WatchFile
from pagemill.engine.worker import serve
from pagemill.errors import PagemillError, SurroundingsError, UsageError

PATIENCE_S = 60.0
"""How long one document may take before its worker is ended and the document rejected."""

_TRIES = 3
_PARTING_S = 10.0
_FROM_OUTSIDE = frozenset((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP))
"""Signals that no parser ends by: somebody sent them, or the system, for want of memory."""


class Runner(Protocol):
    """What an engine must offer: carry out independent tasks."""

    def begin(self) -> None:
        """Get ready for tasks: called before the first table is read."""
        ...

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Yield each task's number and answer as it ends, in any order."""
        ...


class SerialRunner:
    """In this process, one after the other: to debug with, and to compare others against."""

    def begin(self) -> None:
        """Nothing has to be got ready."""

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Carry out the tasks in order."""
        for number, task in enumerate(tasks):
            yield number, task()


@dataclass(slots=True)
class _Worker:
    process: Process
    line: Line
    watch: WatchFile
    number: int = -1
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class _Loss:
    """A worker ended at a document (0 for none); doubtful where that may not be the cause."""

    document: int
    reason: str
    is_doubtful: bool = False


class ProcessRunner:
    """In ``workers`` processes; a document that ends its worker is rejected, not the task."""

    def __init__(self, workers: int, patience_s: float = PATIENCE_S) -> None:
        self.workers = max(1, workers)
        self.patience_s = patience_s
        self._crew: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._crew:
            self._dismiss(self._crew[-1])

    def begin(self) -> None:
        """Begin the workers while this process can still be copied.

        The first table that is read starts a thread, whatever is asked for; workers that begin
        after that load all modules anew.
        """
        while len(self._crew) < self.workers and may_copy():
            self._hire()

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Keep every worker busy until all tasks are done.

        Raises:
            PagemillError: a task failed; those that were done stay done.
        """
        try:
            yield from self._answers(deque(enumerate(tasks)))
        finally:  # whoever stops early must not get these answers for other tasks later
            for worker in self._busy():
                self._dismiss(worker)

    def _answers(self, waiting: deque[tuple[int, Task]]) -> Iterator[tuple[int, Any]]:
        tries = Counter[tuple[int, int]]()
        while waiting or self._busy():
            self._hand_out(waiting)
            for worker in self._reporting():
                number, task = worker.number, worker.task
                answer = self._answer(worker)
                if isinstance(answer, _Loss):
                    waiting.appendleft((number, _spared(task, answer, number, tries)))
                else:
                    yield number, answer

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._crew if worker.task is not None]

    def _hand_out(self, waiting: deque[tuple[int, Task]]) -> None:
        while waiting:
            worker = self._free()
            if worker is None:
                return
            worker.number, worker.task = waiting.popleft()
            with contextlib.suppress(ConnectionError):  # gone: found when it is asked
                worker.line.send(worker.task)

    def _free(self) -> _Worker | None:
        """A worker that is alive and has nothing to do, a new one if need be."""
        idle = [worker for worker in self._crew if worker.task is None]
        for worker in idle:
            if worker.process.poll() is None:
                return worker
            self._dismiss(worker)
        return self._hire() if len(self._crew) < self.workers else None

    def _hire(self) -> _Worker:
        ours, theirs = socket.socketpair()
        with theirs, _note() as note:
            watch = WatchFile(note.fileno())
            process = self._begun(ours, theirs.fileno(), note.fileno())
        worker = _Worker(process, Line(ours), watch)
        self._crew.append(worker)
        return worker

    def _begun(self, ours: socket.socket, end: int, note: int) -> Process:
        parent = os.getpid()
        if may_copy():
            return copied(partial(self._serve, ours, end, note, parent))
        return fresh([str(number) for number in (end, note, parent)], [end, note])

    def _serve(self, ours: socket.socket, end: int, note: int, parent: int) -> None:
        """What a copy of this process does; it must keep no other line open, nor the lock."""
        for worker in self._crew:
            worker.line.close()
        ours.close()
        lock.leave()
        serve(end, note, parent)

    def _reporting(self) -> list[_Worker]:
        """Workers with an answer, or that are gone; those that stand still are ended."""
        busy = self._busy()
        speaking = ready([worker.line for worker in busy], timeout_s=0.5)
        found = [worker for worker in busy if worker.line in speaking]
        for worker in busy:
            document, since = worker.watch.read()
            if document and time.monotonic() - since > self.patience_s and worker not in found:
                worker.process.kill()
        return found

    def _answer(self, worker: _Worker) -> Any:
        """What a worker said, or the loss of it."""
        try:
            kind, value = worker.line.recv()
        except (EOFError, ConnectionError):
            return self._loss(worker)
        if kind == "memory":
            self._dismiss(worker)
            return _Loss(int(value), "took too much memory")
        worker.task = None
        if kind == "done":
            return value
        if isinstance(value, (PagemillError, OSError)):
            raise value
        raise PagemillError(
            f"internal error: {value}; nothing stored was lost, please report it"
        )

    def _loss(self, worker: _Worker) -> _Loss:
        document, since = worker.watch.read()
        late = bool(document) and time.monotonic() - since > self.patience_s
        self._dismiss(worker)
        code = worker.process.returncode or 0
        if document:
            reason = "took too long" if late else "crashed the parser"
            return _Loss(document, reason, not late and -code in _FROM_OUTSIDE)
        return _Loss(0, signal.Signals(-code).name if code < 0 else f"exit code {code}")

    def _dismiss(self, worker: _Worker) -> None:
        """Part with a worker: one that has nothing to do ends by itself."""
        self._crew.remove(worker)
        if worker.task is not None:
            worker.process.kill()
        worker.line.close()
        if not _has_ended(worker.process, _PARTING_S):
            worker.process.kill()
            _has_ended(worker.process, _PARTING_S)


def processes(workers: int | None) -> int:
    """How many processes to use where so many are asked for; None for what the machine has.

    Raises:
        UsageError: fewer than one.
    """
    if workers is None:
        return os.cpu_count() or 1
    if workers < 1:
        raise UsageError(f"workers: {workers}; give a whole number of at least 1")
    return workers


def _spared(
    task: Task | None, loss: _Loss, number: int, tries: Counter[tuple[int, int]]
) -> Task:
    """The task to try next: the same, without the document at which its worker ended.

    A document is innocent of a signal from outside until that comes a second time.
    """
    if task is None:
        raise AssertionError("a worker without a task was asked for an answer")
    if loss.is_doubtful and not tries[number, loss.document]:
        tries[number, loss.document] += 1
        return task
    spared = task.without(loss.document, loss.reason) if loss.document else task
    tries[number, 0] += spared is task
    if tries[number, 0] >= _TRIES:
        raise SurroundingsError(
            f"a worker process ended {_TRIES} times ({loss.reason}) without being at a "
            f"document; look for a lack of memory, then run the same command again"
        )
    return spared


def _note() -> IO[bytes]:
    """A file without a name."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("pagemill-note"), "r+b")
    return tempfile.TemporaryFile()


def _has_ended(process: Process, patience_s: float) -> bool:
    """Whether a process ends within some seconds."""
    until, pause_s = time.monotonic() + patience_s, 0.0005
    while process.poll() is None:
        if time.monotonic() > until:
            return False
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, 0.05)
    return True
