"""E-mail messages: the header that a reader shows, the text, the names of what is attached.

Source:
    RFC 5322 (messages), RFC 2045 to 2047 (MIME), through the standard library.
"""

from __future__ import annotations

import re
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from html import escape

from pagemill.convert.formats.markup import About, Writer, page, text
from pagemill.errors import DocumentError
from pagemill.media import types

_SHOWN = ("From", "To", "Cc", "Date")
_BODY = re.compile(r"<body\b[^>]*>(.*?)(?:</body\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_HEAD = re.compile(r"<head\b.*?</head\s*>", re.DOTALL | re.IGNORECASE)
_NO_TEXT = re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_MOST_PARTS = 200


class MailConverter:
    """RFC 822 messages, one a file."""

    name = "mail"
    version = "1"
    media_types = (types.MAIL,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The message as HTML."""
        del media_type
        if payload.startswith(b"From "):
            payload = payload.partition(b"\n")[2]
        message = BytesParser(_class=EmailMessage, policy=policy.default).parsebytes(payload)
        out = Writer()
        subject = _field(message, "Subject")
        out.heading(1, text(subject))
        shown = [(name, _field(message, name)) for name in _SHOWN]
        out.table([[text(name), text(value)] for name, value in shown if value])
        attached = _write_parts(message, out)
        for name in attached:
            out.item(0, text(name))
        about = About(title=subject, author=_author(message), date=_date(message))
        return page(about, out.html())


def _field(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())
    except (ValueError, IndexError, AttributeError, TypeError):  # headers may be anything
        return ""


def _author(message: EmailMessage) -> str:
    sender = _field(message, "From")
    return sender.partition("<")[0].strip(' "') or sender


def _date(message: EmailMessage) -> str:
    try:
        return parsedate_to_datetime(_field(message, "Date")).isoformat()
    except (ValueError, TypeError, OverflowError):
        return ""


def _write_parts(message: EmailMessage, out: Writer) -> list[str]:
    """Write the parts that are text; give names and types of the others."""
    attached: list[str] = []
    chosen = message.get_body(preferencelist=("html", "plain"))
    if chosen is not None:
        _write(chosen, out)
    for number, part in enumerate(message.walk()):
        if number >= _MOST_PARTS:
            raise DocumentError("bomb", f"more than {_MOST_PARTS} parts")
        if part.is_multipart() or part is chosen:
            continue
        if part.get_content_disposition() == "attachment" or part.get_filename():
            attached.append(
                f"{part.get_filename() or 'attachment'} ({part.get_content_type()})"
            )
        elif chosen is None and part.get_content_maintype() == "text":
            _write(part, out)
    return attached


def _write(part: MIMEPart, out: Writer) -> None:
    words = _content(part)
    if part.get_content_type() == "text/html":
        body = _BODY.search(words)
        out.raw(_NO_TEXT.sub("", body[1] if body else _HEAD.sub("", words)))
        return
    for paragraph in _PARAGRAPHS.split(words.replace("\r\n", "\n")):
        out.paragraph(escape(paragraph.strip(), quote=False).replace("\n", "<br>"))


def _content(part: MIMEPart) -> str:
    try:
        return str(part.get_content())
    except (LookupError, ValueError, AttributeError):
        data = part.get_payload(decode=True)
        return data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
