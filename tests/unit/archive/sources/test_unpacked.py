from __future__ import annotations

import gzip
import io
import json
import random
from pathlib import Path

import lz4.frame
import pytest
import zstandard

from material.archives import trec_document
from pagemill.archive.member import BrokenMemberError
from pagemill.archive.sources.detect import open_source
from pagemill.archive.sources.unpacked import Unpacked, first_bytes
from pagemill.cli.main import main
from pagemill.model.capture import Damage, Record, Reject


def begins(content: bytes) -> bool:
    return content[:1].isalpha()


def checked(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def framed(data: bytes) -> bytes:
    return lz4.frame.compress(data, content_checksum=True)


PARTS = [b"one\n", b"", b"two\n" * 300_000]


@pytest.mark.parametrize(
    "pack",
    [bytes, gzip.compress, zstandard.compress, lz4.frame.compress],
    ids=lambda f: f.__name__,
)
def test_all_members_are_one_stream(pack):
    file = io.BytesIO(b"".join(map(pack, PARTS)))
    with io.BufferedReader(Unpacked(file, begins)) as stream:
        assert stream.readable()
        assert stream.read() == b"".join(PARTS)
    assert file.closed


def test_damage_is_told_with_the_member_that_it_is_in():
    first = gzip.compress(b"one")
    raw = Unpacked(io.BytesIO(first + gzip.compress(b"two")[:-3]), begins)
    with io.BufferedReader(raw) as stream, pytest.raises(BrokenMemberError):
        stream.read()
    assert raw.offset == len(first)


def test_first_bytes_need_no_sound_end():
    whole = gzip.compress(b"") + gzip.compress(b"content")
    assert first_bytes(io.BytesIO(whole[:-9])) == b"content"
    assert first_bytes(io.BytesIO(b"\x1f\x8b\x08" + bytes(30))) == b""


def flipped(one: bytes) -> bytes:
    at = len(one) // 2
    return one[:at] + bytes([one[at] ^ 4]) + one[at + 1 :]


def cut(one: bytes) -> bytes:
    return one[: len(one) // 2]


def zeroed(one: bytes) -> bytes:
    return one[: len(one) // 3] + bytes(len(one) // 3) + one[len(one) // 3 * 2 :]


def blank(one: bytes) -> bytes:
    return bytes(len(one))


noise = random.Random(7)


def words(size: int) -> str:
    return " ".join(str(noise.random()) for _ in range(size // 19))


def json_line(number: int, size: int = 500) -> bytes:
    row = {"url": f"http://a.org/{number}", "html": f"<p>{words(size)}"}
    return json.dumps(row).encode() + b"\n"


def document(number: int) -> bytes:
    return trec_document(number, f"http://a.org/{number}", f"<p>{words(500)}\n<p>more")


def index_line(number: int) -> bytes:
    place_ = {
        "url": f"http://a.org/{number}",
        "filename": "gone.warc.gz",
        "offset": str(number),
    }
    return f"org,a)/{number} 20260101000000 {json.dumps(place_)}\n".encode()


def numbers(path: Path, start: int = 0) -> list[int | str]:
    """What a file gives, in order: the numbers of pages, and in words what went wrong."""
    return [
        int(one.url.rpartition("/")[2])
        if isinstance(one, Record)
        else one.reason
        if isinstance(one, Reject)
        else one.offset
        if one.file.endswith("gone.warc.gz")
        else f"damage at {one.offset}"
        for one in (item.found for item in open_source(path).read(start))
    ]


@pytest.mark.parametrize("hurt", [flipped, cut, zeroed, blank])
@pytest.mark.parametrize("pack", [gzip.compress, checked, framed])
@pytest.mark.parametrize(
    ("name", "made"), [("a.jsonl", json_line), ("a.trec", document), ("a.cdxj", index_line)]
)
def test_only_what_the_damaged_member_holds_is_lost(tmp_path: Path, name, made, pack, hurt):
    parts = [pack(b"".join(made(10 * part + row) for row in range(5))) for part in range(3)]
    path = tmp_path / name
    path.write_bytes(parts[0] + hurt(parts[1]) + parts[2])
    told = f"damage at {len(parts[0])}"
    assert numbers(path) == [0, 1, 2, 3, 4, told, 20, 21, 22, 23, 24]
    assert numbers(path, start=4) == [4, told, 20, 21, 22, 23, 24]
    assert numbers(path, start=6) == [20, 21, 22, 23, 24]
    path.write_bytes(parts[0] + hurt(parts[1]) + parts[2] + hurt(parts[1]) + parts[0])
    again = f"damage at {len(parts[0] + hurt(parts[1]) + parts[2])}"
    assert numbers(path)[5:] == [told, 20, 21, 22, 23, 24, again, 0, 1, 2, 3, 4]


@pytest.mark.parametrize("hurt", [flipped, cut, zeroed])
@pytest.mark.parametrize(("name", "made"), [("a.jsonl", json_line), ("a.cdxj", index_line)])
def test_a_damaged_first_member_costs_itself(tmp_path: Path, name, made, hurt):
    parts = [gzip.compress(made(part)) for part in range(3)]
    path = tmp_path / f"{name}.gz"
    path.write_bytes(hurt(parts[0]) + parts[1] + parts[2])
    assert numbers(path) == ["damage at 0", 1, 2]


@pytest.mark.parametrize(("made", "name"), [(json_line, "a.jsonl"), (document, "a.trec")])
def test_nothing_is_glued_from_both_sides_of_damage(tmp_path: Path, made, name):
    pages = [made(number) for number in range(40)]
    content, step = b"".join(pages), 1000
    parts = [gzip.compress(content[at : at + step]) for at in range(0, len(content), step)]
    ends = [len(b"".join(pages[: row + 1])) for row in range(40)]
    path = tmp_path / name
    path.write_bytes(content)
    true = [item.found for item in open_source(path).read()]
    for hurt in range(1, len(parts)):
        path.write_bytes(b"".join([*parts[:hurt], flipped(parts[hurt]), *parts[hurt + 1 :]]))
        found = [item.found for item in open_source(path).read()]
        whole = [
            (one.url, one.block)
            for one, page, end in zip(true, pages, ends, strict=True)
            if end <= hurt * step or end - len(page) >= (hurt + 1) * step
        ]
        assert [(one.url, one.block) for one in found if isinstance(one, Record)] == whole
        [damage] = [one for one in found if isinstance(one, Damage)]
        assert damage.offset == len(b"".join(parts[:hurt]))


def test_of_a_large_member_with_a_wrong_checksum_nothing_is_given(tmp_path: Path):
    lines = b"".join(json_line(number, 30_000) for number in range(80))
    large = gzip.compress(lines, 1)
    assert len(large) > 1 << 19
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(large[:-20] + flipped(large[-20:]) + gzip.compress(json_line(80)))
    assert numbers(path) == ["damage at 0", 80]
    path.write_bytes(large[: len(large) // 2])
    *given, told = numbers(path)
    assert given == list(range(len(given)))
    assert 38 <= len(given) <= 41
    assert told == "damage at 0"


def test_an_import_tells_the_damage_and_ends_with_one(tmp_path: Path, capsys):
    parts = [gzip.compress(json_line(part)) for part in range(3)]
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(parts[0] + flipped(parts[1]) + parts[2])
    root = str(tmp_path / "one.collection")
    assert main(["init", root]) == 0
    capsys.readouterr()
    assert main(["import", root, str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    [damage] = told["damage"]
    assert (told["stored"], damage["file"], damage["offset"]) == (2, str(path), len(parts[0]))
    assert main(["check", str(path)]) == 1
    assert f"damage: {path} at byte {len(parts[0])}: " in capsys.readouterr().out
