"""What speaks for local noise: elements and words that mark the parts around the content.

Everything here is evidence, never a verdict. A tag such as ``aside`` or a class such as
``related`` adds a mark to the blocks below it; :mod:`pagemill.view.blocks` drops a mark whose
element holds most of the page (then it is layout), and :mod:`pagemill.view.content` weighs
the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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
_NAME = re.compile(r"[a-z]+")


def name_marks(names: str) -> int:
    """Marks that class and id of an element suggest; weak evidence, often wrong."""
    marks = 0
    names = names.lower()
    for part, mark in _IN_NAMES.items():
        if part in names:
            marks |= mark
    for name in _NAME.findall(names):
        if name in _WHOLE_NAMES:
            marks |= _WHOLE_NAMES[name]
    return marks


def attribute_marks(attributes: Mapping[str, str | None]) -> int:
    """Marks that the other attributes of an element state: hidden, role."""
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


def _found(texts: Sequence[str], vocabulary: Sequence[str]) -> list[int]:
    # Most pages hold few of these words: those a page does not hold are not sought in blocks.
    lowered = [text.lower() for text in texts]
    page = "\n".join(lowered)
    words = [word for word in vocabulary if word in page]
    if not words:
        return [0] * len(texts)
    return [sum([word in text for word in words]) for text in lowered]


def consent_words(texts: Sequence[str]) -> list[int]:
    """How many different words of consent notices each text holds, three at most."""
    return [min(3, found) for found in _found(texts, _CONSENT_WORDS)]


def legal_words(texts: Sequence[str]) -> list[bool]:
    """Whether each text speaks of rights reserved, as the foot of a page does."""
    return [found > 0 for found in _found(texts, _LEGAL_WORDS)]


def speaks_of_consent(texts: Sequence[str]) -> bool:
    """Whether texts below an element named for consent are such a notice indeed."""
    whole = " ".join(texts).lower()
    return len(whole) < 6_000 and sum(word in whole for word in _CONSENT_WORDS) >= 3
