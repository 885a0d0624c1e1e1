"""The ledger of every real page adds up to the page's visible text."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pagemill.html.encoding import decoded
from pagemill.html.tree import TEXT, Tree, parsed
from pagemill.view.forms.render import rendered
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose
from pagemill.view.purify.lead import with_lead
from pagemill.view.purify.ledger import ledger

# What a browser shows no text of, or shows as a control: written down once more, on purpose.
UNSEEN = frozenset(
    "script style head title template svg iframe object embed canvas select option datalist "
    "textarea audio video noframes applet map progress meter rp".split()
)

NO_WIDTH = dict.fromkeys(map(ord, "\u200b\ufeff\u00ad"))


def visible(tree: Tree) -> str:
    """Return the characters that are in none of those elements, without white space."""
    parts: list[str] = []
    after = 0
    for node, tag in enumerate(tree.tags):
        if node < after:
            continue
        if tag in UNSEEN:
            after = tree.ends[node]
        elif tag == TEXT:
            parts.append(tree.texts[node])
    return squeezed("".join(parts))


def squeezed(text: str) -> str:
    """Return a text without what is blank: white space and marks of no width."""
    return "".join(text.translate(NO_WIDTH).split())


@pytest.mark.shared
@pytest.mark.slow
def test_the_ledger_of_every_page_adds_up_to_its_visible_text(shared: Path) -> None:
    pages = sorted((shared / "data" / "pages").glob("*/html/*.gz"))
    differing: list[str] = []
    for page in pages:
        tree = parsed(decoded(gzip.decompress(page.read_bytes()), "")[0])
        blocks, declared = cut(tree), metadata(tree)
        choice = choose(tree, blocks, declared.title_element, declared.body)
        choice = with_lead(tree, blocks, choice, declared.descriptions)
        lines = ledger(tree, blocks, choice, declared.title_element)
        seen = squeezed("".join([line.text for line in lines if line.block >= 0]))
        kept = squeezed("".join([line.text for line in lines if line.kept]))
        text = squeezed(rendered(tree, blocks, choice.kept, lambda _: None).text)
        if seen != visible(tree) or kept != text:
            differing.append(page.name)
    assert len(pages) > 1000
    assert not differing
