"""A mail server on loopback that speaks what of IMAP a reader of mailboxes needs.

It keeps a log of every command, without passwords, so that a test can see that nothing was
changed by reading.
"""

from __future__ import annotations

import contextlib
import re
import socketserver
import ssl
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Mail:
    """What the server has: messages by UID, of each mailbox."""

    boxes: dict[str, dict[int, bytes]]
    validity: int = 7
    login: tuple[str, str] = ("me", "secret")
    heard: list[str] = field(default_factory=list)
    port: int = 0
    encrypted: ssl.SSLContext | None = None
    """Offered by STARTTLS, or spoken from the beginning."""
    from_the_start: bool = False
    trick: str = ""
    """In place of an answer to EXAMINE: "flood" for lines without end, "drip" for a line that
    does not end, "literals" for pieces without end; "tell" repeats the password of a login."""


class _Talk(socketserver.StreamRequestHandler):
    mail: Mail

    def setup(self) -> None:
        if self.mail.encrypted is not None and self.mail.from_the_start:
            self.request = self.mail.encrypted.wrap_socket(self.request, server_side=True)
        super().setup()

    def finish(self) -> None:
        with contextlib.suppress(OSError):
            super().finish()
        self.request.close()

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self) -> None:
        self.chosen: Mapping[int, bytes] | None = None
        self.say("* OK ready")
        while line := self.rfile.readline().decode("latin-1").strip():
            tag, _, command = line.partition(" ")
            verb = command.split(" ")[0].upper()
            self.mail.heard.append("LOGIN" if verb == "LOGIN" else command)
            act = getattr(self, f"do_{verb.lower()}", None)
            self.say(f"{tag} {act(command) if act else 'BAD unknown'}")
            if verb == "LOGOUT":
                return
            if verb == "STARTTLS":
                assert self.mail.encrypted is not None
                self.request = self.mail.encrypted.wrap_socket(self.request, server_side=True)
                super().setup()

    def do_capability(self, _: str) -> str:
        can = " STARTTLS" if self.mail.encrypted and not self.mail.from_the_start else ""
        self.say(f"* CAPABILITY IMAP4rev1{can}")
        return "OK done"

    def do_starttls(self, _: str) -> str:
        return "OK go on"

    def do_login(self, command: str) -> str:
        if self.mail.trick == "tell":
            return f"NO {command}"
        given = tuple(re.sub(r'"', "", command).split(" ")[1:3])
        return "OK welcome" if given == self.mail.login else "NO who are you"

    def do_examine(self, command: str) -> str:
        piece = {
            "flood": b"* 1 EXISTS\r\n" * 2_000,
            "drip": b"*",
            "literals": b"* LIST {60000}\r\n" + b"x" * 60_000 + b"\r\n",
        }.get(self.mail.trick, b"")
        with contextlib.suppress(OSError):  # until whoever asks has had enough
            while piece:
                self.wfile.write(piece)
                time.sleep(0.05 if self.mail.trick != "literals" else 0)
        self.chosen = self.mail.boxes.get(command.partition(" ")[2].strip('"'))
        if self.chosen is None:
            return "NO there is none"
        self.say(f"* {len(self.chosen)} EXISTS")
        self.say(f"* OK [UIDVALIDITY {self.mail.validity}] ids")
        self.say(f"* OK [UIDNEXT {max(self.chosen, default=0) + 1}] next")
        return "OK [READ-ONLY] examined"

    def do_uid(self, command: str) -> str:
        if self.chosen is None:
            return "BAD nothing is chosen"
        words = command.split(" ", 3)
        if words[1].upper() == "SEARCH":
            self.say("* SEARCH " + " ".join(map(str, self.chosen)))
            return "OK searched"
        uid = int(words[2])
        message = self.chosen.get(uid)
        if message is not None and "RFC822.SIZE" in words[3]:
            self.say(f"* 1 FETCH (UID {uid} RFC822.SIZE {len(message)})")
        elif message is not None:
            self.wfile.write(f"* 1 FETCH (UID {uid} BODY[] {{{len(message)}}}\r\n".encode())
            self.wfile.write(message + b")\r\n")
        return "OK fetched"

    def do_logout(self, _: str) -> str:
        self.say("* BYE")
        return "OK bye"


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A guest that goes away in the middle of a talk is no news."""


@contextmanager
def running(mail: Mail) -> Generator[Mail]:
    """Run the server until the block ends."""
    handler = type("Talk", (_Talk,), {"mail": mail})
    with _Server(("127.0.0.1", 0), handler) as server:
        mail.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield mail
        finally:
            server.shutdown()
            thread.join(5)
