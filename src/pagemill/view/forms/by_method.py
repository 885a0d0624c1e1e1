"""The main content of a page by a named method in place of the learned one, for comparison."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pagemill.errors import UsageError
from pagemill.html.tree import Tree
from pagemill.model.docview import DocView
from pagemill.view.forms.inline import Resolve
from pagemill.view.forms.render import rendered
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import TEMPLATE, choose
from pagemill.view.purify.methods.template import FEWEST_PAGES, Template, template_of


def by_method(
    view: DocView, tree: Tree, resolve: Resolve, method: str, site: Iterable[Tree] = ()
) -> DocView:
    """A DocView with text, Markdown and HTML of the blocks that a method keeps.

    Args:
        view: the DocView of the page.
        tree: the page itself.
        resolve: makes the address of a link absolute; None where it is no web address.
        method: one of ``content.METHODS``, or ``template``.
        site: other pages of the same site, from which ``template`` learns.

    Raises:
        UsageError: there are too few pages of the site.
    """
    knows = _template(site) if method == TEMPLATE else None
    blocks, declared = cut(tree), metadata(tree)
    choice = choose(tree, blocks, declared.title_element, declared.body, method, knows)
    forms = rendered(tree, blocks, choice.kept, resolve)
    return replace(view, text=forms.text, markdown=forms.markdown, html=forms.html, spans=())


def _template(site: Iterable[Tree]) -> Template:
    template = template_of((tree, cut(tree)) for tree in site)
    if template.pages < FEWEST_PAGES:
        raise UsageError(
            f"--method {TEMPLATE}: {template.pages} other pages of the site are known; "
            f"give {FEWEST_PAGES} or more, as a folder with --site or as pages of --in DIR"
        )
    return template
