from __future__ import annotations

import pytest

from material.documents import DOCBOOK, EVERY_KIND, MAIL, MARKDOWN, document, zipped
from pagemill.media import types
from pagemill.media.sniff import file_type, media_type, recognised

TYPES = {
    "pdf": types.PDF,
    "docx": types.DOCX,
    "odt": types.ODT,
    "rtf": types.RTF,
    "doc": types.DOC,
    "epub": types.EPUB,
    "xlsx": types.XLSX,
    "xls": types.XLS,
    "ods": types.ODS,
    "pptx": types.PPTX,
    "ppt": types.PPT,
    "odp": types.ODP,
}
LIES = ("", "text/html", "text/plain", "image/png", "application/octet-stream", types.PDF)


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("name", EVERY_KIND)
def test_the_type_of_a_document_is_seen_whatever_its_header_says(name, lie):
    assert media_type(document(name), lie) == TYPES[name.rpartition(".")[2]]


@pytest.mark.parametrize("name", EVERY_KIND)
def test_a_file_shows_the_same_type_as_its_bytes(tmp_path, name):
    path = tmp_path / "document.bin"
    path.write_bytes(document(name))
    assert file_type(path) == TYPES[name.rpartition(".")[2]]


@pytest.mark.parametrize("name", [one for one in EVERY_KIND if "rtf" not in one])
def test_a_document_that_was_cut_off_shows_its_type_as_long_as_that_can_be_seen(name):
    payload = document(name)
    shown = media_type(payload[: len(payload) * 9 // 10])
    assert shown in {TYPES[name.rpartition(".")[2]], "application/x-ole-storage"}


def test_a_locked_office_file_shows_that_it_is_locked():
    assert media_type(document("locked.xlsx"), types.XLSX) == types.LOCKED_OFFICE


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\r\n\r\n", b"junk of a mailer\n"])
def test_a_pdf_may_have_something_before_it(before):
    assert media_type(before + document("article.pdf")) == types.PDF


@pytest.mark.parametrize(
    ("payload", "stated", "found"),
    [
        (b"<!DOCTYPE html><p>x", "", "text/html"),
        (b"  \n<html><body>", "application/pdf", "text/html"),
        (b"<p>only a paragraph", "", "text/html"),
        (b"\xef\xbb\xbf<!-- x --><div>", "", "text/html"),
        (b"plain words", "", ""),
        (b"plain words", types.PDF, "application/octet-stream"),
        (b"plain words", "text/plain; charset=utf-8", "text/plain"),
        (b"<b>sent as text", "text/plain", "text/plain"),
        (b'<?xml version="1.0"?><html xmlns="x">', "application/xml", "text/html"),
        (b'<?xml version="1.0"?><div>a fragment', "", "text/html"),
        (b'<?xml version="1.0"?><book>', "text/html", "text/html"),
        (DOCBOOK, "", types.XML),
        (b"<book>x</book>", "text/xml", types.XML),
        (b'<?xml version="1.0"?><rss version="2.0">', "text/xml", "application/rss+xml"),
        (b'<?xml version="1.0"?><urlset>', "", "application/x-sitemap+xml"),
        (b'<svg xmlns="x">', "", "image/svg+xml"),
        (MAIL, "", types.MAIL),
        (b"From x Mon Mar  2 2026\n" + MAIL, "text/plain", types.MAIL),
        (MAIL, "text/html", "text/html"),
        (b"From: the sea\nall the way: up\n\n", "", ""),
        (MARKDOWN, "text/markdown; charset=utf-8", types.MARKDOWN),
        (MARKDOWN, "text/plain", "text/plain"),
        (b"\x00\x01\x02", "text/markdown", "text/markdown"),
        (b"\x89PNG\r\n\x1a\n", "text/html", "image/png"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "", "image/webp"),
        (b"\x00\x00\x00\x18ftypmp42", "", "video/mp4"),
        (zipped({"a.txt": "x"}), types.DOCX, "application/zip"),
        (zipped({"META-INF/container.xml": "x"}), "", types.EPUB),
        (zipped({"datapackage.json": "{}", "archive/a.warc": "x"}), "", "application/wacz"),
        (zipped({"mimetype": f"{types.ODT}-template"}), "", types.ODT),
        (zipped({"mimetype": "application/x-else"}), "", "application/zip"),
        (b"PK\x03\x04 no zip at all", "", "application/zip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 nothing", "", "application/x-ole-storage"),
        (b"", "text/html", "text/html"),
        (b"", "", ""),
    ],
)
def test_bytes_are_believed_before_claims(payload, stated, found):
    assert media_type(payload, stated) == found


def test_the_binary_claim_of_a_text_is_no_recognition():
    assert recognised(b"\x00\x01\x02", "text/markdown") == ""


def test_many_comments_before_the_root_are_read_one_way() -> None:
    comments = b"<!-- a --> " * 50
    assert media_type(comments + b"<p>text") == media_type(b"<p>text")
    assert media_type(comments + b"text without a root") == media_type(b"<!-- a -->text")
    assert media_type(comments + b"<html><p>text") == "text/html"
