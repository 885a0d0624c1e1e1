"""What people type -> a query; never raises.

    lime blossom            both words, anywhere in the page
    "lime blossom"          these words side by side, in one field
    lime OR linden          one of them
    lime -soda -"key lime"  without these
    site:example.org        pages of this host and of hosts below it; -site: without them
    lang:zh                 pages in this language; -lang: without them
    type:hub                pages of this type, genre or format (``type:pdf``), or those that
                            were never fetched (``type:unfetched``); -type: without them
    category:arts/music     pages of this category and of those below it; -category: too
    after:2024-03           pages dated in March 2024 or later: published then, else fetched
    before:2024             pages dated before 2024

Everything else is text. A word with punctuation inside (``e-mail``, ``user@host``) and a run of
a script without spaces (搜索引擎) stand for their parts side by side. Quotes that are never
closed end with the query. ``AND`` in capitals is what happens anyway and is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import TypeVar

from pagemill.index.analyze import words

LONGEST_QUERY = 10_000
"""Characters of a query that count."""

MOST_PARTS = 64
"""Words, phrases and filters that count: whoever pastes a book searches for its beginning."""

Words = tuple[str, ...]
"""One word, or several that must stand side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a page must and must not contain.

    Attributes:
        required: every one of these groups must be met; a group is met by any of its members.
        excluded: none of these may occur.
        hosts: the page is of one of these hosts, or of a host below; empty for any.
        excluded_hosts: and of none of these.
        languages: the page is in one of these languages; empty for any.
        excluded_languages: and in none of these.
        types: the page is of one of these types, genres or formats; empty for any.
        excluded_types: and of none of these.
        categories: the page is of one of these categories, or of one below; empty for any.
        excluded_categories: and of none of these.
        after: its date is this day or later, in days since 1970-01-01; None for any.
        before: its date is earlier than this day; None for any.
        excluded_pages: and it is none of these addresses; nobody types them.
        worths: factors by which some members count more or less than 1 in the score.
        by_own_words: only pages that were fetched, and only by what they say themselves.
    """

    required: tuple[tuple[Words, ...], ...] = ()
    excluded: tuple[Words, ...] = ()
    hosts: tuple[str, ...] = ()
    excluded_hosts: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    excluded_languages: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    excluded_types: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    excluded_categories: tuple[str, ...] = ()
    after: int | None = None
    before: int | None = None
    excluded_pages: frozenset[str] = frozenset()
    worths: tuple[tuple[Words, float], ...] = ()
    by_own_words: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for; exclusions alone ask for nothing."""
        wanted = (self.required, self.hosts, self.languages, self.types, self.categories)
        return not any(wanted) and self.after is None and self.before is None

    @property
    def positive(self) -> tuple[Words, ...]:
        """All words that a page is looked for with, in the order typed, each once."""
        return tuple(dict.fromkeys(member for group in self.required for member in group))


