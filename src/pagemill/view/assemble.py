"""The page function: bytes in, DocView out; pure and total for anything that is a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import escape
from typing import cast

from pagemill.convert.converter import Conversion
from pagemill.errors import DocumentError, UsageError
from pagemill.html.encoding import decoded, plain_utf8
from pagemill.html.links import base_url
from pagemill.html.tree import TEXT, Tree, parsed, parsed_utf8
from pagemill.html.url import linked
from pagemill.media.sniff import media_type
from pagemill.media.types import DOCUMENTS, PAGES
from pagemill.model.docview import DocView, EncodingGuess, Span
from pagemill.model.ledger import LedgerLine
from pagemill.text.language import language
from pagemill.view import byline
from pagemill.view.abstract import abstract
from pagemill.view.canonical import canonical_url
from pagemill.view.category.taxonomy import Taxonomy, ready
from pagemill.view.category.vectors import bag
from pagemill.view.forms.figures import figures, shown
from pagemill.view.forms.inline import Resolve
from pagemill.view.forms.render import located, rendered
from pagemill.view.frames.join import frames_of
from pagemill.view.keywords import READ, keywords, terms_of
from pagemill.view.kind.genre import genre
from pagemill.view.kind.page_type import Vote, is_image_page, page_type, vote
from pagemill.view.kind.traits import traits
from pagemill.view.metadata import Metadata, Stated, metadata
from pagemill.view.purify.blocks import Blocks, cut
from pagemill.view.purify.centre import central, central_by_boxes, pictures
from pagemill.view.purify.content import Choice, choose
from pagemill.view.purify.geometry import geometry
from pagemill.view.purify.lead import with_lead
from pagemill.view.title import page_title
from pagemill.view.topic_links import topic_links

_TEXT_TYPES = re.compile(r"text/|application/(?:xhtml\+xml|xml)|\s*;|\s*$", re.IGNORECASE)
_PAGE_TYPES = re.compile(r"\s*[\w.+-]+/[\w.+-]+\s*(?:;|$)")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_CONTROLS = bytes((*range(0x09), *range(0x0E, 0x20), 0x7F))
_BINARY_SHARE = 0.1
_LOOKED_AT = 4_096
_READ_FOR_LANGUAGE = 4_000
_MOST_PARAGRAPHS = 20


def docview(
    payload: bytes | bytearray | memoryview | str,
    url: str = "",
    content_type: str = "",
    *,
    taxonomy: Taxonomy | None = None,
    spans: bool = False,
) -> DocView:
    """Purify one page.

    Args:
        payload: the page as received, or its characters where it has been decoded already;
            bytes that show to be a document (PDF, DOCX and the like) are converted first, in
            a process of their own.
        url: where it was found; relative links are resolved against it.
        content_type: media type with parameters as the server stated it, or ``""``.
        taxonomy: what tells its category; None: the ready one.
        spans: tell where each block stood in the source; of a document, in the page that was
            made of it. Nothing else of the DocView changes.

    Returns:
        The page's DocView; the same arguments give the same one, whatever came before.

    Raises:
        DocumentError: this is no page (another media type, binary data), a document that
            cannot be converted, or one that cannot be read in bounded time (too large, nested
            too deeply).
        UsageError: an argument is of another type.
    """
    payload = page_payload(payload, url, content_type)
    if isinstance(payload, bytes):
        kind = media_type(payload, content_type)
        if needs_converter(kind):
            conversion = _converted(payload, kind)
            view = document_view(conversion, url, taxonomy)
            return _with_spans(view, conversion.html, whole=True) if spans else view
    tree, encoding = read_page(payload, content_type)
    view = viewed(tree, url, encoding, taxonomy or ready())
    if not spans:
        return view
    return _with_spans(
        view, _characters(payload, content_type)[0], plain=_is_plain(content_type)
    )


def main_text(payload: bytes | bytearray | memoryview | str, content_type: str = "") -> str:
    """The text of the DocView alone, which takes less than half of the time.

    Args:
        payload: the page, as of :func:`docview`.
        content_type: media type with parameters as the server stated it, or ``""``.

    Raises:
        DocumentError: as :func:`docview` does.
        UsageError: an argument is of another type.
    """
    payload = page_payload(payload, "", content_type)
    if isinstance(payload, bytes) and needs_converter(media_type(payload, content_type)):
        return docview(payload, content_type=content_type).text
    tree, _ = read_page(payload, content_type)
    blocks = cut(tree)
    choice, _, _ = _kept(tree, blocks, Stated(tree), whole=False)
    return rendered(tree, blocks, choice.kept, lambda _: None).text


def page_ledger(payload: bytes, content_type: str = "") -> list[LedgerLine]:
    """What became of each text node of a page, as :func:`docview` decides.

    Raises:
        DocumentError: as :func:`docview` does.
    """
    from pagemill.view.purify.ledger import ledger  # noqa: PLC0415 - only when asked for

    kind = media_type(payload, content_type)
    whole = needs_converter(kind)
    if whole:
        tree = parsed(_converted(payload, kind).html)
    else:
        tree, _ = read_page(payload, content_type)
    declared, blocks = metadata(tree), cut(tree)
    choice, _, _ = _chosen(tree, blocks, declared, whole=whole)
    return ledger(tree, blocks, choice, declared.title_element, whole=whole)


def _with_spans(
    view: DocView, source: str, *, whole: bool = False, plain: bool = False
) -> DocView:
    """A DocView with the places of its blocks in the characters it was made of."""
    from pagemill.html.source.places import places, visible  # noqa: PLC0415 - only when asked for

    tree = _plain_tree(source) if plain else parsed(source)
    blocks = cut(tree)
    choice, _, images = _chosen(tree, blocks, metadata(tree), whole=whole)
    resolve = resolver(tree, view.url, view.encoding.name)
    went = located(tree, blocks, choice.kept, resolve, list(images), images)
    stood = dict.fromkeys(tree.nodes(TEXT), visible(source)) if plain else places(tree, source)
    found: list[Span] = []
    for block in filter(went.text.__contains__, choice.kept):
        nodes = range(blocks.first[block], blocks.last[block] + 1)
        own = [stood[node] for node in nodes if node in stood and blocks.shown[node]]
        if own:
            source_range = min(own)[0], max(end for _, end in own)
            found.append(
                Span(
                    block=block,
                    source=source_range,
                    text=went.text[block],
                    markdown=went.markdown[block],
                    html=went.html[block],
                )
            )
    return replace(view, spans=tuple(found))


def _is_plain(content_type: str) -> bool:
    return content_type.strip().lower().startswith("text/plain")


def read_page(payload: bytes | str, content_type: str) -> tuple[Tree, EncodingGuess]:
    """A page as a tree, and how its bytes were read.

    Raises:
        DocumentError: this is no page, or one that cannot be read in bounded time.
    """
    is_plain = _is_plain(content_type)
    if isinstance(payload, bytes) and not is_plain and _may_be_page(content_type):
        guess = plain_utf8(payload, content_type)
        if guess is not None and (_is_clean(payload) or not _is_binary(_head(payload))):
            tree = parsed_utf8(payload)
            if tree is not None:
                return tree, guess
    html, encoding = _characters(payload, content_type)
    return _plain_tree(html) if is_plain else parsed(html), encoding


def _plain_tree(text: str) -> Tree:
    """Text that is no HTML as a page of one block."""
    return parsed(f"<pre>{escape(text)}</pre>")


def _chosen(
    tree: Tree, blocks: Blocks, declared: Metadata, *, whole: bool
) -> tuple[Choice, Vote, dict[int, str]]:
    """What is kept of a page (of a document, all), its vote, and its pictures with captions."""
    choice, voted, images = _kept(tree, blocks, declared, whole=whole)
    if images or whole:
        return choice, voted, dict.fromkeys(shown(tree, images), "")
    return choice, voted, figures(tree, blocks, choice.kept, choice.dropped)


def _kept(
    tree: Tree, blocks: Blocks, declared: Metadata | Stated, *, whole: bool
) -> tuple[Choice, Vote, list[int]]:
    """What is kept of a page (of a document, all), its vote, and its images if they count."""
    choice = choose(tree, blocks, declared.title_element, declared.body)
    choice = with_lead(tree, blocks, choice, _summaries(declared))
    if whole:
        choice = replace(choice, kept=list(range(len(blocks))))
    known = None if whole else geometry(tree, blocks)
    voted = vote(tree, blocks, choice.marks, choice.kept, known)
    images = pictures(tree, blocks, choice.kept) if is_image_page(voted) else []
    if whole:
        return choice, voted, []
    if images or (known is not None and voted.name != "topic"):
        shown = [node for node in images if known and node in known.boxes.of]
        if known is None or (images and not shown):
            kept = central(tree, blocks, choice.kept, images)
        else:
            kept = central_by_boxes(tree, blocks, choice.kept, shown, known)
        choice = replace(choice, kept=kept)
    return choice, voted, images


def _summaries(declared: Metadata | Stated) -> Iterator[str]:
    """The page's descriptions, read when the first is asked for."""
    yield from declared.descriptions


