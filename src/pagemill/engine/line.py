"""How a runner and its workers talk: whole objects over a socket."""

from __future__ import annotations

import pickle
import select
import socket
import struct
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

_SIZE = struct.Struct(">Q")
_MOST_AT_ONCE = 1 << 20


class Line:
    """One end of a line.

    Only processes that this program started hold the other end, so what comes is trusted.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, value: Any) -> None:
        """Send one object; raises ``OSError`` where nobody is left to take it."""
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self._end.sendall(_SIZE.pack(len(data)))
        self._end.sendall(data)

    def recv(self) -> Any:
        """Wait for one object; raises ``EOFError`` where the other side hung up."""
        (size,) = _SIZE.unpack(self._exactly(_SIZE.size))
        return pickle.loads(self._exactly(size))  # noqa: S301 - sent by ourselves

    def _exactly(self, size: int) -> bytearray:
        found = bytearray()
        while len(found) < size:
            piece = self._end.recv(min(size - len(found), _MOST_AT_ONCE))
            if not piece:
                raise EOFError
            found += piece
        return found

    def fileno(self) -> int:
        """Descriptor of the socket."""
        return self._end.fileno()

    def close(self) -> None:
        """Hang up."""
        self._end.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def ready(lines: Sequence[Line], timeout_s: float) -> list[Line]:
    """The lines on which something came, or that were hung up, waiting if there is none."""
    watch = select.poll()
    by_number = {line.fileno(): line for line in lines}
    for number in by_number:
        watch.register(number, select.POLLIN)
    return [by_number[number] for number, _ in watch.poll(int(timeout_s * 1000))]