_PIECE = re.compile(
    r"""
    (?P<minus> (?<!\S) - (?=[^\s-]) )?
    (?: (?P<key> (?<![^\s-]) (?:site|lang|type|category|after|before) ) : (?P<value> [^\s"]+ )
      | " (?P<phrase> [^"]* ) (?: " | \Z )
      | (?P<plain> [^\s"]+ )
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_QUOTES = str.maketrans("“”„«»＂", '""""""')
_KEEP_HOST = re.compile(r"[^\w.\-:\[\]]+")


@dataclass(slots=True)
class _Draft:
    required: list[list[Words]] = field(default_factory=list[list[Words]])
    excluded: list[Words] = field(default_factory=list[Words])
    filters: dict[tuple[str, bool], list[str]] = field(
        default_factory=dict[tuple[str, bool], list[str]]
    )
    after: list[int] = field(default_factory=list[int])
    before: list[int] = field(default_factory=list[int])
    either: bool = False
    """The word OR stands before: the next words join the last group."""


def parse(text: str) -> Query:
    """Read a query as it was typed.

    Total: any text gives a query; one without any word gives an empty query.

    Example:
        >>> parse('lime "linden blossom" -soda').required
        ((('lime',),), (('linden', 'blossom'),))
    """
    draft = _Draft()
    if len(text) > LONGEST_QUERY:
        # Half a word would be found nowhere.
        text = (text[:LONGEST_QUERY].rsplit(None, 1) or [""])[0]
    pieces = _PIECE.finditer(text.translate(_QUOTES))
    for piece in islice(pieces, MOST_PARTS):
        _take(draft, piece)
    if draft.either:
        draft.required.append([("or",)])
    return Query(
        required=_distinct(_distinct(group) for group in draft.required),
        excluded=_distinct(draft.excluded),
        hosts=_distinct(draft.filters.get(("site", False), [])),
        excluded_hosts=_distinct(draft.filters.get(("site", True), [])),
        languages=_distinct(draft.filters.get(("lang", False), [])),
        excluded_languages=_distinct(draft.filters.get(("lang", True), [])),
        types=_distinct(draft.filters.get(("type", False), [])),
        excluded_types=_distinct(draft.filters.get(("type", True), [])),
        categories=_distinct(draft.filters.get(("category", False), [])),
        excluded_categories=_distinct(draft.filters.get(("category", True), [])),
        after=max(draft.after, default=None),
        before=min(draft.before, default=None),
    )


def _take(draft: _Draft, piece: re.Match[str]) -> None:
    minus = piece["minus"] is not None
    if piece["key"] is not None and _take_filter(
        draft, piece["key"].lower(), piece["value"], minus
    ):
        return
    plain = piece["plain"]
    if plain == "AND" and not minus:
        return
    if plain == "OR" and not minus and draft.required and not draft.either:
        draft.either = True
        return
    found = words(piece["phrase"] if piece["phrase"] is not None else piece.group())
    if not found:
        return
    if minus:
        draft.excluded.append(found)
    elif draft.either:
        draft.required[-1].append(found)
        draft.either = False
    else:
        draft.required.append([found])


def _take_filter(draft: _Draft, key: str, value: str, minus: bool) -> bool:  # noqa: FBT001
    """Whether what stands behind the colon makes a filter; where not, it is text."""
    if key in {"after", "before"}:
        day = None if minus else first_day(value)
        if day is not None:
            (draft.after if key == "after" else draft.before).append(day)
        return day is not None
    wanted = _VALUES[key](value.lower())
    if wanted:
        draft.filters.setdefault((key, minus), []).append(wanted)
    return bool(wanted)


def first_day(value: str) -> int | None:
    """First day of a year, month or day as ``2024``, ``2024-03`` or ``2024-03-09``.

    Returns:
        Days since 1970-01-01, None for what is no date.

    Example:
        >>> first_day("1970-02"), first_day("1970-13")
        (31, None)
    """
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    try:
        day = date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        return None
    return (day - date(1970, 1, 1)).days


def _language(value: str) -> str:
    primary = value.split("-", maxsplit=1)[0]
    return primary if primary.isalpha() else ""


def _name(value: str) -> str:
    return value if _NAME.fullmatch(value) else ""


def _category(value: str) -> str:
    return value.strip("/")


def _host(value: str) -> str:
    """The host in what follows ``site:``, which may be a whole URL."""
    without_scheme = value.lower().split("://")[-1]
    host = re.split(r"[/?#]", without_scheme, maxsplit=1)[0].strip(".")
    return "" if _KEEP_HOST.search(host) else host


_DATE = re.compile(r"([12][0-9]{3})(?:-([01][0-9])(?:-([0-3][0-9]))?)?")
_NAME = re.compile(r"[a-z0-9][a-z0-9+./_-]*")
_VALUES: dict[str, Callable[[str], str]] = {
    "site": _host,
    "lang": _language,
    "type": _name,
    "category": _category,
}

T = TypeVar("T")


def _distinct(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))
