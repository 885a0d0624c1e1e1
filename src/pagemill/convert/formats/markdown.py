"""Markdown, by the rules of CommonMark, with tables as they are written everywhere."""

from __future__ import annotations

import re

from pagemill.convert.formats.markup import About, page
from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.media import types

_DEEPEST = 200  # levels; the library drops what is deeper, and of itself all below 20

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*\r?\n", re.DOTALL)
_ENTRY = re.compile(r"^(title|author|date|lang|description):[ \t]*(.+?)[ \t]*$", re.MULTILINE)


class MarkdownConverter:
    """Markdown with or without front matter."""

    name = "markdown"
    version = "2"
    media_types = (types.MARKDOWN,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The text as HTML; HTML in it stays.

        Raises:
            DocumentError: it is nested so deeply that text would be lost.
        """
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
        reader = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table")
        environment: dict[str, object] = {}
        tokens = reader.parse(words, environment)
        if any(token.level + token.nesting >= _DEEPEST for token in tokens):
            raise DocumentError("nested too deeply", f"more than {_DEEPEST} levels of Markdown")
        return page(about, reader.renderer.render(tokens, reader.options, environment))
