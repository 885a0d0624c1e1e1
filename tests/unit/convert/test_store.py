from __future__ import annotations

import gzip
from datetime import UTC, datetime

import pytest

from pagemill.convert.converter import Conversion
from pagemill.convert.store import Conversions, payload_digest
from pagemill.errors import DocumentError
from pagemill.model.capture import Capture

CAPTURE = Capture(
    url="https://harbour.example/tables.pdf",
    fetched_at=datetime(2026, 3, 2, tzinfo=UTC),
    kind="response",
    status=200,
    headers=(),
    media_type="application/pdf",
    payload=b"%PDF-1.7",
    block_digest="0" * 32,
)
MADE = Conversion(
    html="<body>Gezeiten für März</body>",
    media_type="application/pdf",
    converter="pdf 1 (pypdfium2 5.15.2)",
)
DIGEST = payload_digest(CAPTURE.payload)


def test_what_was_kept_is_found(tmp_path):
    kept = Conversions(tmp_path / "conversions")
    assert kept.find(DIGEST, MADE.converter) is None
    kept.keep(DIGEST, CAPTURE, MADE)
    assert kept.find(DIGEST, MADE.converter) == MADE


def test_another_version_of_a_converter_finds_nothing(tmp_path):
    kept = Conversions(tmp_path)
    kept.keep(DIGEST, CAPTURE, MADE)
    assert kept.find(DIGEST, "pdf 2 (pypdfium2 5.15.2)") is None
    # Names that differ in signs alone may share a file, and are told apart all the same.
    assert kept.find(DIGEST, "pdf 1 [pypdfium2 5.15.2]") is None


def test_a_conversion_is_a_warc_record_of_its_kind(tmp_path):
    Conversions(tmp_path).keep(DIGEST, CAPTURE, MADE)
    (path,) = tmp_path.rglob("*.warc.gz")
    assert path.name == f"{DIGEST}-pdf-1-pypdfium2-5.15.2.warc.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    assert text.startswith("WARC/1.1\r\nWARC-Type: conversion\r\n")
    assert "WARC-Target-URI: https://harbour.example/tables.pdf\r\n" in text
    assert f"Pagemill-Source-Digest: {DIGEST}\r\n" in text
    assert "Content-Type: text/html; charset=utf-8\r\n" in text
    assert text.rstrip().endswith(MADE.html)


def test_the_same_conversion_gives_the_same_bytes(tmp_path):
    for name in "ab":
        Conversions(tmp_path / name).keep(DIGEST, CAPTURE, MADE)
    first, second = tmp_path.rglob("*.warc.gz")
    assert first.read_bytes() == second.read_bytes()


def test_a_document_that_cannot_be_converted_is_known_to(tmp_path):
    kept = Conversions(tmp_path, "30 s")
    why = DocumentError("took too long", "more than 30 s: to convert")
    kept.keep_refusal(DIGEST, CAPTURE, MADE.converter, why)
    with pytest.raises(DocumentError) as caught:
        kept.find(DIGEST, MADE.converter)
    assert (caught.value.reason, caught.value.detail) == (why.reason, why.detail)


def test_other_limits_give_it_another_chance(tmp_path):
    why = DocumentError("took too long")
    Conversions(tmp_path, "30 s").keep_refusal(DIGEST, CAPTURE, MADE.converter, why)
    assert Conversions(tmp_path, "40 s").find(DIGEST, MADE.converter) is None


@pytest.mark.parametrize("reason", ["needs pagemill[documents]", "media type image/png"])
def test_what_depends_on_the_installation_is_not_kept(tmp_path, reason):
    kept = Conversions(tmp_path)
    kept.keep_refusal(DIGEST, CAPTURE, MADE.converter, DocumentError(reason))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damaged", [b"", b"words", b"\x1f\x8b\x08\x00 cut off"])
def test_a_damaged_conversion_is_made_anew(tmp_path, damaged):
    kept = Conversions(tmp_path)
    kept.keep(DIGEST, CAPTURE, MADE)
    (path,) = tmp_path.rglob("*.warc.gz")
    path.write_bytes(damaged)
    assert kept.find(DIGEST, MADE.converter) is None


def test_what_is_forgotten_is_gone_in_every_version(tmp_path):
    kept = Conversions(tmp_path)
    kept.keep(DIGEST, CAPTURE, MADE)
    kept.keep_refusal(DIGEST, CAPTURE, "pdf 2", DocumentError("broken document"))
    assert kept.forget(payload_digest(b"another")) == 0
    assert kept.forget(DIGEST) == 2
    assert not list(tmp_path.rglob("*.gz"))
