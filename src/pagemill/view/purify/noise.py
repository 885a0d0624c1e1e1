"""What speaks for local noise: elements and words that mark the parts around the content.

Everything here is evidence, never a verdict. A tag such as ``aside`` or a class such as
``related`` adds a mark to the blocks below it; ``evidence`` drops a mark whose
element holds most of the page (then it is layout), and ``content`` weighs the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from pagemill.html.tree import Tree

NAVIGATION = 1 << 0
HEADER = 1 << 1
FOOTER = 1 << 2
ASIDE = 1 << 3
FORM = 1 << 4
MAIN = 1 << 5
ARTICLE = 1 << 6
HIDDEN = 1 << 7
CONSENT = 1 << 8
NOISE_NAME = 1 << 9
CONTENT_NAME = 1 << 10
REMARK_NAME = 1 << 11
NOSCRIPT = 1 << 12
CONTROL = 1 << 13
CAPTION = 1 << 14
LIST = 1 << 15
TABLE = 1 << 16
QUOTE = 1 << 17
FADED = 1 << 18
DIALOG = 1 << 19
MARKS = 20

TAG_MARKS: Mapping[str, int] = {
    "nav": NAVIGATION,
    "menu": NAVIGATION,
    "header": HEADER,
    "footer": FOOTER,
    "aside": ASIDE,
    "form": FORM,
    "main": MAIN,
    "article": ARTICLE,
    "noscript": NOSCRIPT,
    "button": CONTROL,
    "label": CONTROL,
    "legend": CONTROL,
    "figcaption": CAPTION,
    "ul": LIST,
    "ol": LIST,
    "dl": LIST,
    "table": TABLE,
    "blockquote": QUOTE,
    "dialog": DIALOG,
}
_ROLE_MARKS: Mapping[str, int] = {
    "navigation": NAVIGATION,
    "menu": NAVIGATION,
    "menubar": NAVIGATION,
    "tablist": NAVIGATION,
    "banner": HEADER,
    "contentinfo": FOOTER,
    "complementary": ASIDE,
    "search": FORM,
    "main": MAIN,
    "article": ARTICLE,
    "dialog": DIALOG,
    "alertdialog": DIALOG,
}

_SPEAKING = frozenset(("style", "hidden", "aria-hidden", "role", "aria-label"))
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_IN_NAMES: Mapping[str, int] = {
    **dict.fromkeys(("cookie", "consent", "gdpr", "onetrust", "cc-window"), CONSENT),
    **dict.fromkeys(("comment", "disqus", "replies", "respond"), REMARK_NAME),
    **dict.fromkeys(
        re.findall(
            r"[\w-]+",
            "relat recommend foot sidebar side-bar side_bar share sharing social promo advert "
            "sponsor banner navi menu crumb newsletter subscri popular trending mostread "
            "most-read widget outbrain taboola popup modal copyright toolbar paginat pager "
            "login signup masthead more- readmore read-next upsell teaser byline author "
            "timestamp credit metadata disclaim skip- screen-reader sr-only visually-hidden",
        ),
        NOISE_NAME,
    ),
    **dict.fromkeys(
        re.findall(r"\w+", "article content entry story body main description detail"),
        CONTENT_NAME,
    ),
}
_WHOLE_NAMES: Mapping[str, int] = {
    **dict.fromkeys(
        re.findall(r"\w+", "ad ads nav tag tags meta legal hot rank ranking rail top links"),
        NOISE_NAME,
    ),
    **dict.fromkeys(("post", "text", "txt"), CONTENT_NAME),
}


def marked(tree: Tree, nodes: Iterable[int]) -> list[tuple[int, int]]:
    """Elements that say something about their content by tag, attribute or name.

    Args:
        tree: the page.
        nodes: the elements to look at.

    Returns:
        (node, marks) of those with any mark, in the order given.
    """
    names: dict[str, int] = {}
    found: list[tuple[int, int, str]] = []
    tags, listed = tree.tags, tree.attributes
    for node in nodes:
        marks = TAG_MARKS.get(tags[node], 0)
        name = ""
        if attributes := listed[node]:
            if not _SPEAKING.isdisjoint(attributes):
                marks |= attribute_marks(attributes)
            name = attributes.get("class") or ""
            if "id" in attributes:
                name = f"{name} {attributes['id']}"
            if name:
                names[name] = 0
        if name or marks:
            found.append((node, marks, name))
    _mark_names(names)
    names[""] = 0
    return [(node, marks | names[name]) for node, marks, name in found if marks or names[name]]


def name_marks(name: str) -> int:
    """Marks that class and id of an element suggest; weak evidence, often wrong."""
    names = {name: 0}
    _mark_names(names)
    return names[name]


def _mark_names(names: dict[str, int]) -> None:
    """Set the marks of all names; each word is sought once, in all names at a time."""
    listed = list(names)
    lowered = [" ".join(name.lower().split()) for name in listed]
    page = "\n".join(lowered)
    starts = [0]
    for name in lowered:
        starts.append(starts[-1] + len(name) + 1)
    for word, mark in _IN_NAMES.items():
        at = page.find(word)
        while at >= 0:
            place = bisect_right(starts, at) - 1
            names[listed[place]] |= mark
            at = page.find(word, starts[place + 1])
    for word, mark in _WHOLE_NAMES.items():
        at = page.find(word)
        while at >= 0:
            if _is_whole(page, at, at + len(word)):
                names[listed[bisect_right(starts, at) - 1]] |= mark
            at = page.find(word, at + len(word))


def _is_whole(page: str, start: int, stop: int) -> bool:
    return not (page[start - 1 : start].isalpha() or page[stop : stop + 1].isalpha())


def attribute_marks(attributes: Mapping[str, str | None]) -> int:
    """Marks that the other attributes of an element state: hidden, role, label."""
    marks = 0
    style = attributes.get("style")
    if "hidden" in attributes or (style and _INVISIBLE.search(style)):
        marks |= HIDDEN
    if attributes.get("aria-hidden") == "true":
        marks |= FADED
    role = attributes.get("role")
    if role:
        marks |= _ROLE_MARKS.get(role.strip().lower(), 0)
    label = attributes.get("aria-label")
    if label and "cookie" in label.lower():
        marks |= CONSENT
    return marks


_CONSENT_WORDS = (
    "cookie",
    "consent",
    "gdpr",
    "privacy",
    "personal data",
    "partners",
    "advertising",
    "tracking",
    "preferences",
    "куки",
    "ciasteczk",
    "zgod",
    "einwilligung",
    "datenschutz",
    "confidentialité",
    "traceurs",
)
_LEGAL_WORDS = (
    "©",
    "copyright",
    "all rights reserved",
    "registered office",
    "reproduction without",
    "terms of use",
    "terms of service",
    "privacy policy",
    "版权所有",
    "未经授权",
    "icp备",
    "все права",
    "wszelkie prawa",
    "πνευματικ",
    "alle rechte",
    "tous droits",
)


def consent_words(lowered: Sequence[str]) -> list[int]:
    """How many different words of consent notices each text holds, three at most."""
    return [min(3, found) for found in _found(lowered, _CONSENT_WORDS)]


def legal_words(lowered: Sequence[str]) -> list[int]:
    """How many phrases about rights reserved, as at the foot of a page, each text holds."""
    return [min(1, found) for found in _found(lowered, _LEGAL_WORDS)]


def _found(lowered: Sequence[str], vocabulary: Sequence[str]) -> list[int]:
    # Most pages hold few of these words: those a page does not hold are not sought in blocks.
    page = "\n".join(lowered)
    words = [word for word in vocabulary if word in page]
    if not words:
        return [0] * len(lowered)
    return [sum([word in text for word in words]) for text in lowered]


def speaks_of_consent(texts: Sequence[str]) -> bool:
    """Whether texts below an element named for consent are such a notice indeed."""
    whole = " ".join(texts).lower()
    return len(whole) < 6_000 and sum(word in whole for word in _CONSENT_WORDS) >= 3
