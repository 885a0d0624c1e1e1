"""What speaks for local noise: elements and words that mark the parts around the content.

Everything here is evidence, never a verdict. A tag such as ``aside`` or a class such as
``related`` adds a mark to the blocks below it; :mod:`pagemill.view.blocks` drops a mark whose
element holds most of the page (then it is layout), and :mod:`pagemill.view.content` weighs
the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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
