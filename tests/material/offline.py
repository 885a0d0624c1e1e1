"""No test may reach beyond this machine."""

from __future__ import annotations

import socket
import sys
from typing import Any

LOOPBACK = ("127.", "::1", "localhost")


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "socket.connect":
        return
    connection, address = arguments[:2]
    if connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    if not str(address[0]).startswith(LOOPBACK):
        raise PermissionError(f"tests have no network: {address[0]}")


def forbid_network() -> None:
    """Refuse connections to other machines for the rest of this process."""
    sys.addaudithook(_refuse)
