"""Compiled loops give every shared page the tree, blocks and view of the Python ones."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pagemill import native
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed, parsed_in_python
from pagemill.view.assemble import viewed
from pagemill.view.category.taxonomy import ready
from pagemill.view.purify.blocks import cut, cut_in_python


@pytest.mark.shared
@pytest.mark.skipif(native.parse is None, reason="nothing was compiled")
def test_all_shared_pages_have_the_same_tree_blocks_and_view_by_both_ways(shared: Path) -> None:
    pages = sorted((shared / "data" / "pages").glob("*/html/*.gz"))
    differing: list[str] = []
    for page in pages:
        html, guess = decoded(gzip.decompress(page.read_bytes()), "")
        tree = parsed_in_python(html)
        compiled = parsed(html)
        if (
            compiled != tree
            or cut(compiled) != cut_in_python(tree)
            or viewed(compiled, "http://a.example/x", guess, ready())
            != viewed(tree, "http://a.example/x", guess, ready())
        ):
            differing.append(page.name)
    assert len(pages) > 1000
    assert not differing