def page_payload(payload: object, url: object, content_type: object) -> bytes | str:
    """The payload of a page, after a look at whether all three arguments can be meant.

    Raises:
        UsageError: one is of a type that it cannot have.
    """
    if isinstance(payload, bytearray | memoryview):
        payload = bytes(cast("bytes", payload))
    if not isinstance(payload, bytes | str):
        raise UsageError(f"payload: {_kind(payload)}; give the page as bytes or str")
    for name, value in (("url", url), ("content_type", content_type)):
        if not isinstance(value, str):
            raise UsageError(f'{name}: {_kind(value)}; give a str, "" where it is not known')
    return payload


def _kind(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"


def document_view(
    conversion: Conversion, url: str = "", taxonomy: Taxonomy | None = None
) -> DocView:
    """The DocView of a document that a converter made a page of.

    Nothing in a document is local noise, so all of it is kept.

    Raises:
        DocumentError: there is no text in it, or it cannot be read in bounded time.
    """
    encoding = EncodingGuess(name="utf-8", evidence="text", confidence=1.0)
    view = viewed(parsed(conversion.html), url, encoding, taxonomy or ready(), whole=True)
    if not view.text.strip():
        raise DocumentError("without text", conversion.media_type)
    return replace(view, media_type=conversion.media_type, converter=conversion.converter)


def needs_converter(kind: str) -> bool:
    """Whether what is of a media type has to be made a page of first."""
    if kind in DOCUMENTS or kind in PAGES or not kind:
        return kind in DOCUMENTS
    from pagemill.convert import registry  # noqa: PLC0415 - for odd types only

    return registry.reads(kind)


def _converted(payload: bytes, kind: str) -> Conversion:
    """The document as a page, made in a process of its own."""
    from pagemill.convert.sandbox import sandbox  # noqa: PLC0415 - a page must not wait for it

    return sandbox().convert(payload, kind)


def _characters(payload: bytes | str, content_type: str) -> tuple[str, EncodingGuess]:
    if not _may_be_page(content_type):
        raise DocumentError("not a page", f"media type {content_type.strip()[:80]}")
    if isinstance(payload, str):
        html = payload
        encoding = EncodingGuess(name="utf-8", evidence="text", confidence=1.0)
    else:
        html, encoding = decoded(payload, content_type)
    if _is_binary(html[:_LOOKED_AT]):
        raise DocumentError("not a page", "binary data")
    return html, encoding


def _may_be_page(content_type: str) -> bool:
    stated = _PAGE_TYPES.match(content_type)
    return not stated or _TEXT_TYPES.match(content_type.strip()) is not None


def _is_clean(payload: bytes) -> bool:
    """Whether no control character stands where :func:`_head` looks; quicker than to decode."""
    head = payload[: 4 * _LOOKED_AT]
    return len(head.translate(None, _CONTROLS)) == len(head)


def _head(payload: bytes) -> str:
    return payload[: 4 * _LOOKED_AT].decode("utf-8", "ignore")[:_LOOKED_AT]


def _is_binary(head: str) -> bool:
    controls = len(_CONTROL.findall(head))
    return controls > _BINARY_SHARE * len(head) and "<" not in head.lstrip("\0")[:1]


def viewed(
    tree: Tree, url: str, encoding: EncodingGuess, taxonomy: Taxonomy, *, whole: bool = False
) -> DocView:
    """The DocView of a page that has been read into a tree; ``whole``: all of it is kept."""
    declared, blocks = metadata(tree), cut(tree)
    choice, voted, images = _chosen(tree, blocks, declared, whole=whole)
    resolve = resolver(tree, url, encoding.name)
    forms = rendered(tree, blocks, choice.kept, resolve, list(images), images)
    title = page_title(tree, declared, url)
    terms = terms_of(forms.text[:READ])
    telling = keywords(terms, title, declared.keywords)
    category = taxonomy.category(bag(terms, terms_of(title)))
    found = genre(traits(tree, blocks, choice, declared, url))
    kind = page_type(voted, found.index_chance)
    return DocView(
        url=url,
        canonical=canonical_url(tree, declared, url, encoding.name),
        title=title,
        abstract=abstract(_paragraphs(tree, blocks, choice), telling, title),
        keywords=telling,
        text=forms.text,
        markdown=forms.markdown,
        html=forms.html,
        category=category.name,
        topic_links=topic_links(tree, blocks, choice, terms, resolve),
        page_type=kind.name,
        page_type_confidence=kind.confidence,
        page_type_evidence=kind.evidence,
        genre=found.name,
        genre_confidence=round(found.confidence, 3),
        category_confidence=category.confidence,
        language=language(forms.text[:_READ_FOR_LANGUAGE], declared.language),
        author=byline.author(tree, declared, title),
        published_at=byline.published_at(tree, declared, url, title),
        encoding=encoding,
        frames=frames_of(tree, url, encoding.name),
    )


def resolver(tree: Tree, url: str, encoding: str) -> Resolve:
    """Makes addresses in a page absolute; None for what leads to no web page."""
    base = base_url(tree, url, encoding)

    @cache
    def resolve(href: str) -> str | None:
        address = linked(base, href, encoding)
        return address if address and address.startswith(("http://", "https://")) else None

    return resolve


def _paragraphs(tree: Tree, blocks: Blocks, choice: Choice) -> Iterator[str]:
    """Running text among the kept blocks, its lead aside, from which sentences are taken."""
    left = _MOST_PARAGRAPHS
    for number in choice.kept:
        is_text = blocks.is_sentence[number] and tree.tags[blocks.element[number]][0] != "h"
        if is_text and number != choice.lead:
            yield " ".join(blocks.text[number].split())
            left -= 1
            if not left:
                break
