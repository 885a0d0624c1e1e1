"""An FTP server on loopback that hands out a few files."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager

_FIXED = {
    "USER": "331 more",
    "PASS": "230 fine",
    "PWD": '257 "/"',
    "TYPE": "200 fine",
    "CWD": "250 fine",
    "QUIT": "221 bye",
}


class _Talk(socketserver.StreamRequestHandler):
    files: Mapping[str, bytes] = {}

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self) -> None:
        self.folder, self.listening = "/", socket.create_server(("127.0.0.1", 0))
        self.say("220 ready")
        with contextlib.suppress(ConnectionError):
            while line := self.rfile.readline().decode("latin-1").strip():
                verb, _, word = line.partition(" ")
                self.say(self.told(verb.upper(), word))
        self.listening.close()

    def told(self, verb: str, word: str) -> str:
        path = word if word.startswith("/") else f"{self.folder.rstrip('/')}/{word}"
        if verb == "CWD":
            self.folder = path
        if verb == "EPSV":
            self.listening.close()
            self.listening = socket.create_server(("127.0.0.1", 0))
            return f"229 here (|||{self.listening.getsockname()[1]}|)"
        if verb == "SIZE" and path in self.files:
            return f"213 {len(self.files[path])}"
        if verb == "RETR" and path in self.files:
            self.say("150 now")
            with self.listening.accept()[0] as data:
                data.sendall(self.files[path])
            return "226 done"
        return _FIXED.get(verb, "550 no")


@contextmanager
def running(files: Mapping[str, bytes]) -> Generator[int]:
    """Serve files by their paths; the port."""
    handler = type("Talk", (_Talk,), {"files": files})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
