"""Converting in a process of its own, which a hostile document may take down.

The process is started when the first document comes, serves many, and is replaced after one
that ended it. It is told the document and answers with HTML or a reason; both ends speak in
JSON and bytes, so that nothing it says is ever executed.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from pagemill.convert.converter import Conversion
from pagemill.convert.params import ConvertParams
from pagemill.convert.registry import converter_for
from pagemill.errors import DocumentError

_DOCUMENTS_PER_PROCESS = 500
"""Documents after which a process makes room for a fresh one, whatever its libraries leak."""

_COMMAND = (sys.executable, "-P", "-m", "pagemill.convert.inside")
_START_S = 30.0


class Sandbox:
    """One converting process at a time; may be asked from several threads.

    Args:
        params: limits of each conversion.
    """

    def __init__(self, params: ConvertParams) -> None:
        self._params = params
        self._guard = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._owner = 0
        self._served = 0

    def convert(self, payload: bytes, media_type: str) -> Conversion:
        """A document as a page.

        Raises:
            DocumentError: there is no converter for it, or it could not be converted; the
                reason says why.
        """
        known = converter_for(media_type)
        if len(payload) > self._params.max_document_bytes:
            limit = self._params.max_document_bytes
            raise DocumentError("too large", f"{len(payload)} bytes; at most {limit}")
        with self._guard:
            html = self._asked(payload, media_type)
        return Conversion(html=html, media_type=media_type, converter=known.identity)

    def close(self) -> None:
        """End the process, if there is one."""
        with self._guard:
            self._end()

    def _asked(self, payload: bytes, media_type: str) -> str:
        line = self._ready()
        self._served += 1
        try:
            line.send_bytes(json.dumps({"media_type": media_type}).encode())
            line.send_bytes(payload)
            if not line.poll(self._params.max_seconds):
                self._end(by_force=True)
                raise DocumentError(
                    "took too long", f"more than {self._params.max_seconds} s to convert"
                )
            answer = json.loads(line.recv_bytes(4_096))
            if "reason" in answer:
                return _refused(answer)
            return line.recv_bytes(self._params.max_output_bytes).decode()
        except (EOFError, ConnectionError):
            raise self._lost() from None
        except OSError:  # what it says is longer than it may be
            self._end(by_force=True)
            limit = self._params.max_output_bytes
            raise DocumentError("bomb", f"more than {limit} bytes of HTML") from None

    def _lost(self) -> DocumentError:
        """Why the process is gone."""
        process = self._process
        self._end()
        code = process.returncode if process else 0
        if code in {-signal.SIGALRM, -signal.SIGXCPU}:
            return DocumentError("took too long", "ended by its own clock")
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        if code == -signal.SIGKILL:
            how += ", most likely for lack of memory"
        return DocumentError("crashed the converter", how)

    def _ready(self) -> Connection:
        """The line to a process that is alive and ours: after a fork it is another's."""
        if self._owner != os.getpid():
            self._process = self._line = None
        spent = self._served >= _DOCUMENTS_PER_PROCESS
        if self._process and (spent or self._process.poll() is not None):
            self._end()
        return self._line or self._start()

    def _start(self) -> Connection:
        ours, theirs = socket.socketpair()
        limits = (self._params.max_memory_bytes, self._params.max_seconds)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [*_COMMAND, str(theirs.fileno()), *map(str, limits)],
                pass_fds=[theirs.fileno()],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        self._line = Connection(ours.detach())
        self._owner, self._served = os.getpid(), 0
        # Its start is not the first document's fault.
        with contextlib.suppress(EOFError, OSError):
            if self._line.poll(_START_S):
                self._line.recv_bytes(16)
        return self._line

    def _end(self, *, by_force: bool = False) -> None:
        if self._line is not None and self._owner == os.getpid():
            self._line.close()
        process, self._process, self._line = self._process, None, None
        if process is None or self._owner != os.getpid():
            return
        if by_force:
            process.kill()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _refused(answer: dict[str, str]) -> str:
    raise DocumentError(str(answer["reason"])[:80], str(answer.get("detail", ""))[:300])


def _environment() -> dict[str, str]:
    """What the process may know: where modules are, and nothing of whoever started it."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    places = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
    return kept | {"PYTHONPATH": places, "OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}


_open: dict[ConvertParams, Sandbox] = {}


def sandbox(params: ConvertParams | None = None) -> Sandbox:
    """The sandbox of this process for these limits; started when it is first needed."""
    chosen = params or ConvertParams()
    if chosen not in _open:
        _open[chosen] = Sandbox(chosen)
        atexit.register(_open[chosen].close)
    return _open[chosen]
