"""What a page says about itself, read once: JSON-LD, Open Graph, Dublin Core, microdata, meta.

Nothing is decided here. Title, author, date and canonical address are formed elsewhere from
these statements and from what the page shows.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pagemill.html.tree import Tree
from pagemill.view.jsonld import Thing, flat, kinds, names_of, text_of, things
from pagemill.view.microdata import items as items_of
from pagemill.view.microdata import marked_nodes

_LONGEST: Final = 2_000
_LONGEST_NAME: Final = 80

_TITLE_NAMES: Final = (
    "og:title",
    "twitter:title",
    "citation_title",
    "dc.title",
    "dcterms.title",
)
_SITE_NAMES: Final = (
    "og:site_name",
    "application-name",
    "apple-mobile-web-app-title",
    "copyright",
    "dc.publisher",
    "dcterms.publisher",
)
_DESCRIPTION_NAMES: Final = (
    "description",
    "og:description",
    "dc.description",
    "dcterms.abstract",
    "twitter:description",
)
_KEYWORD_NAMES: Final = (
    "keywords",
    "news_keywords",
    "article:tag",
    "dc.subject",
    "parsely-tags",
)
_AUTHOR_NAMES: Final = (
    "author",
    "citation_author",
    "article:author",
    "article:author_name",
    "og:article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
    "byl",
    "authors",
    "twitter:data1",
)
_PUBLISHED_NAMES: Final = (
    "article:published_time",
    "og:article:published_time",
    "og:published_time",
    "citation_publication_date",
    "citation_online_date",
    "citation_date",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date.created",
    "dcterms.created",
    "parsely-pub-date",
    "datepublished",
    "publishdate",
    "publish-date",
    "publish_date",
    "published_time",
    "pubdate",
    "publication_date",
    "sailthru.date",
    "article.published",
    "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime",
    "bt:pubdate",
    "apub:time",
    "dc.date",
    "dcterms.date",
    "date",
    "published",
)
_MODIFIED_NAMES: Final = (
    "article:modified_time",
    "og:updated_time",
    "og:article:modified_time",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "lastmod",
    "revised",
)
_TYPES: Final = ("dc.type", "dcterms.type")
_LANGUAGES: Final = ("content-language", "dc.language", "dcterms.language", "og:locale")
_DATA: Final = "ld+json"
_NAMES_MET: Final[dict[str, str]] = {}
"""Names as pages state them, with what :func:`_meta_name` says of each: pages repeat them."""

_MOST_NAMES_MET: Final = 4_096
_META_KEYS: Final = ("property", "name", "http-equiv")
_WANTED: Final = frozenset(
    (
        *_TITLE_NAMES,
        *_SITE_NAMES,
        *_DESCRIPTION_NAMES,
        *_KEYWORD_NAMES,
        *_AUTHOR_NAMES,
        *_PUBLISHED_NAMES,
        *_MODIFIED_NAMES,
        *_TYPES,
        *_LANGUAGES,
        "og:url",
        "og:type",
    )
)
_SHORTEST_BODY: Final = 200
_BODY_KEY: Final = "articleBody"
_ESCAPED_BODY_KEY: Final = re.compile(
    "".join(f"(?:{letter}|\\\\u00(?i:{ord(letter):02x}))" for letter in _BODY_KEY)
)
_ARTICLES: Final = ("Article", "Posting", "Report", "Recipe")


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """Statements of one page, each list with the most trusted first, white space collapsed.

    Attributes:
        title_element: text of the ``title`` element.
        titles: titles by Open Graph and other meta elements.
        headlines: headline or name of the things that the page is about (JSON-LD, microdata).
        site_names: how the site calls itself.
        descriptions: summaries.
        keywords: words and phrases, as declared.
        authors: names as JSON-LD, as meta elements, as microdata say; not cleaned.
        published: dates of publication, not yet interpreted.
        modified: dates of the last change, likewise.
        canonical: reference of the canonical link, or ``""``; not resolved.
        og_url: address by Open Graph, or ``""``.
        language: declared language, or ``""``.
        kinds: types by schema.org (JSON-LD, microdata), Open Graph and Dublin Core, in order.
        body: text of the article by JSON-LD, or ``""``; white space collapsed.
    """

    title_element: str
    titles: tuple[str, ...]
    headlines: tuple[str, ...]
    site_names: tuple[str, ...]
    descriptions: tuple[str, ...]
    keywords: tuple[str, ...]
    authors: tuple[tuple[str, ...], ...]
    published: tuple[str, ...]
    modified: tuple[str, ...]
    canonical: str
    og_url: str
    language: str
    kinds: tuple[str, ...]
    body: str


def metadata(tree: Tree) -> Metadata:
    """Everything that a page declares about itself. Never raises."""
    found = _collected(tree)
    described = _Described(things(found.scripts))
    marked = _Described([thing for item in found.marked for thing in flat(dict(item))])
    meta, items = found.meta, found.items
    dates = items.get("datepublished", ()), items.get("datemodified", ())
    return Metadata(
        title_element=found.title,
        titles=_listed(meta, _TITLE_NAMES),
        headlines=_unique([*described.headlines, *items.get("headline", ())]),
        site_names=_unique([*_listed(meta, _SITE_NAMES), *described.site_names]),
        descriptions=_unique(
            [*_listed(meta, _DESCRIPTION_NAMES), *described.descriptions, *marked.descriptions]
        ),
        keywords=_split_keywords(_listed(meta, _KEYWORD_NAMES)),
        authors=tuple(
            group
            for group in (
                _unique(described.authors),
                _listed(meta, _AUTHOR_NAMES),
                _unique(items.get("author", ())),
            )
            if group
        ),
        published=_unique([*described.published, *_listed(meta, _PUBLISHED_NAMES), *dates[0]]),
        modified=_unique([*described.modified, *_listed(meta, _MODIFIED_NAMES), *dates[1]]),
        canonical=found.canonical,
        og_url=" ".join(meta.get("og:url", ("",))[0].split()),
        language=found.language or (_listed(meta, _LANGUAGES) or ("",))[0],
        kinds=_unique([*described.kinds, *found.kinds()]),
        body=_body(described.bodies),
    )


class Stated:
    """What the choice of the content asks of :func:`metadata`, read when it is asked for."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    @property
    def title_element(self) -> str:
        """Text of the ``title`` element."""
        found = _Collected()
        for node in self._tree.find("title"):
            _add_title(self._tree, node, found)
        return found.title

    @property
    def body(self) -> str:
        """Text of the article by JSON-LD, or ``""``."""
        found = _Collected()
        _add_scripts(self._tree, found)
        found.scripts += [text for name, text in statements(self._tree) if name == _DATA]
        if not any(map(_may_state_body, found.scripts)):
            return ""
        return _body(_Described(things(found.scripts)).bodies)

    @property
    def descriptions(self) -> tuple[str, ...]:
        """Summaries."""
        return metadata(self._tree).descriptions


