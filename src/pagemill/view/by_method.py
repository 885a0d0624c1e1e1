"""The main content of a page by a named method in place of the learned one, for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from pagemill.errors import DocumentError, UsageError
from pagemill.html.tree import Tree
from pagemill.media.sniff import media_type
from pagemill.model.docview import DocView
from pagemill.view.assemble import needs_converter, read_page, resolver
from pagemill.view.forms.render import rendered
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import TEMPLATE, choose
from pagemill.view.purify.methods.template import FEWEST_PAGES, Template, template_of


def by_method(
    view: DocView, payload: bytes, content_type: str, method: str, site: Iterable[bytes] = ()
) -> DocView:
    """A DocView with text, Markdown and HTML of the blocks that a method keeps.

    Args:
        view: the DocView of the page.
        payload: the page as received.
        content_type: media type with parameters as the server stated it, or ``""``.
        method: one of ``content.METHODS``, or ``template``.
        site: other pages of the same site, from which ``template`` learns; what is no page,
            or cannot be read, is left out.

    Raises:
        UsageError: the page is a document, or there are too few pages of the site.
    """
    if view.converter:
        raise UsageError(f"--method {method}: a document is kept whole; leave it out")
    knows = _template(site) if method == TEMPLATE else None
    tree, _ = read_page(payload, content_type)
    blocks, declared = cut(tree), metadata(tree)
    choice = choose(tree, blocks, declared.title_element, declared.body, method, knows)
    resolve = resolver(tree, view.url, view.encoding.name)
    forms = rendered(tree, blocks, choice.kept, resolve)
    return replace(view, text=forms.text, markdown=forms.markdown, html=forms.html, spans=())


def _template(site: Iterable[bytes]) -> Template:
    template = template_of((tree, cut(tree)) for tree in _pages(site))
    if template.pages < FEWEST_PAGES:
        raise UsageError(
            f"--method {TEMPLATE}: {template.pages} other pages of the site are known; "
            f"give {FEWEST_PAGES} or more, as a folder with --site or as pages of --in DIR"
        )
    return template


def _pages(site: Iterable[bytes]) -> Iterator[Tree]:
    """Those that can be read as pages: one odd file must not keep a whole site from view."""
    for payload in site:
        if not needs_converter(media_type(payload, "")):
            with suppress(DocumentError):
                yield read_page(payload, "")[0]
