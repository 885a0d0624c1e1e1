"""Rules that make addresses equal, each with its reason, and the profiles made of them.

Two addresses are one page only where that is certain, so the default profile changes nothing
that RFC 3986 and the URL Standard do not call equivalent. What archives and crawlers do beyond
that are profiles of their own: they join more addresses, and some that differ.

Source: RFC 3986, section 6.2; WHATWG URL Standard. The named profiles follow the published
cases of crawler-commons and urlcanon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import ada_url

from pagemill.errors import UsageError
from pagemill.html.url_parts import Parts, cut

_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_ESCAPES: Final = re.compile(rb"%([0-9A-Fa-f]{2})")
_STRAY_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)
_DEEPEST_ESCAPE: Final = 64
_SHORT_FILE: Final = re.compile(r"\s*file:/(?!/)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One change that may be made to an address.

    Attributes:
        name: by which it is chosen in the settings.
        reason: why the addresses that it joins are taken for one.
        change: makes it, or leaves the parts as they are.
    """

    name: str
    reason: str
    change: Callable[[Parts], Parts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Rules under a name, in the order in which they are applied.

    Attributes:
        name: of the profile.
        reason: what it is for.
        rules: names of its rules.
        lenient: whether addresses that the standard refuses are normalised too, and a missing
            scheme is taken to be http.
        short_files: whether ``file:/a`` stays as short as it is written (RFC 8089).
    """

    name: str
    reason: str
    rules: tuple[str, ...]
    lenient: bool = False
    short_files: bool = False


# --- equivalent by the standards --------------------------------------------------------------


def _no_fragment(parts: Parts) -> Parts:
    return replace(parts, fragment=None)


def _plain_escapes(parts: Parts) -> Parts:
    # A per cent sign that begins no escape could begin one once its neighbours are decoded.
    if "%" not in str(parts) or _STRAY_PERCENT.search(str(parts)):
        return parts
    return _in_each(parts, lambda text: _ESCAPE.sub(_normal_escape, text))


def _in_each(parts: Parts, change: Callable[[str], str]) -> Parts:
    return replace(
        parts,
        path=change(parts.path),
        query=parts.query if parts.query is None else change(parts.query),
        fragment=parts.fragment if parts.fragment is None else change(parts.fragment),
    )


def _normal_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


# --- what archives and crawlers do beyond ----------------------------------------------------


def _no_user(parts: Parts) -> Parts:
    return replace(parts, user="")


def _one_escape(parts: Parts) -> Parts:
    if parts.is_opaque:
        return _in_each(parts, _escaped_once)
    query = parts.query
    if query is not None:
        query = "&".join(
            "=".join(_escaped(_unescaped(piece), b"#%&=") for piece in pair.split("="))
            for pair in query.split("&")
        )
    return replace(
        parts,
        path="/".join(_escaped(_unescaped(piece), b"#%?/") for piece in parts.path.split("/")),
        query=query,
        fragment=None if parts.fragment is None else _escaped_once(parts.fragment),
    )


def _escaped_once(text: str) -> str:
    return _escaped(_unescaped(text), b"#%")


def _unescaped(text: str) -> bytes:
    """Bytes with every escape undone, escapes of escapes too."""
    found = text.encode("utf-8", "surrogateescape" if _is_escapable(text) else "replace")
    for _ in range(_DEEPEST_ESCAPE):
        undone = _ESCAPES.sub(lambda match: bytes((int(match[1], 16),)), found)
        if undone == found:
            break
        found = undone
    return found


def _is_escapable(text: str) -> bool:
    return all("\udc80" <= sign <= "\udcff" for sign in text if "\ud800" <= sign <= "\udfff")


def _escaped(text: bytes, reserved: bytes) -> str:
    """Text with escapes for what an address cannot hold and for what would divide it."""
    return "".join(
        f"%{byte:02X}" if byte <= 0x20 or byte >= 0x7F or byte in reserved else chr(byte)
        for byte in text
    )


def _plain_host(parts: Parts) -> Parts:
    if not parts.host or parts.host.startswith("["):
        return parts
    raw = _unescaped(parts.host)
    dotted = re.sub(rb"\.+", b".", raw).strip(b".")
    if not dotted:
        return replace(parts, host="0.0.0.0")  # noqa: S104 - what an empty number stands for
    if not parts.is_web:
        return replace(parts, host=_escaped(dotted, b"%/?#@:"))
    try:
        host = ada_url.URL(f"https://{dotted.decode()}/").host
    except (ValueError, UnicodeError):
        host = _escaped(dotted.lower(), b"%/?#@:")
    return replace(parts, host=host)


def _no_dots(parts: Parts) -> Parts:
    if parts.is_opaque or "." not in parts.path:
        return parts
    kept: list[str] = []
    steps = parts.path.split("/")[1:]
    for step in steps:
        if step == ".." and kept:
            kept.pop()
        elif step not in (".", ".."):
            kept.append(step)
    if steps[-1] in (".", ".."):
        kept.append("")
    return replace(parts, path="/" + "/".join(kept))


def _single_slashes(parts: Parts) -> Parts:
    if not parts.is_web:
        return parts
    return replace(parts, path=re.sub(r"//+", "/", parts.path))


def _no_host_dot(parts: Parts) -> Parts:
    return replace(parts, host=parts.host and re.sub(r"(?<=[^.])\.$", "", parts.host))


_FORBIDDEN_IN_PATH: Final = re.compile(r"%(?![0-9A-Fa-f]{2})|[^\w%:/@!$&'()*+,;=.~-]", re.ASCII)
_FORBIDDEN_IN_QUERY: Final = re.compile(
    r"%(?![0-9A-Fa-f]{2})|[^\w%:/?@!$&'()*+,;=.~-]", re.ASCII
)


def _strict_escapes(parts: Parts) -> Parts:
    def escaped(match: re.Match[str]) -> str:
        return _escaped(match[0].encode("utf-8", "replace"), bytes(range(0x21, 0x7F)))

    query = parts.query
    return replace(
        parts,
        path=_FORBIDDEN_IN_PATH.sub(escaped, parts.path),
        query=query if query is None else _FORBIDDEN_IN_QUERY.sub(escaped, query),
    )


def _sorted_query(parts: Parts) -> Parts:
    if not parts.query:
        return parts
    return replace(parts, query="&".join(sorted(parts.query.split("&"))))


def _no_empty_pairs(parts: Parts) -> Parts:
    if parts.query is None:
        return parts
    return replace(parts, query="&".join(pair for pair in parts.query.split("&") if pair))


def _no_nameless_pairs(parts: Parts) -> Parts:
    if parts.query is None:
        return parts
    pairs = [
        pair[:-1] if pair.endswith("=") and pair.count("=") == 1 else pair
        for pair in parts.query.split("&")
        if pair and not pair.startswith("=")
    ]
    return replace(parts, query="&".join(pairs))


def _no_empty_query(parts: Parts) -> Parts:
    return replace(parts, query=parts.query or None)


def _http(parts: Parts) -> Parts:
    return replace(parts, scheme="http") if parts.scheme == "https" else parts


def _no_www(parts: Parts) -> Parts:
    if not parts.host:
        return parts
    return replace(parts, host=re.sub(r"^www\d*\.(?=[^.]+\.)", "", parts.host))


def _lower_case(parts: Parts) -> Parts:
    return _in_each(parts, str.lower)


_SESSION_IN_QUERY: Final = re.compile(
    r"(?:jsessionid=.*|phpsessid=[0-9a-z]{32}|sid=[0-9a-z]{32}|sessionid=.*"
    r"|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]+|cftoken=[^&]+)",
    re.IGNORECASE,
)
_SESSION_IN_PATH: Final = re.compile(
    r";jsessionid=[0-9a-z$.!_-]*|/\((?:[a-z]\([0-9a-z]{24}\))+\)(?=/)|/\([0-9a-z]{24}\)(?=/)",
    re.IGNORECASE,
)


def _no_session(parts: Parts) -> Parts:
    query = parts.query
    if query is not None:
        pairs = query.split("&")
        query = "&".join(pair for pair in pairs if not _SESSION_IN_QUERY.fullmatch(pair))
    return replace(parts, path=_SESSION_IN_PATH.sub("", parts.path), query=query)


def _no_last_slash(parts: Parts) -> Parts:
    if parts.is_opaque:
        return parts
    return replace(parts, path=parts.path.rstrip("/") or "/")


RULES: Final[dict[str, Rule]] = {
    name: Rule(name=name, reason=reason, change=change)
    for name, reason, change in (
        ("no-fragment", "it is never sent (RFC 3986, 3.5)", _no_fragment),
        (
            "plain-escapes",
            "unreserved characters need no escape, and escapes no case (RFC 3986, 6.2.2)",
            _plain_escapes,
        ),
        ("no-user", "names and passwords say who asks, not for what", _no_user),
        ("one-escape", "escapes of escapes are mostly a mistake", _one_escape),
        ("plain-host", "a host is found by its ASCII name, however it is escaped", _plain_host),
        ("no-dots", "dot segments are steps, not names (RFC 3986, 5.2.4)", _no_dots),
        ("single-slashes", "file systems read several slashes as one", _single_slashes),
        ("no-host-dot", "a dot at its end only makes a host name absolute", _no_host_dot),
        (
            "strict-escapes",
            "browsers leave characters as they stand that RFC 3986 wants escaped",
            _strict_escapes,
        ),
        ("sorted-query", "most programs read parameters by name, in any order", _sorted_query),
        ("no-empty-pairs", "nothing between two ampersands says nothing", _no_empty_pairs),
        (
            "no-nameless-pairs",
            "a value without a name cannot be asked for; an empty one is none",
            _no_nameless_pairs,
        ),
        ("no-empty-query", "a question mark alone asks nothing", _no_empty_query),
        ("http", "most sites answer alike with and without encryption", _http),
        ("no-www", "most sites answer alike with and without www", _no_www),
        ("lower-case", "some servers read names in any case", _lower_case),
        ("no-session", "the number of a visit says who asks, not for what", _no_session),
        ("no-last-slash", "most servers answer alike with and without it", _no_last_slash),
    )
}

_SEMANTIC: Final = ("no-user", "one-escape", "plain-host", "no-dots", "single-slashes")

PROFILES: Final[dict[str, Profile]] = {
    profile.name: profile
    for profile in (
        Profile(
            name="standard",
            reason="only what RFC 3986 and the URL Standard call equivalent; the default",
            rules=("no-fragment", "plain-escapes"),
        ),
        Profile(
            name="crawler",
            reason="what crawler-commons does for crawlers in Java: keys that meet theirs",
            rules=(
                "no-fragment",
                "strict-escapes",
                "plain-escapes",
                "no-dots",
                "single-slashes",
                "no-host-dot",
                "no-nameless-pairs",
                "sorted-query",
                "no-empty-query",
            ),
            short_files=True,
        ),
        Profile(
            name="semantic",
            reason="what urlcanon calls semantic and precise: one spelling, the fragment kept",
            rules=(*_SEMANTIC, "sorted-query"),
            lenient=True,
        ),
        Profile(
            name="aggressive",
            reason="what urlcanon calls aggressive: for looking up captures of unsure address",
            rules=(
                *_SEMANTIC,
                "no-fragment",
                "http",
                "no-www",
                "no-session",
                "lower-case",
                "no-empty-pairs",
                "sorted-query",
                "no-empty-query",
                "no-last-slash",
            ),
            lenient=True,
        ),
    )
}


def profile(name: str, add: Iterable[str] = (), drop: Iterable[str] = ()) -> Profile:
    """A profile, with rules added at its end or left out.

    Raises:
        UsageError: there is no such profile or rule.
    """
    if name not in PROFILES:
        raise UsageError(f"no such profile: {name}; there are {', '.join(PROFILES)}")
    added, dropped = tuple(add), frozenset(drop)
    for rule in (*added, *sorted(dropped)):
        if rule not in RULES:
            raise UsageError(f"no such rule: {rule}; there are {', '.join(RULES)}")
    found = PROFILES[name]
    rules = tuple(rule for rule in (*found.rules, *added) if rule not in dropped)
    return replace(found, rules=tuple(dict.fromkeys(rules)))


def normalized_by(url: str | bytes, by: Profile) -> str | None:
    """Spelling of an address under a profile, or None where it is none. Never raises.

    Args:
        url: absolute address; as bytes it may hold what is no text in any encoding.
        by: which rules count.
    """
    parts = _parts(url, by)
    if parts is None:
        return None
    for name in by.rules:
        parts = RULES[name].change(parts)
    return str(parts)


def changes(url: str | bytes, by: Profile) -> Iterator[tuple[Rule, str]]:
    """Each rule that changes an address, and what it makes of it."""
    parts = _parts(url, by)
    for rule in (RULES[name] for name in by.rules):
        if parts is None:
            return
        changed = rule.change(parts)
        if changed != parts:
            yield rule, str(changed)
        parts = changed


def _parts(url: str | bytes, by: Profile) -> Parts | None:
    if isinstance(url, bytes):
        url = url.decode("utf-8", "surrogateescape")
    try:
        parts = cut(ada_url.normalize_url(url))
    except (ValueError, UnicodeError):
        if not by.lenient:
            return None
        parts = cut(url)
        return parts if parts.scheme else cut(f"http://{url.strip()}")
    if by.short_files and _SHORT_FILE.match(url):
        return replace(parts, host=None)
    return parts
