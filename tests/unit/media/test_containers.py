from __future__ import annotations

import io
import zipfile

import pytest

from material.documents import bomb, document, zipped
from pagemill.errors import DocumentError
from pagemill.media import containers
from pagemill.media.containers import member, safe_zip


def test_a_sound_container_is_opened():
    with safe_zip(document("article.docx")) as found:
        assert member(found, "word/document.xml").startswith(b"<?xml")
        assert member(found, "no/such/member") == b""


def test_a_container_that_would_grow_beyond_measure_is_a_bomb():
    with pytest.raises(DocumentError, match=r"bomb: word/document\.xml grows"):
        safe_zip(bomb())


def test_a_container_of_many_large_members_is_a_bomb(monkeypatch):
    monkeypatch.setattr(containers, "MOST_BYTES", 1_000)
    with pytest.raises(DocumentError, match="bomb: 1400 bytes unpacked"):
        safe_zip(zipped({"a": "a" * 700, "b": "b" * 700}))


def test_a_container_of_too_many_members_is_a_bomb(monkeypatch):
    monkeypatch.setattr(containers, "MOST_MEMBERS", 3)
    with pytest.raises(DocumentError, match="bomb: 4 members"):
        safe_zip(zipped(dict.fromkeys("abcd", "")))


def test_a_locked_member_is_told():
    payload = bytearray(zipped({"a": "text"}))
    payload[payload.find(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(DocumentError, match="encrypted: member a"):
        safe_zip(bytes(payload))


@pytest.mark.parametrize("payload", [b"", b"PK\x03\x04", document("article.docx")[:3_000]])
def test_a_broken_container_is_told(payload):
    with pytest.raises(DocumentError, match="broken document: ZIP container"):
        safe_zip(payload)


def test_a_damaged_member_is_told():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as out:
        out.writestr("a", "text that is not compressed")
    payload = stream.getvalue().replace(b"text that", b"TEXT that")
    with pytest.raises(DocumentError, match="broken document: a: Bad CRC"):
        member(safe_zip(payload), "a")
