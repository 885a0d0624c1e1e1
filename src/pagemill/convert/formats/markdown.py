"""Markdown, by the rules of CommonMark, with tables as they are written everywhere."""

from __future__ import annotations

import re

from pagemill.convert.formats.markup import About, page
from pagemill.html.encoding import decoded
from pagemill.media import types

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*\r?\n", re.DOTALL)
_ENTRY = re.compile(r"^(title|author|date|lang|description):[ \t]*(.+?)[ \t]*$", re.MULTILINE)


class MarkdownConverter:
    """Markdown with or without front matter."""

    name = "markdown"
    version = "1"
    media_types = (types.MARKDOWN,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The text as HTML; HTML in it stays."""
        from markdown_it import MarkdownIt  # noqa: PLC0415 - comes with the extra

        words, _ = decoded(payload, media_type)
        about = About()
        front = _FRONT_MATTER.match(words)
        if front:
            stated = {name: value.strip("\"'") for name, value in _ENTRY.findall(front[1])}
            about = About(
                title=stated.get("title", ""),
                author=stated.get("author", ""),
                date=stated.get("date", ""),
                language=stated.get("lang", ""),
                description=stated.get("description", ""),
            )
            words = words[front.end() :]
        return page(about, MarkdownIt("commonmark").enable("table").render(words))
