"""Running the browser until it is interrupted."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from pagemill.api import Collection
from pagemill.errors import SurroundingsError
from pagemill.serve.app import application
from pagemill.serve.settings import Settings

_OPEN_REQUESTS = 200
_IDLE_S = 15
_END_S = 3


def serve(root: Path, settings: Settings, told: Callable[[str], None]) -> None:
    """Serve a collection until the process is interrupted.

    Args:
        root: the collection.
        settings: where and to whom.
        told: gets the address once visitors can come.

    Raises:
        CollectionError: there is no collection.
        SurroundingsError: the address is in use or not this machine's.
    """
    logging.getLogger("uvicorn.error").addFilter(_short)
    app = application(Collection.open(root), settings)
    with _listening(settings) as door:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        told(f"http://{host}:{door.getsockname()[1]}/")
        config = uvicorn.Config(
            app,
            loop="asyncio",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            limit_concurrency=_OPEN_REQUESTS,
            timeout_keep_alive=_IDLE_S,
            timeout_graceful_shutdown=_END_S,
        )
        uvicorn.Server(config).run(sockets=[door])


def _short(record: logging.LogRecord) -> bool:
    """Tell a fault of ours in one line, unless all of it is wanted."""
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and not os.environ.get("PAGEMILL_TRACEBACK"):
        record.exc_info = None
        record.msg = (
            "pagemill: error: internal error: %s; the request was answered with 500; please "
            "report this with what PAGEMILL_TRACEBACK=1 in the environment makes it print"
        )
        record.args = (f"{type(error).__name__}: {error}",)
    return record.levelno >= logging.WARNING


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((settings.host, settings.port))
        door.listen()  # whoever is told the address may come at once
    except OSError as error:
        door.close()
        raise SurroundingsError(
            f"{settings.host} port {settings.port}: {error.strerror}; choose another "
            "--port, or 0 for any free one"
        ) from None
    return door
