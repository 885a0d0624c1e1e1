"""How a worker process begins: as a fresh interpreter, or as a copy of this process.

A copy shares what is loaded already, which spares most of a second of CPU time and much memory.
But threads are not copied, and what they held stays held for ever; so only a process that is
ours alone (``alone``) and has one single thread is copied. Everywhere else, as in a caller's
own program, a worker is a fresh interpreter.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, Protocol

from pagemill.engine import alone

# -P: a file of the working folder must not take the place of a module of that name.
_COMMAND = (sys.executable, "-P", "-m", "pagemill.engine.worker")


class Process(Protocol):
    """A child of this process, as ``subprocess.Popen`` has it."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None:
        """Exit code, or minus the signal that ended it; None while it runs."""
        ...

    def kill(self) -> None:
        """End it, unless that was noticed already."""
        ...


class Copy:
    """A child that began as a copy of this process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Exit code, or minus the signal that ended it; None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def kill(self) -> None:
        """End it, unless that was noticed already."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def may_copy() -> bool:
    """Whether this process can be copied without losing anything."""
    if sys.platform != "linux" or not alone.is_claimed():
        return False
    return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208 - names only


def copied(work: Callable[[], object]) -> Copy:
    """A copy of this process that does ``work`` and ends.

    It reads and prints nothing; files stay open in it, so ``work`` closes what it must not
    hold.
    """
    pid = os.fork()
    if not pid:
        _become(work)
    return Copy(pid)


def _become(work: Callable[[], object]) -> NoReturn:
    code = 1
    try:
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        work()
        code = 0
    finally:
        os._exit(code)  # nothing that the parent registered for its own end may run


def fresh(arguments: list[str], descriptors: list[int]) -> Process:
    """A fresh interpreter that runs ``worker`` with some open files."""
    import subprocess  # noqa: PLC0415 - a copy needs none of it

    return subprocess.Popen(  # noqa: S603 - our own module
        [*_COMMAND, *arguments],
        pass_fds=descriptors,
        env=os.environ | {"PYTHONPATH": _search_path()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def _search_path() -> str:
    """Where this process looks for modules, for a worker to look in the same places."""
    return os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
