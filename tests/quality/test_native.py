"""Compiled loops give every shared page the tree and the blocks of the Python ones."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pagemill import native
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed, parsed_in_python
from pagemill.view.purify.blocks import cut, cut_in_python


@pytest.mark.shared
@pytest.mark.skipif(native.flatten is None, reason="nothing was compiled")
def test_all_shared_pages_have_the_same_tree_and_blocks_by_both_ways(shared: Path) -> None:
    pages = sorted((shared / "data" / "pages").glob("*/html/*.gz"))
    differing: list[str] = []
    for page in pages:
        html, _ = decoded(gzip.decompress(page.read_bytes()), "")
        tree = parsed_in_python(html)
        compiled = parsed(html)
        if compiled != tree or cut(compiled) != cut_in_python(tree):
            differing.append(page.name)
    assert len(pages) > 1000
    assert not differing
