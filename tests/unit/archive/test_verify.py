from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from material import archives, warcs
from pagemill.archive.digest import digest_holds
from pagemill.archive.verify import verified
from pagemill.errors import UsageError

DATE = "2026-01-02T03:04:05Z"


def digest(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()  # noqa: S324


def page(name: str, stated: str = "") -> bytes:
    block = archives.page(name)
    fields = (("WARC-Block-Digest", stated or digest(block)),)
    return warcs.record("response", f"http://example.org/{name}", block, DATE, fields)


def kinds(path: Path) -> list[tuple[int, str]]:
    return [(one.offset, one.kind) for one in verified(path).damage]


def test_sound_files_have_no_damage(tmp_path: Path):
    path = warcs.write(tmp_path / "a.warc.gz", map(page, "abc"))
    found = verified(path)
    assert (found.records, found.digests, found.damage) == (3, 3, [])
    arc = tmp_path / "a.arc"
    arc.write_bytes(archives.arc_head() + archives.arc_record("http://a.org/", b"x"))
    assert verified(arc).records == 2


def test_a_cut_and_a_wrong_digest_are_told_with_their_place(tmp_path: Path):
    members = [warcs.member(page(n)) for n in "ab"]
    wrong = warcs.member(page("c", digest(b"other")))
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join([*members, wrong, members[0][:-9]]))
    third = sum(map(len, members))
    assert kinds(path) == [(third, "wrong block digest"), (third + len(wrong), "cut off")]


def test_digests_that_never_hold_are_their_writers_fault(tmp_path: Path):
    records = [page(name, digest(b"other")) for name in "abc"]
    assert kinds(warcs.write(tmp_path / "a.warc.gz", records)) == []


def test_digests_of_records_in_a_wacz_are_held(tmp_path: Path):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("archive/a.warc", page("a") + page("b"))
        bundle.writestr("archive/b.warc.gz", warcs.member(page("c", digest(b"other"))))
    found = verified(path)
    assert (found.records, found.digests) == (3, 2)
    assert found.damage[-1].file == f"{path}: http://example.org/c"
    assert [one.kind for one in found.damage] == ["missing", "wrong block digest"]


def test_a_wacz_is_held_against_its_list(tmp_path: Path):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("archive/a.warc", page("a"))
        bundle.writestr("extra.txt", b"x")
        bundle.writestr(
            "datapackage.json",
            '{"resources": [{"path": "archive/a.warc", "hash": "sha256:0"},'
            '{"path": "gone", "hash": "sha256:0"}]}',
        )
    found = verified(path)
    assert found.records == 1
    assert [(one.file.partition("!")[2], one.kind) for one in found.damage] == [
        ("archive/a.warc", "wrong digest"),
        ("gone", "missing"),
        ("extra.txt", "not in the list of files"),
    ]
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("archive/a.warc", page("a"))
    assert [one.kind for one in verified(path).damage] == ["missing"]
    with zipfile.ZipFile(path, "a") as bundle:
        bundle.writestr("datapackage.json", "[]")
    assert verified(path).damage[0].kind.startswith("damaged list of files")


@pytest.mark.parametrize("name", ["sha1", "sha256", "md5", "sha-512"])
def test_digests_of_the_usual_kinds_are_known(name: str):
    found = hashlib.new(name.replace("-", ""), b"x")
    assert digest_holds(f"{name}:{found.hexdigest()}", b"x")
    assert digest_holds(f"{name}:{base64.b32encode(found.digest()).decode()}", b"x")
    assert digest_holds(f"{name}:{found.hexdigest()}", b"y") is False
    assert digest_holds("crc:1", b"x") is None


def test_what_is_no_archive_is_refused(tmp_path: Path):
    (tmp_path / "a.bin").write_bytes(bytes(range(256)))
    with pytest.raises(UsageError, match="not one of"):
        verified(tmp_path / "a.bin")


@pytest.mark.parametrize(
    ("package", "kind"),
    [
        (b"[" * 100_000, "damaged list of files"),
        (b"\xff", "damaged list of files"),
        (
            b'{"resources": [{"path": "bomb", "hash": "sha256:0"}]}',
            "decompresses without bounds",
        ),
        (b" " * (65 << 20), "over the limit"),
    ],
)
def test_a_hostile_list_of_files_is_damage(tmp_path: Path, package: bytes, kind: str):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("archive/a.warc", page("a"))
        bundle.writestr("bomb", bytes(300 << 20))
        bundle.writestr("datapackage.json", package)
    found = verified(path)
    assert found.records == 1
    assert any(kind in one.kind for one in found.damage)


@pytest.mark.parametrize("method", [8, 12, 14, 99])
def test_a_list_of_files_that_cannot_be_unpacked_is_damage(tmp_path: Path, method: int):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("datapackage.json", b"{}" * 30)
        bundle.writestr("archive/a.warc", page("a"))
    data = bytearray(path.read_bytes())
    data[8] = data[data.index(b"PK\1\2") + 10] = method
    path.write_bytes(bytes(data))
    found = verified(path)
    assert found.records == 1
    assert ["damaged list" in one.kind for one in found.damage] == [True]


def test_listed_files_are_hashed_up_to_a_bound_in_sum(tmp_path: Path):
    path = tmp_path / "a.wacz"
    zeros = bytes(60 << 20)
    names = [f"pages/{number}" for number in range(4)]
    stated = f"sha256:{hashlib.sha256(zeros).hexdigest()}"
    package = {"resources": [{"path": name, "hash": stated} for name in names]}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("archive/a.warc.gz", warcs.member(page("a")))
        for name in names:
            bundle.writestr(name, zeros)
        bundle.writestr("datapackage.json", json.dumps(package))
    told = {damage.file.partition("!")[2]: damage.kind for damage in verified(path).damage}
    assert [told.get(name) for name in names] == [None] * 3 + ["decompresses without bounds"]
