"""The file of logins: what proves at private sites who asks.

cookies = "cookies.txt"            # as browsers export it; beside this file

["wiki.example"]                   # a host, or an origin such as https://wiki.example:8443
user = "me"
password = "secret"

["api.example"]
headers = { Authorization = "Bearer ..." }

["shop.example"]
form = "https://shop.example/login"
fields = { name = "me", pass = "secret" }
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, cast

from pagemill.crawl.fetching.access import Access, Form, Login
from pagemill.errors import UsageError
from pagemill.html.url import has_user

_KEYS = frozenset(("user", "password", "headers", "form", "fields"))
_OTHERS = 0o077
_USUAL = {"http": ":80", "https": ":443"}


def access(proxy: str, authorities: str, logins: str) -> Access:
    """How a crawl reaches its sites.

    Args:
        proxy: address of a proxy, or ``""``.
        authorities: file of certificates, or ``""``.
        logins: file of logins, or ``""``.

    Raises:
        UsageError: a file cannot be read or says what cannot be meant, or others than its
            owner may read the passwords in it.
    """
    if proxy and not proxy.startswith(("http://", "https://", "socks5://", "socks5h://")):
        raise UsageError(f"proxy is '{proxy}'; write it as http://127.0.0.1:3128")
    if proxy and has_user(proxy):
        raise UsageError("proxy: it is recorded, so it must hold no user name and password")
    if authorities and not Path(authorities).is_file():
        raise UsageError(f"authorities: {authorities} is no file; name one of certificates")
    if not logins:
        return Access(proxy=proxy, authorities=authorities)
    path = Path(logins)
    known = _known(path)
    cookies = _cookies(path, known.pop("cookies", ""))
    found = {site.lower(): _login(path, site, facts) for site, facts in known.items()}
    return Access(proxy=proxy, authorities=authorities, logins=found, cookies=cookies)


def _known(path: Path) -> dict[str, Any]:
    text = _read(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: {error}") from None


def _read(path: Path) -> str:
    try:
        if path.stat().st_mode & _OTHERS:
            raise UsageError(
                f"{path}: others may read it; take that away with 'chmod 600 {path}'"
            )
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read ({error})") from None


def _cookies(path: Path, name: object) -> tuple[str, ...]:
    if not name:
        return ()
    lines = _read(path.parent / str(name)).splitlines()
    kept = [one for one in lines if one.count("\t") == 6]
    if not kept:
        raise UsageError(
            f"{path.parent / str(name)}: no cookie file; each of its lines has seven fields "
            f"between tabs"
        )
    return tuple(kept)


def _login(path: Path, site: str, facts: object) -> Login:
    if not isinstance(facts, dict):
        raise UsageError(f"{path}: [{site}] is no section")
    if not _is_site(site.lower()):
        raise UsageError(
            f'{path}: ["{site}"] is neither a host nor an origin; write it as "wiki.example", '
            'or as "https://wiki.example:8443" where the port is not the usual one'
        )
    known = cast("dict[str, Any]", facts)
    for key in known.keys() - _KEYS:
        raise UsageError(f"{path}: [{site}] {key}: there are {', '.join(sorted(_KEYS))}")
    form = None
    if "form" in known:
        form = Form(url=str(known["form"]), fields=_pairs(known.get("fields", {})))
    return Login(
        user=str(known.get("user", "")),
        password=str(known.get("password", "")),
        headers=_pairs(known.get("headers", {})),
        form=form,
    )


def _is_site(site: str) -> bool:
    """Whether an address can be of this site; what belongs to others is sent to nobody."""
    scheme, mark, place = site.rpartition("://")
    if set("/?#@").intersection(place):
        return False
    if mark:
        return not place.endswith(_USUAL.get(scheme, "/"))
    return place.count(":") != 1  # a port needs a scheme; addresses of IPv6 have more colons


def _pairs(facts: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in facts.items())
