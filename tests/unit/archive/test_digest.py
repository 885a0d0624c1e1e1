from __future__ import annotations

import base64
import hashlib

import pytest

from pagemill.archive.digest import Digests, digest_holds
from pagemill.model.capture import UNDATED, Record

HEAD = b"HTTP/1.1 200 OK\r\n\r\n"


def sha1(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()  # noqa: S324


def record(block: bytes, stated: str = "", name: str = "WARC-Block-Digest") -> Record:
    fields = ((name, stated),) if stated else ()
    return Record(
        url="http://a.example/",
        fetched_at=UNDATED,
        kind="response",
        record_id="",
        content_type="",
        block=block,
        fields=fields,
    )


RIGHT = record(HEAD + b"a", sha1(HEAD + b"a"))
WRONG = record(HEAD + b"b", sha1(HEAD + b"a"))
WITHOUT = record(HEAD + b"c")


def cleared(digests: Digests, one: Record) -> bool:
    return digests.clear(one.kind, one.fields, one.block)


@pytest.mark.parametrize("stated", ["md5:{}", "SHA-256:{}", "sha512:{}", "sha1:{}"])
def test_digests_in_use_are_computed(stated):
    name = stated.partition(":")[0].lower().replace("-", "")
    digest = hashlib.new(name, b"x")
    assert digest_holds(stated.format(digest.hexdigest()), b"x") is True
    text = base64.b32encode(digest.digest()).decode()
    assert digest_holds(stated.format(text.lower()), b"x") is True
    assert digest_holds(stated.format(text), b"y") is False
    assert digest_holds("crc32:00000000", b"x") is None


@pytest.mark.parametrize(
    ("file", "verdicts"),
    [
        ([RIGHT, WRONG, WITHOUT], [True, False, True]),
        ([WRONG, RIGHT], [False, True]),
        ([WRONG, WITHOUT], [False, True]),
        ([WRONG, WRONG, WITHOUT], [True, True, True]),
        ([WITHOUT] * 70 + [WRONG], [True] * 71),
    ],
)
def test_a_wrong_digest_is_held_against_the_others(file, verdicts):
    digests = Digests(lambda: iter(file))
    assert [cleared(digests, one) for one in file] == verdicts


def test_a_sound_record_shows_what_digests_are_worth():
    digests = Digests(lambda: iter([RIGHT, WRONG]))
    assert digests.is_open
    digests.learn(WRONG.kind, WRONG.fields, WRONG.block)
    assert not digests.is_open
    assert cleared(digests, WRONG)
    digests = Digests(lambda: iter([WRONG, WRONG]))
    digests.learn(RIGHT.kind, RIGHT.fields, RIGHT.block)
    assert not cleared(digests, WRONG)


@pytest.mark.parametrize(
    ("block", "is_clear"),
    [
        (HEAD + b"body", True),
        (HEAD + b"bady", False),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nother", True),
        (b"body", True),
    ],
)
def test_a_payload_is_held_against_its_digest_where_there_is_no_other(block, is_clear):
    one = record(block, sha1(b"body"), "warc-payload-digest")
    assert cleared(Digests(lambda: iter([])), one) == is_clear


def test_a_revisit_bears_the_digest_of_another():
    digests = Digests(lambda: iter([RIGHT]))
    assert digests.clear("revisit", WRONG.fields, WRONG.block)