class _Collected:
    """Raw statements of one pass over the tree."""

    __slots__ = ("canonical", "items", "language", "marked", "meta", "scripts", "title")

    def __init__(self) -> None:
        self.title = ""
        self.canonical = ""
        self.language = ""
        self.meta: dict[str, list[str]] = {}
        self.items: dict[str, list[str]] = {}
        self.scripts: list[str] = []
        self.marked: list[Thing] = []

    def kinds(self) -> list[str]:
        """Types of the page by all but JSON-LD; those of what belongs to another item not."""
        by_items = [kind for item in self.marked for kind in kinds(item)]
        return [*self.meta.get("og:type", ()), *by_items, *_listed(self.meta, _TYPES)]


def _collected(tree: Tree) -> _Collected:
    found = _Collected()
    tags = tree.tags
    for node in tree.find("title"):
        _add_title(tree, node, found)
    _add_scripts(tree, found)
    _add_statements(tree, found)
    for node in tree.named(("rel",), ("canonical",)):
        if tags[node] == "link":
            _add_link(tree, node, found)
    for node in tree.find("html"):
        _add_language(tree, node, found)
    marked = marked_nodes(tree)
    for node in marked:
        _add_item(tree, node, found)
    found.marked = items_of(tree, marked)
    return found


def _add_title(tree: Tree, node: int, found: _Collected) -> None:
    if not found.title and not _in_drawing(tree, node):
        found.title = _clean(tree.text(node))


def _add_scripts(tree: Tree, found: _Collected) -> None:
    for node in tree.named(("type",), (_DATA,)):
        if tree.tags[node] == "script":
            found.scripts.append("".join(tree.texts[node : tree.ends[node]]))


def _add_link(tree: Tree, node: int, found: _Collected) -> None:
    if not found.canonical and "canonical" in tree.attribute(node, "rel").lower().split():
        found.canonical = tree.attribute(node, "href").strip()


def _add_language(tree: Tree, node: int, found: _Collected) -> None:
    found.language = tree.attribute(node, "lang") or tree.attribute(node, "xml:lang")


def _in_drawing(tree: Tree, node: int) -> bool:
    parent = tree.parents[node]
    return parent >= 0 and tree.tags[parent] not in ("head", "body", "html")


def _add_statements(tree: Tree, found: _Collected) -> None:
    """What the meta elements state: data, and all that is stated under a wanted name."""
    for name, stated in statements(tree):
        if name == _DATA:
            found.scripts.append(stated)
        elif content := _clean(stated):
            found.meta.setdefault(name, []).append(content)


def statements(tree: Tree) -> list[tuple[str, str]]:
    """Wanted names with the contents of the meta elements that state them, in order.

    JSON-LD that a meta element holds goes by the name ``ld+json``.
    """
    if tree.page is None:
        return statements_in_python(tree)
    if len(_NAMES_MET) > _MOST_NAMES_MET:
        _NAMES_MET.clear()
    return tree.page.statements(_NAMES_MET, _meta_name, _DATA)


