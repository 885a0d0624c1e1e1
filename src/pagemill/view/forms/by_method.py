"""The main content of a page by a named method in place of the learned one, for comparison."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pagemill.errors import UsageError
from pagemill.html.encoding import decoded
from pagemill.html.links import base_url
from pagemill.html.tree import parsed
from pagemill.html.url import linked
from pagemill.model.docview import DocView
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
        site: other pages of the same site, from which ``template`` learns.

    Raises:
        UsageError: the page is a document, or there are too few pages of the site.
    """
    if view.converter:
        raise UsageError(f"--method {method}: a document is kept whole; leave it out")
    knows = _template(site) if method == TEMPLATE else None
    tree = parsed(decoded(payload, content_type)[0])
    blocks, declared = cut(tree), metadata(tree)
    choice = choose(tree, blocks, declared.title_element, declared.body, method, knows)
    base = base_url(tree, view.url, view.encoding.name)
    forms = rendered(
        tree, blocks, choice.kept, lambda href: linked(base, href, view.encoding.name)
    )
    return replace(view, text=forms.text, markdown=forms.markdown, html=forms.html, spans=())


def _template(site: Iterable[bytes]) -> Template:
    trees = (parsed(decoded(payload, "")[0]) for payload in site)
    template = template_of((tree, cut(tree)) for tree in trees)
    if template.pages < FEWEST_PAGES:
        raise UsageError(
            f"--method {TEMPLATE}: {template.pages} other pages of the site are known; "
            f"give {FEWEST_PAGES} or more, as a folder with --site or as pages of --in DIR"
        )
    return template
