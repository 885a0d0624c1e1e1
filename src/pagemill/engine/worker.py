"""The process that carries out tasks: ``... -m pagemill.engine.worker SOCKET NOTE PARENT``.

The arguments are the descriptors of a socket and of a watch file, and the parent's process id.
How the process begins is decided in ``process``.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from pagemill.engine import alone, watch
from pagemill.engine.line import Line
from pagemill.errors import PagemillError

MEMORY_BYTES = 3 << 30
"""What one worker may allocate; a document that needs more is rejected."""

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


def main(arguments: list[str]) -> None:
    """Serve on descriptors that this process was begun with."""
    end, note, parent = map(int, arguments)
    serve(end, note, parent)


def serve(end: int, note: int, parent: int) -> None:
    """Carry out tasks until the other side hangs up.

    Args:
        end: descriptor of the socket to the parent.
        note: descriptor of the watch file.
        parent: its process id.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bind_to(parent)
    _limit_memory()
    with Line(socket.socket(fileno=end)) as line:
        watch.start(note)
        os.close(note)
        # A parent that is killed hangs up a moment before its end reaches us: amid a task or an
        # answer, too.
        with suppress(EOFError, OSError):
            while True:
                answer = _answer(line.recv())
                line.send(answer)
                watch.idle()


def _bind_to(parent: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before it could be bound to
            sys.exit(0)


def _limit_memory() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = MEMORY_BYTES if most == resource.RLIM_INFINITY else min(MEMORY_BYTES, most)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))


def _answer(task: Any) -> tuple[str, Any]:
    try:
        return "done", task()
    except MemoryError:
        return "memory", watch.now()
    except (PagemillError, OSError) as error:
        return "error", error
    except Exception as error:  # noqa: BLE001 - the border of the process: reported by the parent
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        return "bug", f"{type(error).__name__} at {where}: {error}"


if __name__ == "__main__":
    alone.claim()
    main(sys.argv[1:])
