"""What speaks for local noise: elements and words that mark the parts around the content.

Everything here is evidence, never a verdict. A tag such as ``aside`` or a class such as
``related`` adds a mark to the blocks below it; ``evidence`` drops a mark whose
element holds most of the page (then it is layout), and ``content`` weighs the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

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
AUTHOR_NAME = 1 << 20
RELATED_NAME = 1 << 21
SHARE_NAME = 1 << 22
PROMOTION_NAME = 1 << 23
CALL_NAME = 1 << 24
MENU_NAME = 1 << 25
UNSEEN_NAME = 1 << 26
GOODS_NAME = 1 << 27
FINER_NAMES = 0xFF << 20

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

_BLANKS = " \t\n\v\f\r"
_SPEAKING = frozenset(("style", "hidden", "aria-hidden", "role", "aria-label"))
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.ASCII | re.IGNORECASE)
_NOISE_PARTS: Mapping[str, int] = {
    "byline author timestamp credit metadata": AUTHOR_NAME,
    "relat recommend popular trending mostread most-read": RELATED_NAME,
    "more- readmore read-next upsell teaser": RELATED_NAME,
    "share sharing social": SHARE_NAME,
    "promo advert sponsor banner outbrain taboola": PROMOTION_NAME,
    "newsletter subscri login signup popup modal": CALL_NAME,
    "navi menu crumb foot sidebar side-bar side_bar masthead": MENU_NAME,
    "toolbar paginat pager": MENU_NAME,
    "skip- screen-reader sr-only visually-hidden": UNSEEN_NAME,
    "widget copyright disclaim": 0,
}
_NOISE_WORDS: Mapping[str, int] = {
    "meta": AUTHOR_NAME,
    "hot rank ranking": RELATED_NAME,
    "ad ads": PROMOTION_NAME,
    "nav tag tags rail top links": MENU_NAME,
    "legal": 0,
}


def _spread(table: Mapping[str, int]) -> dict[str, int]:
    """Each of the parts of names with its mark, and that of noise."""
    return {part: NOISE_NAME | mark for parts, mark in table.items() for part in parts.split()}


IN_NAMES: Mapping[str, int] = {
    **dict.fromkeys(("cookie", "consent", "gdpr", "onetrust", "cc-window"), CONSENT),
    **dict.fromkeys(("comment", "disqus", "replies", "respond"), REMARK_NAME),
    **_spread(_NOISE_PARTS),
    **dict.fromkeys(("article", "content", "entry", "story"), CONTENT_NAME),
    **dict.fromkeys(("body", "main", "description", "detail"), CONTENT_NAME),
    **dict.fromkeys(("product", "price", "review", "spec"), GOODS_NAME),
}
WHOLE_NAMES: Mapping[str, int] = {
    **_spread(_NOISE_WORDS),
    **dict.fromkeys(("post", "text", "txt"), CONTENT_NAME),
}


_LETTERS = re.compile(r"[a-z\x80-\U0010ffff]+")
LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_IN_WORDS = {name: mark for name, mark in IN_NAMES.items() if name.isalpha()}
_ACROSS_WORDS = {name: mark for name, mark in IN_NAMES.items() if not name.isalpha()}


def marked(tree: Tree, nodes: Iterable[int]) -> dict[int, int]:
    """Elements that say something about their content by tag, attribute or name.

    Args:
        tree: the page.
        nodes: the elements to look at.

    Returns:
        Marks by node, of those with any mark, in the order given.
    """
    tags, listed = tree.tags, tree.attributes
    found: dict[int, int] = {}
    for node in nodes:
        marks = TAG_MARKS.get(tags[node], 0)
        if attributes := listed[node]:
            if not _SPEAKING.isdisjoint(attributes):
                marks |= attribute_marks(attributes)
            if name := attributes.get("class"):
                marks |= name_marks(name)
            if name := attributes.get("id"):
                marks |= name_marks(name)
        if marks:
            found[node] = marks
    return found


# Remembered, as a page repeats its names, a site those of its pages, and all sites their words.
@lru_cache(maxsize=1 << 15)
def name_marks(name: str) -> int:
    """Marks that class or id of an element suggests; weak evidence, often wrong."""
    name = name.translate(LOWER)
    marks = 0
    for word in _LETTERS.findall(name):
        marks |= _word_marks(word)
    if "-" in name or "_" in name:
        for part, mark in _ACROSS_WORDS.items():
            if part in name:
                marks |= mark
    return marks


@lru_cache(maxsize=1 << 15)
def _word_marks(word: str) -> int:
    marks = WHOLE_NAMES.get(word, 0)
    for part, mark in _IN_WORDS.items():
        if part in word:
            marks |= mark
    return marks


def _holders(texts: Sequence[str], words: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Text and word, once for each text that holds the word.

    Most words are nowhere on a page, so each is sought in all texts at a time.
    """
    page = "\n".join(texts)
    starts = [0, *accumulate([len(text) + 1 for text in texts])]
    for word in words:
        at = page.find(word)
        while at >= 0:
            number = bisect_right(starts, at)
            yield number - 1, word
            at = page.find(word, starts[number])


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
        marks |= _ROLE_MARKS.get(role.strip(_BLANKS).translate(LOWER), 0)
    label = attributes.get("aria-label")
    if label and "cookie" in label.translate(LOWER):
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
_SHORT_NOTICE = 500
"""Characters; a notice that says little needs fewer of the words."""

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
    found = [0] * len(lowered)
    for number, _ in _holders(lowered, _CONSENT_WORDS):
        found[number] = min(3, found[number] + 1)
    return found


def legal_words(lowered: Sequence[str]) -> list[int]:
    """Whether each text holds a phrase about rights reserved, as at the foot of a page."""
    found = [0] * len(lowered)
    for number, _ in _holders(lowered, _LEGAL_WORDS):
        found[number] = 1
    return found


def speaks_of_consent(texts: Sequence[str]) -> bool:
    """Whether texts below an element named for consent are such a notice indeed."""
    whole = " ".join(texts).lower()
    found = sum(word in whole for word in _CONSENT_WORDS)
    return len(whole) < 6_000 and (found >= 3 or (found == 2 and len(whole) < _SHORT_NOTICE))
