"""Links that belong to the topic of a page, told apart from navigation.

A link inside the kept content belongs to it, and so does one elsewhere whose anchor text
shares enough telling words with title and keywords. A hub's kept links are its content.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pagemill.html.links import Outlink
from pagemill.model.docview import TopicLink
from pagemill.text.tokenize import words
from pagemill.view.blocks import Blocks

MOST = 200
_FEWEST_SHARED = 2
_FEWEST_WORDS = 3


def topic_links(
    links: Sequence[Outlink], blocks: Blocks, kept: Sequence[int], telling: Collection[str]
) -> tuple[TopicLink, ...]:
    """Topic links in document order, each address once.

    Args:
        links: all links of the page.
        blocks: its blocks.
        kept: numbers of the blocks chosen as content.
        telling: words of title and keywords.
    """
    inside = set(kept)
    found: dict[str, TopicLink] = {}
    for link in links:
        if not link.text or link.url in found:
            continue
        block = blocks.starts[link.node]
        if block in inside or _is_on_topic(link.text, telling):
            found[link.url] = TopicLink(url=link.url, text=link.text)
            if len(found) == MOST:
                break
    return tuple(found.values())


def _is_on_topic(text: str, telling: Collection[str]) -> bool:
    own = set(words(text)) if text.count(" ") >= _FEWEST_WORDS - 1 else set[str]()
    return len(own) >= _FEWEST_WORDS and len(own.intersection(telling)) >= _FEWEST_SHARED
