"""One page in the form of TREC's web collections, as their readers and pagemill's own take it.

Source:
    Hawking et al., Overview of the TREC-8 Web Track, 1999 (DOC, DOCNO, DOCHDR).
"""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime
from html import escape


def document(number: str, url: str, fetched_at: datetime, title: str, html: str) -> str:
    """A page as one document.

    Args:
        number: its name, without blanks.
        url: where it was found.
        fetched_at: when, an aware instant.
        title: of the page.
        html: its purified content.
    """
    body = html.replace("</DOC", "&lt;/DOC").replace("<DOC", "&lt;DOC")
    lines = [
        "<DOC>",
        f"<DOCNO>{number}</DOCNO>",
        "<DOCHDR>",
        url,
        "HTTP/1.1 200 OK",
        f"Date: {format_datetime(fetched_at, usegmt=True)}",
        "Content-Type: text/html; charset=utf-8",
        "</DOCHDR>",
        f"<html><head><title>{escape(title)}</title></head><body>{body}</body></html>",
        "</DOC>",
    ]
    return "\n".join(lines) + "\n"
