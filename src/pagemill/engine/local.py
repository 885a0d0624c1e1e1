"""Runners of this machine: in this process, or over worker processes that are watched."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from pagemill.engine.task import Task
from pagemill.engine.watch import WatchFile
from pagemill.errors import PagemillError, SurroundingsError

PATIENCE_S = 60.0
"""How long one document may take before its worker is ended and the document rejected."""

_TRIES = 3


class Runner(Protocol):
    """What an engine must offer: carry out independent tasks."""

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Yield each task's number and answer as it ends, in any order."""
        ...


class SerialRunner:
    """In this process, one after the other: to debug with, and to compare others against."""

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Carry out the tasks in order."""
        for number, task in enumerate(tasks):
            yield number, task()


@dataclass(slots=True)
class _Worker:
    process: subprocess.Popen[bytes]
    line: Connection
    watch: WatchFile
    number: int = -1
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class _Loss:
    """A worker ended at a document (0 for none)."""

    document: int
    reason: str

    def spared(self, task: Task) -> Task:
        """The task to try next: the same, without that document."""
        return task.without(self.document, self.reason) if self.document else task


class ProcessRunner:
    """In ``workers`` processes; a document that ends its worker is rejected, not the task."""

    def __init__(self, workers: int, patience_s: float = PATIENCE_S) -> None:
        self.workers = max(1, workers)
        self.patience_s = patience_s
        self._folder = tempfile.TemporaryDirectory(prefix="pagemill-")
        self._crew: list[_Worker] = []
        self._hired = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._crew:
            _dismiss(self._crew.pop())
        self._folder.cleanup()

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Keep every worker busy until all tasks are done.

        Raises:
            PagemillError: a task failed; those that were done stay done.
        """
        waiting = deque(enumerate(tasks))
        tries: dict[int, int] = {}
        while waiting or any(worker.task is not None for worker in self._crew):
            self._hand_out(waiting)
            for worker in self._reporting():
                number, task = worker.number, worker.task
                answer = self._answer(worker)
                if not isinstance(answer, _Loss):
                    yield number, answer
                elif task is not None:
                    tries[number] = tries.get(number, 0) + (answer.document == 0)
                    if tries[number] >= _TRIES:
                        raise SurroundingsError(
                            f"a worker process ended {_TRIES} times ({answer.reason}) without "
                            f"being at a document; look for a lack of memory, then run the "
                            f"same command again"
                        )
                    waiting.appendleft((number, answer.spared(task)))

    def _hand_out(self, waiting: deque[tuple[int, Task]]) -> None:
        while waiting:
            free = [worker for worker in self._crew if worker.task is None]
            if not free and len(self._crew) < self.workers:
                free = [self._hire()]
            if not free:
                return
            worker = free[0]
            worker.number, worker.task = waiting.popleft()
            worker.line.send(worker.task)

    def _hire(self) -> _Worker:
        ours, theirs = socket.socketpair()
        self._hired += 1
        note = Path(self._folder.name) / f"watch-{self._hired}"
        watch = WatchFile(note)
        command = [
            sys.executable,
            "-m",
            "pagemill.engine.worker",
            str(theirs.fileno()),
            str(note),
        ]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            pass_fds=[theirs.fileno()],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        worker = _Worker(process, Connection(ours.detach()), watch)
        self._crew.append(worker)
        return worker

    def _reporting(self) -> list[_Worker]:
        """Workers with an answer, or that are gone; those that stand still are ended."""
        busy = [worker for worker in self._crew if worker.task is not None]
        ready = wait([worker.line for worker in busy], timeout=0.5)
        found = [worker for worker in busy if worker.line in ready]
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
            document = worker.watch.read()[0]
            self._crew.remove(worker)
            _dismiss(worker)
            return _Loss(document, "took too much memory")
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
        self._crew.remove(worker)
        _dismiss(worker)
        code = worker.process.returncode
        if document:
            return _Loss(document, "took too long" if late else "crashed the parser")
        return _Loss(0, signal.Signals(-code).name if code < 0 else f"exit code {code}")


def _dismiss(worker: _Worker) -> None:
    worker.line.close()
    if worker.task is not None:
        worker.process.kill()
    try:
        worker.process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        worker.process.kill()
        worker.process.wait()
