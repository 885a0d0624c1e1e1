"""``collection.toml`` -> the frozen parameters of each stage; an unknown key is an error."""

from __future__ import annotations

import difflib
import json
import tomllib
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, cast

from pagemill.archive.params import ArchiveParams
from pagemill.convert.params import ConvertParams
from pagemill.crawl.params import CrawlParams
from pagemill.dedup.params import DedupParams
from pagemill.errors import ConfigError
from pagemill.html.params import UrlParams
from pagemill.index.params import IndexParams, SearchParams
from pagemill.pages.params import PagesParams
from pagemill.view.params import ViewParams
from pagemill.view.words.params import WordsParams


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionParams:
    """What the collection is.

    Attributes:
        name: what people call it.
    """

    name: str = "collection"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All of ``collection.toml``: one attribute for each table in it."""

    collection: CollectionParams = field(default_factory=CollectionParams)
    urls: UrlParams = field(default_factory=UrlParams)
    crawl: CrawlParams = field(default_factory=CrawlParams)
    archive: ArchiveParams = field(default_factory=ArchiveParams)
    convert: ConvertParams = field(default_factory=ConvertParams)
    view: ViewParams = field(default_factory=ViewParams)
    words: WordsParams = field(default_factory=WordsParams)
    dedup: DedupParams = field(default_factory=DedupParams)
    index: IndexParams = field(default_factory=IndexParams)
    search: SearchParams = field(default_factory=SearchParams)
    pages: PagesParams = field(default_factory=PagesParams)


_SECTIONS: dict[str, type[Any]] = {
    "collection": CollectionParams,
    "urls": UrlParams,
    "crawl": CrawlParams,
    "archive": ArchiveParams,
    "convert": ConvertParams,
    "view": ViewParams,
    "words": WordsParams,
    "dedup": DedupParams,
    "index": IndexParams,
    "search": SearchParams,
    "pages": PagesParams,
}
_SECRETS = ("passw", "secret", "token", "cookie", "credential", "api_key", "apikey")


def load(path: Path) -> Config:
    """Read and check ``collection.toml``; an absent file means defaults throughout.

    Raises:
        ConfigError: a line is wrong; the message names the file, the key and the remedy.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return Config()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not valid TOML: {error}; mend that line") from None
    for name, value in found.items():
        if name not in _SECTIONS:
            raise ConfigError(_unknown_at_top(path, name, value))
    return Config(
        **{name: _section(path, name, found.get(name, {})) for name in _SECTIONS},
    )


def _section(path: Path, name: str, found: Any) -> Any:
    if not isinstance(found, dict):
        raise ConfigError(f"{path}: '{name}' must be a table; write it as [{name}]")
    values = cast("dict[str, Any]", found)
    kind = _SECTIONS[name]
    known = {one.name: one for one in fields(kind)}
    for key, value in values.items():
        if key not in known:
            raise ConfigError(_unknown(path, f"'{key}' in [{name}]", key, list(known)))
        values[key] = _checked(path, f"[{name}] {key}", value, _default(known[key]))
    try:
        return kind(**values)
    except ValueError as error:
        raise ConfigError(f"{path}: [{name}] {error}") from None


def _default(one: Field[Any]) -> Any:
    return one.default_factory() if one.default_factory is not MISSING else one.default


def _checked(path: Path, where: str, value: Any, default: Any) -> Any:
    """The value, of its default's type; 1 and 1.0 are the same where a float is due."""
    kind: type[object] = default.__class__
    if isinstance(value, kind) and isinstance(value, bool) == isinstance(default, bool):
        return value
    if kind is float and type(value) is int and abs(value) < 1 << 53:
        return float(value)
    raise ConfigError(
        f"{path}: {where} is {value!r}; it must be of type {kind.__name__}, such as {default!r}"
    )


def _unknown_at_top(path: Path, name: str, value: object) -> str:
    """What is wrong with a name outside of all sections: most likely it is a key of one."""
    if isinstance(value, dict):
        return _unknown(path, f"[{name}]", name, list(_SECTIONS))
    keys = {one.name: f"[{home}]" for home, kind in _SECTIONS.items() for one in fields(kind)}
    said = _unknown(path, f"'{name}' outside of all sections", name, [*keys, *_SECTIONS])
    near = difflib.get_close_matches(name.lower(), [*keys, *_SECTIONS], n=1, cutoff=0.0)[0]
    return f"{said}, which belongs below {keys[near]}" if near in keys else said


def _unknown(path: Path, where: str, key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key.lower(), known, n=1, cutoff=0.0)
    secret = any(word in key.lower() for word in _SECRETS)
    hint = "; secrets never belong in this file" if secret else ""
    return f"{path}: unknown key {where}; the nearest valid one is '{near[0]}'{hint}"


def template(name: str) -> str:
    """Text of a new ``collection.toml``: every key with its default, commented out."""
    lines = [
        "# What this collection is and how it is built. Lines that begin with '#' show the",
        "# defaults; remove the '#' to change one, then run 'pagemill build'.",
        "",
        "[collection]",
        f"name = {_toml(name)}",
    ]
    for section, kind in _SECTIONS.items():
        if section != "collection":
            lines += ["", f"[{section}]"]
            lines += [f"# {one.name} = {_toml(_default(one))}" for one in fields(kind)]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return str(value)
    text = value.encode("utf-8", "replace").decode("utf-8")  # a name of odd bytes on disk
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