def statements_in_python(tree: Tree) -> list[tuple[str, str]]:
    """The same as :func:`statements` gives, by no compiled loop."""
    found: list[tuple[str, str]] = []
    for node in tree.find("meta"):
        if tree.attribute(node, "name").endswith(_DATA):
            found.append((_DATA, tree.attribute(node, "content")))
            continue
        names = [
            name
            for key in _META_KEYS
            if (stated := tree.attribute(node, key))
            and len(stated) <= _LONGEST_NAME
            and (name := _meta_name(stated))
        ]
        found += [(name, tree.attribute(node, "content")) for name in names]
    return found


def _meta_name(stated: str) -> str:
    """The name of a statement that is wanted, as it is listed; ``""`` for any other."""
    name = stated.lower().strip()
    if ":" in name:
        name = name.replace("dc:", "dc.").replace("dcterms:", "dcterms.")
    return name if name in _WANTED else ""


def _add_item(tree: Tree, node: int, found: _Collected) -> None:
    for stated in tree.attribute(node, "itemprop").lower().split():
        # A question has a date of its own; the first in the page counts, not its answers.
        name = "datepublished" if stated == "datecreated" else stated
        if name not in ("headline", "author", "datepublished", "datemodified"):
            continue
        value = tree.attribute(node, "content") or tree.attribute(node, "datetime")
        if not value and name == "author":
            value = _item_name(tree, node)
        value = _clean(value or tree.text(node))
        if value:
            found.items.setdefault(name, []).append(value)


def _item_name(tree: Tree, node: int) -> str:
    """Name of a person given as an item of its own."""
    for inner in range(node + 1, tree.ends[node]):
        if tree.attribute(inner, "itemprop") == "name":
            return tree.attribute(inner, "content") or tree.text(inner)
    return ""


class _Described:
    """What the page's own JSON-LD says, read from the things that the page is about."""

    __slots__ = (
        "authors",
        "bodies",
        "descriptions",
        "headlines",
        "kinds",
        "modified",
        "published",
        "site_names",
    )

    def __init__(self, found: Sequence[Thing]) -> None:
        articles = [thing for thing in found if _is_article(thing)]
        pages = [thing for thing in found if "WebPage" in kinds(thing)]
        main = [*articles[:1], *pages[:1]]
        self.headlines = [
            _clean(text)
            for thing in main
            for text in (text_of(thing, "headline"), text_of(thing, "name"))
        ]
        self.descriptions = [_clean(text_of(thing, "description")) for thing in main]
        self.bodies = [text_of(thing, _BODY_KEY) for thing in articles]
        self.published = [text_of(thing, "datePublished") for thing in main]
        self.modified = [text_of(thing, "dateModified") for thing in main]
        self.authors = [
            _clean(name) for thing in main[:1] for name in _author_names(thing, found)
        ]
        self.kinds = [kind for thing in found[:200] for kind in kinds(thing)]
        self.site_names = [
            _clean(name)
            for thing in found[:200]
            for name in (
                [text_of(thing, "name")]
                if "WebSite" in kinds(thing)
                else names_of(thing, "publisher")
            )
        ]


def _may_state_body(script: str) -> bool:
    """Whether a script has the key of the text of an article, as it is or with escapes."""
    if _BODY_KEY in script:
        return True
    return "\\u00" in script and _ESCAPED_BODY_KEY.search(script) is not None


def _body(bodies: Sequence[str]) -> str:
    """The longest text stated for an article, unless it is but a summary."""
    longest = max(bodies, key=len, default="")
    return longest if len(longest) >= _SHORTEST_BODY else ""


def _is_article(thing: Thing) -> bool:
    return any(kind.endswith(_ARTICLES) for kind in kinds(thing)) and (
        "headline" in thing or "name" in thing or "datePublished" in thing
    )


def _author_names(thing: Thing, found: Sequence[Thing]) -> list[str]:
    names = names_of(thing, "author") or names_of(thing, "creator")
    author = thing.get("author")
    if names or not isinstance(author, dict) or "@id" not in author:
        return names
    referred = (text_of(other, "name") for other in found if other.get("@id") == author["@id"])
    return [name for name in referred if name][:1]


def _clean(text: str) -> str:
    """Text without markup entities that were escaped twice, cut to a sane length."""
    text = " ".join(text[:_LONGEST].split())
    return " ".join(html.unescape(text).split()) if "&" in text else text


def _listed(meta: dict[str, list[str]], names: Sequence[str]) -> tuple[str, ...]:
    return _unique([value for name in names for value in meta.get(name, ())])


def _unique(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))


def _split_keywords(values: Sequence[str]) -> tuple[str, ...]:
    parts = [
        part.strip()
        for value in values
        for part in value.replace("，", ",").replace(";", ",").replace("、", ",").split(",")
    ]
    return _unique([part for part in parts if len(part) <= 60])[:50]
