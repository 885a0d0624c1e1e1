"""Asking the sites of hits for their pages: what an engine names is not to be trusted.

No private address is asked, except on the host of the engine itself.
"""

from __future__ import annotations

import socket
from typing import IO, TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from pagemill.crawl.fetching.guard import Guard
from pagemill.measure.engine import Unanswered

if TYPE_CHECKING:
    from http.client import HTTPMessage


def check(address: str, own: str) -> None:
    """Refuse an address whose host has a private one.

    Args:
        address: what is to be asked.
        own: host of the engine, which its user has named.

    Raises:
        Unanswered: it may not be asked.
    """
    name = urlsplit(address).hostname or ""
    if name == own:
        return
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unanswered("no such host", is_lasting=True) from error
    for *_, place in found:
        if why := Guard().refusal(str(place[0])):
            raise Unanswered(f"may not be asked: {why}", is_lasting=True)


def opener(own: str) -> OpenerDirector:
    """Follows redirects only to what may be asked."""
    return build_opener(_Redirects(own))


class _Redirects(HTTPRedirectHandler):
    def __init__(self, own: str) -> None:
        self._own = own

    def redirect_request(
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> Request | None:
        check(newurl, self._own)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
