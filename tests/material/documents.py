"""Documents for tests: those that lie among the fixtures, and some that are made to do harm."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "documents"

ARTICLES = ("docx", "odt", "rtf", "doc", "epub", "pdf")
SHEETS = ("xlsx", "xls", "ods")
TALKS = ("pptx", "ppt", "odp")
EVERY_KIND = (
    *(f"article.{ending}" for ending in ARTICLES),
    *(f"sheet.{ending}" for ending in SHEETS),
    *(f"slides.{ending}" for ending in TALKS),
)


def document(name: str) -> bytes:
    """Return a fixture's bytes."""
    path = FOLDER / name
    if path.exists():
        return path.read_bytes()
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes())


def zipped(members: dict[str, str | bytes]) -> bytes:
    """Return a ZIP file with these members, the first one not compressed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as out:
        for number, (name, data) in enumerate(members.items()):
            kind = zipfile.ZIP_STORED if not number else zipfile.ZIP_DEFLATED
            out.writestr(zipfile.ZipInfo(name), data, compress_type=kind)
    return stream.getvalue()


def changed(payload: bytes, members: dict[str, bytes]) -> bytes:
    """Return a ZIP file with some members replaced or added."""
    with zipfile.ZipFile(io.BytesIO(payload)) as found:
        kept: dict[str, str | bytes] = {name: found.read(name) for name in found.namelist()}
    return zipped({**kept, **members})


def bomb(megabytes: int = 64) -> bytes:
    """Return a DOCX of some kilobytes whose text unpacks to as many megabytes of one letter."""
    main = b"<a>" + b"a" * (megabytes << 20) + b"</a>"
    return changed(document("article.docx"), {"word/document.xml": main})


LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b"]><l>&j;</l>"
)
"""XML of 700 bytes whose entities stand for a thousand million letters."""

STEALING = (
    b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    b"<l><p>before &a; behind</p></l>"
)
"""XML that asks for a file of the machine it is read on."""

DEEP = b"<a>" * 200_000 + b"x" + b"</a>" * 200_000

MAIL = b"""\
From: "Harbour Office" <office@harbour.example>
To: crew@harbour.example
Subject: =?utf-8?q?Neue_Gezeiten_f=C3=BCr_M=C3=A4rz?=
Date: Mon, 02 Mar 2026 08:15:00 +0100
Message-ID: <1@harbour.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: multipart/alternative; boundary=C

--C
Content-Type: text/plain; charset=utf-8

The tide turns twice a day.
--C
Content-Type: text/html; charset=utf-8

<html><head><style>p {color: red}</style></head><body><p>The tide turns <b>twice</b> a day,
see the <a href="https://harbour.example/tables">tables</a>.</p></body></html>
--C--
--B
Content-Type: application/pdf
Content-Disposition: attachment; filename="tables.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjcK
--B--
"""

MARKDOWN = b"""\
---
title: Harbour tides
author: Harbour Office
---
# Harbour tides

The tide turns **twice a day**; see the [tables](https://harbour.example/tables).

- spring
- neap

| Day | High |
| --- | ---: |
| Monday | 4.2 |
"""

DOCBOOK = b"""\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd">
<article lang="en"><articleinfo><title>Harbour tides</title><author>Harbour Office</author>
</articleinfo>
<section><title>Spring and neap</title>
<para>The tide turns <emphasis>twice</emphasis> a day, see the
<ulink url="https://harbour.example/tables">tables</ulink>.</para>
<itemizedlist><listitem>spring</listitem><listitem><para>neap</para></listitem></itemizedlist>
<table><row><entry>Monday</entry><entry>4.2</entry></row></table>
</section></article>
"""
