"""What a person writes down about an engine, so that it can be asked without a line of code.

The file is TOML. ``kind`` is ``http`` (by default), ``fts5`` or ``opensearch``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from pagemill.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """An HTTP interface.

    Attributes:
        name: how reports call it.
        search: address of an answer, with ``{query}`` and ``{offset}`` or ``{page}``, and
            ``{size}`` where it takes one.
        answer: ``json`` or ``html``.
        results: path (JSON) or selector (HTML) of the results in an answer.
        address: path or selector of a page's address in a result; a selector may end in
            ``@href``.
        text: path or selector of the page's whole text in a result, or ``""``.
        total: path or selector of the reported total, or ``""``.
        relation: path of what the total claims to be (``eq``, ``gte``), or ``""``.
        cached: address of the text of a page, with ``{address}``, or ``""``.
        lookup: address that exists if the engine has a page, with ``{address}``, or ``""``.
        page_size: results on one page of an answer.
        limit: most results of one query that can be had.
        first_page: number of the first page, where pages are numbered.
        joiner: what stands between words that must all occur.
        before: what stands before each word.
        phrase: form of a phrase, with ``{words}``.
        filter: form of a filter, with ``{field}`` and ``{value}``, joined to the query.
        everything: query that finds every page, for filters without words.
        filters: fields with every value each can have.
        headers: sent with each request.
        pause_s: seconds between two requests.
        timeout_s: seconds to wait for an answer.
        live: whether pages may be fetched from their own sites.
    """

    name: str
    search: str
    results: str
    address: str
    answer: str = "json"
    text: str = ""
    total: str = ""
    relation: str = ""
    cached: str = ""
    lookup: str = ""
    page_size: int = 10
    limit: int = 100
    first_page: int = 1
    joiner: str = " "
    before: str = ""
    phrase: str = '"{words}"'
    filter: str = "{field}:{value}"
    everything: str = ""
    filters: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    pause_s: float = 1.0
    timeout_s: float = 20.0
    live: bool = False


def read(path: Path) -> dict[str, Any]:
    """Read a description file.

    Raises:
        UsageError: it is no TOML.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: not TOML: {error}") from error


def described(found: dict[str, Any], where: str) -> Description:
    """Check a description of an HTTP interface.

    Args:
        found: the keys and values of the file.
        where: name of the file, for messages.

    Raises:
        UsageError: a key is missing, unknown, or has an unfit value.
    """
    known = {one.name: one for one in fields(Description)}
    given = {key: value for key, value in found.items() if key != "kind"}
    for key in given.keys() - known.keys():
        raise UsageError(f"{where}: {key}: no such key; known are {', '.join(sorted(known))}")
    for key in ("name", "search", "results", "address"):
        if not isinstance(given.get(key), str):
            raise UsageError(f"{where}: {key} is missing, or no text")
    for key, value in given.items():
        _refuse_unfit(where, key, value, str(known[key].type))
    if given.get("answer", "json") not in {"json", "html"}:
        raise UsageError(f"{where}: answer is {given['answer']!r}; it must be json or html")
    if "filters" in given:
        filters = cast("dict[str, list[object]]", given["filters"])
        given["filters"] = {key: tuple(map(str, values)) for key, values in filters.items()}
    for key in ("search", "cached", "lookup"):
        address = str(given.get(key, ""))
        if address and urlsplit(address).scheme not in {"http", "https"}:
            raise UsageError(f"{where}: {key} must be an address with http or https")
    if "{query}" not in given["search"]:
        raise UsageError(f"{where}: search must contain {{query}}")
    return Description(**given)


_KINDS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
}


def _refuse_unfit(where: str, key: str, value: object, kind: str) -> None:
    wanted = _KINDS.get(kind, (dict,))
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind != "bool"):
        raise UsageError(f"{where}: {key} is {value!r}; it must be {kind}")
    if kind == "int" and cast("int", value) < (0 if key == "first_page" else 1):
        raise UsageError(f"{where}: {key} is {value!r}; it must be 1 or more")
