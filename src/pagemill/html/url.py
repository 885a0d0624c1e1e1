"""Addresses: resolve, normalise, hash.

Normalising changes only what RFC 3986 and the WHATWG URL Standard call equivalent (case of
scheme and host, default port, dot segments, percent-encoding of unreserved characters) and
drops the fragment. Anything that a server could tell apart (a trailing slash, the case of the
path, parameters and their order) is kept: two addresses are one page only when that is certain.

Source: WHATWG URL Standard; RFC 3986, section 6.2.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import ada_url

from pagemill import native
from pagemill.html.legacy_encode import escaped_query

_AROUND: Final = "".join(map(chr, range(0x21)))
_WITHIN: Final = re.compile(r"[\t\n\r]")
_WEB: Final = re.compile(r"(?:https?|ftp|file):")
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_STRAY_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)


def joined(base: str, href: str, encoding: str = "utf-8") -> str | None:
    """Absolute address of a reference, or None where a browser could not follow it.

    Args:
        base: absolute address that the reference is relative to; ``""`` if there is none.
        href: reference as it stands in the page, white space and all.
        encoding: of the page. The query of a web address is written in it, so that the same
            reference on two pages may lead to two places.
    """
    address = _joined(base, href)
    if address is None or encoding.startswith("utf-") or "?" not in href:
        return address
    if href.isascii() and encoding != "iso-2022-jp":
        return address
    return _joined(base, _query_in(encoding, href)) if _WEB.match(address) else address


def _joined(base: str, href: str) -> str | None:
    if native.plain_joined is not None:
        address = native.plain_joined(base, href)
        if address is not None:
            return address
    return _parsed(base, href)


def _parsed(base: str, href: str) -> str | None:
    """What the library's parser makes of a reference, however it is written."""
    try:
        return ada_url.join_url(base, href) if base else ada_url.normalize_url(href)
    except (ValueError, UnicodeError):
        return None


def _query_in(encoding: str, href: str) -> str:
    """Reference whose query is written in an encoding and needs no more escapes."""
    before, number_sign, fragment = href.strip(_AROUND).partition("#")
    path, mark, query = before.partition("?")
    query = escaped_query(_WITHIN.sub("", query), encoding)
    return f"{path}{mark}{query}{number_sign}{fragment}"


def linked(base: str, href: str, encoding: str = "utf-8") -> str | None:
    """The same without user name and password: nothing made of a page may hold a secret."""
    address = joined(base, href, encoding)
    if address is None or "@" not in address or "://" not in address:
        return address
    return _without_user(address)


def normalized(url: str) -> str | None:
    """The one spelling under which an address is kept, or None where it is no absolute URL.

    Without fragment, user name and password.
    """
    if plain_host(url) is not None:
        return url
    try:
        href = ada_url.normalize_url(url)
        if "@" in href and "://" in href:
            href = _without_user(href)
    except (ValueError, UnicodeError):
        return None
    href = href.partition("#")[0]
    # A per cent sign that begins no escape could begin one once its neighbours are decoded.
    if "%" not in href or _STRAY_PERCENT.search(href):
        return href
    return _ESCAPE.sub(_normal_escape, href)


def has_user(url: str) -> bool:
    """Whether an address holds a user name or a password."""
    try:
        parts = ada_url.URL(url)
    except (ValueError, UnicodeError):
        return "@" in url.partition("://")[2].partition("/")[0]
    return bool(parts.username or parts.password)


def ascii_host(name: str) -> str | None:
    """ASCII form of a host name, as the URL Standard makes it; None where it is none.

    Source: WHATWG URL Standard, "host parsing"; Unicode Technical Standard 46.
    """
    if not name:
        return ""
    try:
        return ada_url.URL(f"https://{name}/x").hostname
    except (ValueError, UnicodeError):
        return None


def plain_host(url: str) -> str | None:
    """Host of an absolute web address that has no other spelling than this one; None: not sure.

    Such an address has neither fragment nor user name nor escape: :func:`normalized` gives it
    as it stands. Of most addresses that can be told without a parser.
    """
    return native.plain_host(url) if native.plain_host is not None else None


def host(url: str) -> str:
    """Host name in lower case ASCII form without port; ``""`` where there is none."""
    plain = plain_host(url)
    if plain is not None:
        return plain
    try:
        return ada_url.URL(url).hostname
    except (ValueError, UnicodeError):
        return ""


def hosts(urls: Iterable[str]) -> list[str]:
    """The host of each of many URLs; an origin that comes again is not taken apart again."""
    return [_host_of_origin(_origin(url)) for url in urls]


def _origin(url: str) -> str:
    """All of a URL that its host depends on, and perhaps more."""
    scheme, _, rest = url.partition("//")
    return f"{scheme}//{rest.partition('/')[0]}"


_host_of_origin = lru_cache(maxsize=1 << 14)(host)


def url_hash(url: str) -> int:
    """First 64 bits of the address's BLAKE2b digest; its top bits choose the part file."""
    return int.from_bytes(
        blake2b(url.encode("utf-8", "replace"), digest_size=8).digest(), "big"
    )


def _normal_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _without_user(href: str) -> str:
    parts = ada_url.URL(href)
    if not parts.username and not parts.password:
        return href  # the sign stands elsewhere; files have no user that could be taken away
    parts.username = ""
    parts.password = ""
    return parts.href
