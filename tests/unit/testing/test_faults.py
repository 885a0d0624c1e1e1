from __future__ import annotations

import socket

import pytest

from pagemill.testing.faults import FAULTS
from pagemill.testing.server import serving
from pagemill.testing.web import Host, Kind, Page, Web


def web() -> Web:
    pages = {
        f"/{name}": Page(path=f"/{name}", kind=Kind.BROKEN, behaviour=name) for name in FAULTS
    }
    host = Host(name="a.test", address="127.77.0.1", pages=pages)
    return Web(seed=1, hosts={"a.test": host})


def received(port: int, path: str, most: int) -> bytes:
    with socket.create_connection(("127.77.0.1", port), timeout=0.6) as talk:
        talk.sendall(f"GET {path} HTTP/1.1\r\nHost: a.test\r\n\r\n".encode())
        data = b""
        try:
            while len(data) < most and (piece := talk.recv(65_536)):
                data += piece
        except TimeoutError:
            data += b" and then nothing"
    return data


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_breaks_in_its_own_way(name: str) -> None:
    with serving(web()) as served:
        most = 50 if name == "dripping" else 1_000_000
        data = received(served.port, f"/{name}", most)
    checks = {
        "cut": data.endswith(b"only this"),
        "closed": data == b"",
        "garbage": b"HTTP" not in data and data,
        "hanging": data == b" and then nothing",
        "dripping": data.count(b".") in range(1, 20),
        "endless": len(data) >= 1_000_000,
    }
    assert checks[name]
