"""Links that belong to the topic of a page, told apart from navigation.

A link inside the kept content belongs to it, and so does one elsewhere whose anchor text
shares enough telling words with title and keywords. A hub's kept links are its content.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pagemill.html.tree import Tree
from pagemill.model.docview import TopicLink
from pagemill.text.tokenize import words
from pagemill.view.forms.inline import Resolve
from pagemill.view.purify.blocks import Blocks

MOST = 200
_FEWEST_SHARED = 2
_FEWEST_WORDS = 3


def topic_links(
    tree: Tree, blocks: Blocks, kept: Sequence[int], telling: Collection[str], resolve: Resolve
) -> tuple[TopicLink, ...]:
    """Topic links in document order, each address once.

    Args:
        tree: the page.
        blocks: its blocks.
        kept: numbers of the blocks chosen as content.
        telling: words of title and keywords.
        resolve: makes link addresses absolute.
    """
    inside = set(kept)
    found: dict[str, TopicLink] = {}
    for node in tree.find("a"):
        href = tree.attribute(node, "href")
        if not href or href[0] == "#":
            continue
        start, stop = blocks.within(tree, node)
        is_inside = any(number in inside for number in range(start, max(stop, start + 1)))
        text = tree.text(node) if is_inside or stop > start else ""
        if not text or not (is_inside or _is_on_topic(text, telling)):
            continue
        url = resolve(href)
        if url and url not in found:
            found[url] = TopicLink(url=url, text=text)
            if len(found) == MOST:
                break
    return tuple(found.values())


def _is_on_topic(text: str, telling: Collection[str]) -> bool:
    own = set(words(text)) if text.count(" ") >= _FEWEST_WORDS - 1 else set[str]()
    return len(own) >= _FEWEST_WORDS and len(own.intersection(telling)) >= _FEWEST_SHARED
