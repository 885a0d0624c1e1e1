"""The key of a page's row: its address, host reversed, so that a host's pages lie together."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pagemill.errors import UsageError

_LONGEST = 66_000
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\ud800-\udfff]")
_ADDRESS = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<host>[^/?#]*)(?P<rest>.*)\Z", re.DOTALL
)
_NUMBERS = re.compile(r"[0-9.]+\Z")


def row_key(url: str) -> str:
    """The key of the row of ``url``: host reversed, port, ``)``, the rest, a blank, scheme.

    The letter case of scheme and host does not count; everything else does. Numbers of hosts
    are not reversed.

    Raises:
        UsageError: ``url`` is no absolute address.

    Example:
        >>> row_key("https://www.Example.org:8443/a?b=1")
        'org,example,www:8443)/a?b=1 https'
    """
    found = _ADDRESS.match(url)
    if found is None or _FORBIDDEN.search(url) or len(url) > _LONGEST:
        raise UsageError(f"{url[:200]!r}: not an absolute address; write SCHEME://HOST/PATH")
    # Both have a meaning in a key; in the names of hosts they have none.
    host = found["host"].lower().rpartition("@")[2].replace(")", "%29").replace(",", "%2c")
    colon = port = ""
    if not host.startswith("["):  # an IPv6 address has colons of its own
        host, colon, port = host.partition(":")
    return f"{_reversed(host)}{colon}{port}){found['rest']} {found['scheme'].lower()}"


def url_of(key: str) -> str:
    """The address whose row a key is.

    Example:
        >>> url_of("org,example,www:8443)/a?b=1 https")
        'https://www.example.org:8443/a?b=1'
    """
    head, _, tail = key.partition(")")
    rest, _, scheme = tail.rpartition(" ")
    host, colon, port = head.partition(":") if not head.startswith("[") else (head, "", "")
    return f"{scheme}://{_reversed(host, ',', '.')}{colon}{port}{rest}"


def host_part(key: str) -> str:
    """The reversed host of a key, without port: what decides on the tablet."""
    head = key.partition(")")[0]
    return head if head.startswith("[") else head.partition(":")[0]


def host_of(text: str) -> str:
    """The reversed host that a host name or an address names.

    Raises:
        UsageError: it names none.
    """
    host = urlsplit(text).hostname or "" if "://" in text else text.lower().strip("/")
    if not host or _FORBIDDEN.search(host) or "/" in host:
        raise UsageError(f"{text!r}: names no host; write a host name such as example.org")
    return _reversed(host)


def _reversed(host: str, between: str = ".", joint: str = ",") -> str:
    if host.startswith("[") or _NUMBERS.match(host):
        return host
    return joint.join(reversed(host.split(between)))
