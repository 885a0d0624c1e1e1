"""The converting process: ``... -m pagemill.convert.inside SOCKET MEMORY SECONDS``.

Here hostile bytes meet native code. The process may not write files, nor take more memory than
it is given; its own alarm ends it in a hang, should whoever started it be gone.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from pagemill.convert.registry import converter_for
from pagemill.errors import DocumentError

_GRACE_S = 5


def main(arguments: list[str]) -> None:
    """Convert documents until the other side hangs up."""
    socket, memory, seconds = map(int, arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _confine(memory)
    with Connection(socket) as line, suppress(EOFError, OSError):
        line.send_bytes(b"ready")
        while True:
            asked = json.loads(line.recv_bytes(4_096))
            payload = line.recv_bytes()
            signal.alarm(seconds + _GRACE_S)  # ends the process, in native code too
            answer, html = converted(payload, asked["media_type"])
            signal.alarm(0)
            line.send_bytes(json.dumps(answer).encode())
            if "reason" not in answer:
                line.send_bytes(html)


def converted(payload: bytes, media_type: str) -> tuple[dict[str, str], bytes]:
    """An answer and the HTML; or an answer that says why there is none."""
    try:
        html = converter_for(media_type).converter.convert(payload, media_type)
        return {}, html.encode("utf-8", "replace")
    except DocumentError as error:
        return _refusal(error.reason, error.detail), b""
    except MemoryError:
        return _refusal("took too much memory", ""), b""
    except RecursionError:
        return _refusal("nested too deeply", ""), b""
    except (Exception, SystemExit) as error:  # noqa: BLE001 - of whatever kind, it is the document's
        return _refusal("broken document", f"{type(error).__name__}: {error}"), b""


def _refusal(reason: str, detail: str) -> dict[str, str]:
    return {"reason": reason[:80], "detail": " ".join(detail.split())[:300]}


def _confine(memory: int) -> None:
    for limit, wanted in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, most = resource.getrlimit(limit)
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(limit, (allowed, allowed))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


if __name__ == "__main__":
    main(sys.argv[1:])
