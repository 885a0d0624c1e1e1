"""Who wrote a page and when: declared before guessed, nothing rather than a wrong day."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from pagemill.html.tree import Tree
from pagemill.view.dates import iso_date, url_date
from pagemill.view.metadata import Metadata

_LONGEST_NAME: Final = 80
_MOST_NAMES: Final = 10
_BY: Final = re.compile(
    r"^(?:(?:written|posted|published|story|words|text)\s+)?(?:by|von|par|por|di|da|door|av|af)\b"
    r"[\s:]*|^(?:author|autor|auteur|作者|文|记者|來源|撰文)\s*[:：/]\s*",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = re.compile(
    r"https?:|www\.|@|^\d|\b(?:admin|administrator|webmaster|editor|staff|redaktion|unknown"
    r"|anonymous|user|none|null|min(?:ute)?s?\s+read)\b|[{}<>|]|^(?:the\s+)?(?:author|post)s?$",
    re.IGNORECASE,
)
_AUTHOR_MARKS: Final = ("author", "byline", "by-line", "autor", "writer")
_DISCUSSIONS: Final = frozenset(
    ("DiscussionForumPosting", "QAPage", "Question", "Conversation", "Comment")
)
"""Types of pages on which many write; the first of them is who wrote the page."""

_MONTHS: Final = (
    "jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"  # English and German
    "|févr|avr|juin|juil|août|déc"
)
_WHEN: Final = re.compile(
    r"(?:last\s+)?(?:updated|published|posted|modified|reviewed)\b|\b(?:19|20)\d\d[-/.]\d"
    rf"|(?:\b\d{{1,2}}\.?\s*)?(?:\b|(?<=[a-zà-ÿ]))(?:{_MONTHS})[a-zà-ÿ]*\.?,?\s+\d",
    re.IGNORECASE,
)
"""Where a byline goes on with a day."""

_LINE: Final = re.compile(
    r"^(?:(?:Written|Posted|Words|Story)\s+)?(?:By|BY|by|Von|Par|Por|Di|Door)\b\s*:?\s*"
    r"(?P<name>[^\W\d_][\w.'’-]*(?:\s+[^\W\d_][\w.'’-]*){1,3})$"
    r"|^(?:作者|文|记者|撰文|作　者)\s*[:：/]\s*(?P<han>[\u4e00-\u9fff·]{2,6})(?:\s|$)"
)
"""A line that is a byline and nothing else; a Latin name has two words or more."""

_LINES_BEFORE: Final = 30
_LINES_AFTER: Final = 90
_NO_AUTHOR_MARK: Final = re.compile(r"bio|avatar|image|social|about|box|comment", re.IGNORECASE)

_DATE_MARK: Final = re.compile(
    r"publi|posted|post-?date|entry-?date|date|time|byline|article-?info|meta|pubtime|发布",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(
    r"modif|updat|last edited|edited|aktualis|mise à jour|更新|修改|expire|event"
    r"|join|regist|copyright|©",
    re.IGNORECASE,
)
_UPDATED: Final = re.compile(
    r"modif|updat|last edited|aktualis|mise à jour|更新|修改", re.IGNORECASE
)
_NOT_OWN: Final = re.compile(rf"{_CHANGED.pattern}|comment", re.IGNORECASE)
_WITHIN_A_LINE: Final = frozenset(
    ["a", "b", "em", "font", "i", "nobr", "small", "span", "strong", "time"]
)
_LONGEST_DATE_LINE: Final = 120
_NODES_BEFORE: Final = 160
_NODES_AFTER: Final = 600
_NODES_NEAR: Final = 60
_TELLING: Final = 12  # letters of a line that cannot stand in the title by chance
_CLOCK: Final = re.compile(r"\b[0-2]?\d:[0-5]\d")
_HAS_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def author(tree: Tree, declared: Metadata, title: str = "") -> str:
    """Names of the authors, separated by ``", "``; ``""`` where the page names none.

    Declared names count first, then an element that is marked as naming the author, then a
    byline near the title. Where a page declares its site as its author, a person is looked for.

    Args:
        tree: the page.
        declared: its metadata.
        title: its title; tells where on the page a byline would stand.
    """
    sites = {_letters(name) for name in declared.site_names}
    is_discussion = not _DISCUSSIONS.isdisjoint(declared.kinds)
    only_site = ""
    for names in declared.authors:
        listed = _listed(names[:1] if is_discussion else names)
        if listed and _letters(listed) not in sites:
            return listed
        only_site = only_site or listed
    return _listed(_shown_author(tree)) or _line_author(tree, title) or only_site


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def _listed(names: Sequence[str]) -> str:
    """Cleaned names, each once; one that another contains is left out."""
    unique = dict.fromkeys(name for text in names if (name := _name(text)))
    kept = [name for name in unique if not any(name != o and name in o for o in unique)]
    return ", ".join(kept[:_MOST_NAMES])


def published_at(tree: Tree, declared: Metadata, url: str, title: str = "") -> str:
    """Day, or day and time, on which the page says it was published; ``""`` where unsure.

    Declared dates count first, then a day in the address, then a date that stands near the
    title. Of a page that tells only when it was last changed, that day is given.

    Args:
        tree: the page.
        declared: its metadata.
        url: where it was found, or ``""``.
        title: its title; tells where on the page a date would stand.
    """
    in_url = url_date(url) if url else ""
    for text in declared.published:
        stated = iso_date(text)
        if stated:
            return _local_day(stated, in_url)
    return in_url or _shown_date(tree, title) or _changed(tree, declared)


def _changed(tree: Tree, declared: Metadata) -> str:
    """The one day on which the page says it was last changed; ``""`` where it says several."""
    stated = [iso_date(text) for text in declared.modified]
    if not any(stated):
        stated = [
            iso_date(text)
            for node in _with_year(tree, 0, len(tree))
            if _UPDATED.search(text := tree.texts[node])
            or _UPDATED.search(text := _line(tree, node))
            if len(text) <= _LONGEST_DATE_LINE
        ]
    found = [day for day in stated if day]
    return found[0] if len({day[:10] for day in found}) == 1 else ""


def _line(tree: Tree, node: int) -> str:
    """Text of the block around a text node, cut to what can be one line."""
    outer = tree.parents[node]
    while tree.tags[outer] in _WITHIN_A_LINE:
        outer = tree.parents[outer]
    return "".join(tree.texts[outer : min(tree.ends[outer], outer + 12)])[
        : _LONGEST_DATE_LINE + 1
    ]


def _local_day(stated: str, in_url: str) -> str:
    """Declared instant, or the day in the address where both differ by a time zone only."""
    if not in_url or in_url == stated[:10] or not stated.endswith("+00:00"):
        return stated
    apart = date.fromisoformat(stated[:10]) - date.fromisoformat(in_url)
    return in_url if abs(apart.days) == 1 else stated


def _name(text: str) -> str:
    name = _BY.sub("", text.strip())
    when = _WHEN.search(name)
    if when:
        name = name[: when.start()]
    name = name.strip(" ,;:|-–—·•»\n\t")
    if not name or len(name) > _LONGEST_NAME or _NOT_A_NAME.search(name):
        return ""
    return name


def _shown_author(tree: Tree) -> list[str]:
    """Names in the first element that is marked as naming the author."""
    for node in tree.named(("class", "id", "rel"), _AUTHOR_MARKS):
        if not _names_author(tree.attributes[node]):
            continue
        if len(tree.text(node)) <= _LONGEST_NAME:
            found = _names_within(tree, node)
            if found:
                return found
    return []


def _names_within(tree: Tree, node: int) -> list[str]:
    """Names in an element: those of its links, else the first of its texts that is one."""
    linked = [tree.text(link) for link in tree.find("a", within=node)]
    names = [name for name in linked if _name(name)]
    if names:
        return names
    texts = [" ".join(text.split()) for text in tree.texts[node : tree.ends[node]] if text]
    return [text for text in texts if _name(text)][:1]


def _line_author(tree: Tree, title: str) -> str:
    """Name in a line near the title that is a byline."""
    start, end = _title_place(tree, title)
    near = (*range(end, end + _LINES_AFTER), *range(start - 1, start - _LINES_BEFORE, -1))
    for node in near:
        text = tree.texts[node] if 0 <= node < len(tree) else ""
        if not text or len(text) > 2 * _LONGEST_NAME:
            continue
        line = " ".join(text.split())
        if line.lower() in ("by", "von", "par", "por"):
            following = (one for one in tree.texts[node + 1 : node + 4] if one.strip())
            line = f"{line} {' '.join(next(following, '').split())}"
        found = _LINE.match(line)
        name = _name(found.group("name") or found.group("han")) if found else ""
        if name and (not name.isascii() or name.istitle() or name.isupper() or _is_named(name)):
            return name
    return ""


def _is_named(name: str) -> bool:
    """Whether the first and the last word of a name begin with a capital letter."""
    words = name.split()
    return words[0][0].isupper() and words[-1][0].isupper()


def _names_author(attributes: Mapping[str, str | None]) -> bool:
    if "author" in (attributes.get("rel") or ""):
        return True
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    lowered = named.lower()
    is_marked = any(mark in lowered for mark in _AUTHOR_MARKS)
    return is_marked and not _NO_AUTHOR_MARK.search(named)


def _shown_date(tree: Tree, title: str) -> str:
    """Date that stands near the title: marked as one, else alone on a short line."""
    start, end = _title_place(tree, title)
    low, high = max(0, start - _NODES_BEFORE + 1), min(len(tree), end + _NODES_AFTER)
    # An element at the end of the range may have its text beyond.
    years = _with_year(tree, low, min(len(tree), high + _NODES_NEAR))
    marked = _around(tree, years, low)
    marked.update([node for node in tree.find("time") if low <= node < high])
    ascending = sorted(marked)
    near_below, near_above = end + _NODES_NEAR, start - _NODES_NEAR
    above = ascending[: bisect_right(ascending, start)][::-1]
    for nodes, read in (
        ([node for node in ascending if end <= node < near_below], _marked_date),
        ([node for node in years if end <= node < near_below], _line_date),
        ([node for node in above if node > near_above], _marked_date),
        ([node for node in ascending if near_below <= node < high], _marked_date),
        ([node for node in reversed(years) if near_above < node <= start], _line_date),
        ([node for node in above if node <= near_above], _marked_date),
    ):
        for node in nodes:
            stated = read(tree, node)
            if stated:
                return stated
    return _only_date(tree)


def _with_year(tree: Tree, low: int, high: int) -> list[int]:
    """Text nodes of a range in which a year may stand."""
    return tree.saying(low, high, ("20", "19"))


def _around(tree: Tree, nodes: Sequence[int], low: int) -> set[int]:
    """Elements from a number on that hold one of these nodes."""
    found: set[int] = set()
    for node in nodes:
        outer = tree.parents[node]
        while outer >= low and outer not in found:
            found.add(outer)
            outer = tree.parents[outer]
    return found


def _only_date(tree: Tree) -> str:
    """The one day that short lines of the page name; of a thread or list, that of its first."""
    lines = [
        (stated, _CLOCK.search(tree.texts[node]) is not None)
        for node in _with_year(tree, 0, len(tree))
        if (stated := _line_date(tree, node)) and not _CHANGED.search(_line(tree, node))
    ]
    timed = [day for day, has_clock in lines if has_clock]
    for candidates in (timed, [day for day, _ in lines]):
        if len({day[:10] for day in candidates}) == 1:
            return candidates[0]
    # Posts follow one another, and a list begins with its newest entry.
    return timed[0] if timed and timed[0] in (min(timed), max(timed)) else ""


def _title_place(tree: Tree, title: str) -> tuple[int, int]:
    """First node of the title as shown and the first after it."""
    fallback = (0, 0)
    wanted = title.casefold()
    for node in tree.find("h1", "h2", "h3"):
        if wanted and tree.text(node).casefold() == wanted:
            return node, tree.ends[node]
        if tree.tags[node] == "h1" and fallback == (0, 0):
            fallback = node, tree.ends[node]
    if fallback != (0, 0) or not wanted:
        return fallback
    body = next(tree.find("body"), 0)
    for node in range(body, len(tree)):
        if not tree.texts[node]:
            continue
        text = " ".join(tree.texts[node].split())
        if len(text) > len(wanted):
            continue
        text = text.casefold()
        if text == wanted or (len(text) >= _TELLING and text in wanted):
            return node, node + 1
    return fallback


def _marked_date(tree: Tree, node: int) -> str:
    """Date of a ``time`` element, or of an element whose names speak of a date."""
    attributes = tree.attributes[node]
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    if tree.tags[node] == "time":
        text = tree.text(node)
        if _CHANGED.search(named) or _CHANGED.search(text):
            return ""
        return iso_date(attributes.get("datetime") or "") or iso_date(text)
    if not attributes or not _DATE_MARK.search(named) or _NOT_OWN.search(named):
        return ""
    text = tree.text(node)
    if _CHANGED.search(text):
        text = tree.texts[node + 1] if node + 1 < tree.ends[node] else ""
    if len(text) > _LONGEST_DATE_LINE or not _HAS_YEAR.search(text) or _CHANGED.search(text):
        return ""
    return iso_date(text)


def _line_date(tree: Tree, node: int) -> str:
    text = tree.texts[node]
    if not text or len(text) > _LONGEST_DATE_LINE or not _HAS_YEAR.search(text):
        return ""
    return "" if _CHANGED.search(text) else iso_date(text)
