"""A page read once: its DocView, its blocks, and what each method keeps of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from pagemill.convert.sandbox import sandbox
from pagemill.html.encoding import decoded
from pagemill.html.links import base_url
from pagemill.html.tree import Tree, parsed
from pagemill.html.url import linked
from pagemill.media.sniff import media_type
from pagemill.model.docview import DocView
from pagemill.serve.reading.source import Source
from pagemill.view.assemble import docview, needs_converter
from pagemill.view.forms.render import rendered
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import Blocks, cut
from pagemill.view.purify.content import DEFAULT, METHODS, Choice, choose
from pagemill.view.purify.counts import counted
from pagemill.view.purify.lead import with_lead
from pagemill.view.purify.methods.lecture import block_types
from pagemill.view.purify.plateau import text_plateau

DOCUMENT = "document"
"""The way of a document that was converted: all of it is kept."""

TITLES: Mapping[str, str] = {
    DEFAULT: "Default (learned)",
    "plateau": "Tag plateau",
    "lecture": "Lecture's rules",
    "weights": "Weighed evidence",
    DOCUMENT: "Document (all kept)",
}
"""Names of the methods for people, in the order in which they are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What is known of a page.

    Attributes:
        source: what was given.
        view: its DocView.
        tree: its nodes.
        blocks: its blocks.
        choices: method -> what it keeps; the one that made the DocView first.
        types: for each block ``topic``, ``hub`` or ``image`` by the lecture's rules.
        plateau: first block on the plateau of the tag curve, and one past the last.
    """

    source: Source
    view: DocView
    tree: Tree
    blocks: Blocks
    choices: Mapping[str, Choice]
    types: Sequence[str]
    plateau: tuple[int, int]

    @property
    def main(self) -> str:
        """The method that made the DocView."""
        return next(iter(self.choices))

    def text_by(self, method: str) -> str:
        """The main content by one of the methods."""
        return self.forms_by(method)[0]

    def forms_by(self, method: str) -> tuple[str, str]:
        """The main content by one of the methods, as text and as Markdown."""
        base = base_url(self.tree, self.source.url, self.view.encoding.name)
        kept = self.choices[method].kept
        forms = rendered(self.tree, self.blocks, kept, lambda href: linked(base, href))
        return forms.text, forms.markdown

    def differing(self) -> list[int]:
        """Numbers of the blocks on which the methods do not agree."""
        kept = [frozenset(choice.kept) for choice in self.choices.values()]
        return [
            number
            for number in range(len(self.blocks))
            if len({number in each for each in kept}) > 1
        ]


def read(source: Source) -> Reading:
    """Look at a page by every method.

    Raises:
        DocumentError: as of :func:`pagemill.docview`.
    """
    view = docview(source.payload, source.url, source.content_type)
    tree = parsed(characters(source))
    blocks = cut(tree)
    declared = metadata(tree)
    if view.converter:
        choices = {DOCUMENT: _all(len(blocks))}
    else:
        choices = {
            method: choose(tree, blocks, declared.title_element, declared.body, method)
            for method in (*TITLES,)
            if method == DEFAULT or method in METHODS
        }
        learned = choices[DEFAULT]
        choices[DEFAULT] = with_lead(tree, blocks, learned, declared.descriptions)
    counts = counted(tree, blocks, declared.title_element) if len(blocks) else None
    return Reading(
        source=source,
        view=view,
        tree=tree,
        blocks=blocks,
        choices=choices,
        types=block_types(counts) if counts else [],
        plateau=text_plateau(tree, blocks),
    )


def characters(source: Source) -> str:
    """The page as characters: of a document, those of the page made of it.

    Raises:
        DocumentError: it is no page, or cannot be converted.
    """
    payload, content_type = source.payload, source.content_type
    if isinstance(payload, bytes):
        kind = media_type(payload, content_type)
        if needs_converter(kind):
            return sandbox().convert(payload, kind).html
        text = decoded(payload, content_type)[0]
    else:
        text = payload
    is_plain = content_type.strip().lower().startswith("text/plain")
    return f"<pre>{escape(text)}</pre>" if is_plain else text


def _all(count: int) -> Choice:
    return Choice(
        kept=list(range(count)),
        marks=[0] * count,
        chances=[1.0] * count,
        dropped=[False] * count,
    )
