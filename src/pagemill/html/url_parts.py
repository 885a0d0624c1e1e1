"""An address in its parts, also where it is none by the standard.

A rule of normalising changes one part at a time. The parts of a valid address come from the
standard's parser; what that refuses (a per cent sign in a host name, an address typed without
``http://``) is cut up as well as it can be, since archives and lists hold such addresses.

Source: WHATWG URL Standard, section 4.4 "URL parsing"; RFC 3986, section 3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

PORTS: Final = {
    "http": "80",
    "https": "443",
    "ws": "80",
    "wss": "443",
    "ftp": "21",
    "gopher": "70",
    "file": "",
}
"""Schemes whose addresses are read as those of the web, with the port that need not be said."""

_AROUND: Final = "".join(map(chr, range(0x21)))
_WITHIN: Final = re.compile(r"[\t\n\r]")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):(.*)", re.DOTALL)
_HOST_AND_PORT: Final = re.compile(r"(.*?)(?::(\d*))?", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """An address, taken apart; nothing is decoded.

    Attributes:
        scheme: in lower case, without the colon; ``""`` where there is none.
        user: what stands before the ``@``, or ``""``.
        host: name or number, brackets included; None where the address has none.
        port: digits, or ``""``.
        path: with its leading slash, if any.
        query: without the question mark; None where there is none.
        fragment: without the number sign; None where there is none.
    """

    scheme: str
    user: str
    host: str | None
    port: str
    path: str
    query: str | None
    fragment: str | None

    @property
    def is_web(self) -> bool:
        """Whether the scheme is one whose addresses all look alike."""
        return self.scheme in PORTS

    @property
    def is_opaque(self) -> bool:
        """Whether the path is no path but anything at all, as in ``mailto:a@b.example``."""
        return self.host is None and not self.path.startswith("/")

    def __str__(self) -> str:
        """The address again."""
        found = f"{self.scheme}:" if self.scheme else ""
        if self.host is not None:
            user = f"{self.user}@" if self.user else ""
            port = f":{self.port}" if self.port else ""
            found += f"//{user}{self.host}{port}"
        found += self.path
        if self.query is not None:
            found += f"?{self.query}"
        if self.fragment is not None:
            found += f"#{self.fragment}"
        return found


def cut(url: str) -> Parts:
    """Parts of an address, white space around and line ends within left out. Never raises."""
    url = _WITHIN.sub("", url.strip(_AROUND))
    rest, number_sign, after = url.partition("#")
    fragment = after if number_sign else None
    rest, mark, after = rest.partition("?")
    query = after if mark else None
    match = _SCHEME.fullmatch(rest)
    scheme, rest = (match[1].lower(), match[2]) if match else ("", rest)
    host, path = _host(scheme, rest)
    user, port = "", ""
    if host is not None:
        user, _, host = host.rpartition("@")
        found = None if host.endswith("]") else _HOST_AND_PORT.fullmatch(host)
        host, port = (found[1], found[2] or "") if found else (host, "")
        if scheme in PORTS:
            path = path or "/"
    return Parts(
        scheme=scheme,
        user=user,
        host=host,
        port="" if port == PORTS.get(scheme) else port,
        path=path,
        query=query,
        fragment=fragment,
    )


def _host(scheme: str, rest: str) -> tuple[str | None, str]:
    """Host with all that belongs to it, and the path."""
    if scheme in PORTS:
        rest = rest.replace("\\", "/")
    if scheme == "file" and not rest.startswith("//"):
        return "", rest if rest.startswith("/") else "/" + rest
    if scheme in PORTS and scheme != "file":
        rest = "//" + rest.lstrip("/")
    if not rest.startswith("//"):
        return None, rest
    host, slash, path = rest[2:].partition("/")
    return host, slash + path
