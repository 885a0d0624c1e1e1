"""Writing tagged HTML: the one way in which converters say what they found."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

_JUNK_TITLE = re.compile(
    r"(?:untitled|unbenannt|sans titre|document|dokument|presentation|slide|book|sheet|"
    r"powerpoint[ -]?pr[äe]sentation|無題|未命名)?[\s\d_-]*",
    re.IGNORECASE,
)
_FROM_PROGRAM = re.compile(
    r"^(?:Microsoft (?:Office )?(?:Word|PowerPoint|Excel)|PowerPoint)\s*-\s*", re.IGNORECASE
)
_FILE_NAME = re.compile(r"[^\s/\\]+\.(?:docx?|odt|rtf|pptx?|xlsx?|od[sp]|pdf|tex|dvi|indd|qxd)")
# No character of these may stand in HTML.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


@dataclass(slots=True, kw_only=True)
class About:
    """What a document says of itself; anything may be empty."""

    title: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    description: str = ""
    keywords: str = ""


@dataclass(slots=True)
class Run:
    """A stretch of text in one form."""

    text: str
    bold: bool = False
    italic: bool = False
    href: str = ""


@dataclass(slots=True)
class Writer:
    """Collects blocks and opens and closes lists around their items."""

    parts: list[str] = field(default_factory=list[str])
    _lists: list[str] = field(default_factory=list[str])

    def heading(self, level: int, inner: str) -> None:
        """A heading of level 1 to 6; nothing where it is empty."""
        self._block(f"h{min(max(level, 1), 6)}", inner)

    def paragraph(self, inner: str) -> None:
        """A paragraph; nothing where it is empty."""
        self._block("p", inner)

    def item(self, depth: int, inner: str, *, ordered: bool = False) -> None:
        """An item of the list at a depth, from 0 on."""
        if not inner.strip():
            return
        tag = "ol" if ordered else "ul"
        depth = min(depth, 8)
        while len(self._lists) > depth + 1:
            self.parts.append(f"</li></{self._lists.pop()}>")
        if len(self._lists) == depth + 1:
            self.parts.append("</li>")
            if self._lists[-1] != tag:
                self.parts.append(f"</{self._lists.pop()}>")
        while len(self._lists) <= depth:
            self._lists.append(tag)
            opened = "<li>" if len(self._lists) <= depth else ""
            self.parts.append(f"<{tag}>{opened}")
        self.parts.append(f"<li>{inner}")

    def table(self, rows: list[list[str]], *, header: bool = False) -> None:
        """A table of cells that hold HTML; empty rows are left out."""
        self.close()
        kept = [row for row in rows if any(cell.strip() for cell in row)]
        if not kept:
            return
        self.parts.append("<table>")
        for number, row in enumerate(kept):
            tag = "th" if header and not number else "td"
            cells = "".join(f"<{tag}>{cell}</{tag}>" for cell in row)
            self.parts.append(f"<tr>{cells}</tr>")
        self.parts.append("</table>")

    def raw(self, html: str) -> None:
        """HTML that is whole in itself."""
        self.close()
        self.parts.append(html)

    def close(self) -> None:
        """End the lists that are open."""
        while self._lists:
            self.parts.append(f"</li></{self._lists.pop()}>")

    def html(self) -> str:
        """Everything written so far."""
        self.close()
        return "\n".join(self.parts)

    def _block(self, tag: str, inner: str) -> None:
        self.close()
        if inner.strip():
            self.parts.append(f"<{tag}>{inner}</{tag}>")


def text(value: str) -> str:
    """Characters as HTML text."""
    return escape(_FORBIDDEN.sub("", value), quote=False)


def runs_html(runs: list[Run]) -> str:
    """Runs as HTML; neighbours of one form share their tags."""
    merged: list[Run] = []
    for run in runs:
        if not run.text:
            continue
        last = merged[-1] if merged else None
        form = (run.bold, run.italic, run.href)
        if last and (last.bold, last.italic, last.href) == form:
            last.text += run.text
        else:
            merged.append(Run(run.text, run.bold, run.italic, run.href))
    return "".join(map(_run_html, merged))


def _run_html(run: Run) -> str:
    inner = text(run.text).replace("\n", "<br>")
    if inner.strip():
        inner = f"<em>{inner}</em>" if run.italic else inner
        inner = f"<strong>{inner}</strong>" if run.bold else inner
    if is_link(run.href):
        return f'<a href="{escape(_FORBIDDEN.sub("", run.href))}">{inner}</a>'
    return inner


def collapsed(words: str) -> str:
    """White space as one space each, also at the ends: what most markup means by it."""
    inner = " ".join(words.split())
    if not inner:
        return " " if words else ""
    head = " " if words[0].isspace() else ""
    tail = " " if words[-1].isspace() else ""
    return f"{head}{inner}{tail}"


def is_link(href: str) -> bool:
    """Whether a reference leads to another page."""
    return href.lower().startswith(("http://", "https://", "mailto:", "ftp://"))


def page(about: About, body: str) -> str:
    """A whole page."""
    title = clean_title(about.title)
    metas = (
        ("author", about.author),
        ("date", about.date),
        ("description", about.description),
        ("keywords", about.keywords),
    )
    head = [f"<title>{text(title)}</title>"] if title else []
    head += [
        f'<meta name="{name}" content="{escape(_FORBIDDEN.sub("", " ".join(value.split())))}">'
        for name, value in metas
        if value.strip()
    ]
    language = f' lang="{escape(about.language)}"' if about.language.strip() else ""
    return (
        f'<!DOCTYPE html><html{language}><head><meta charset="utf-8">{"".join(head)}</head>'
        f"<body>\n{body}\n</body></html>"
    )


def clean_title(stated: str) -> str:
    """The title property without the name of the program; ``""`` where it says nothing."""
    title = _FROM_PROGRAM.sub("", " ".join(stated.split()))
    if _JUNK_TITLE.fullmatch(title) or _FILE_NAME.fullmatch(title):
        return ""
    return title
