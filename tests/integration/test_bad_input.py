"""Whatever is wrong outside, one clear line says so, and nothing readable is lost."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import resource
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from material import folder, outcome, places, smallweb, warcs

VERBS = (
    "init",
    "import",
    "build",
    "view",
    "duplicates",
    "search",
    "status",
    "explain",
    "export",
    "forget",
)
GOOD_PAGES = 12


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a source without any fault."""
    pages = [smallweb.article(smallweb.numbers(number), number) for number in range(GOOD_PAGES)]
    return smallweb.write_warc(tmp_path_factory.mktemp("good") / "good.warc.gz", pages)


@pytest.fixture(scope="module")
def small(
    collect: Callable[..., Path], good: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a small built collection. Copy it to change it."""
    return collect(tmp_path_factory.mktemp("small") / "c", good)


def _checksums(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def _stored(run_pagemill: Any, root: Path) -> int:
    """Build, and return how many captures the collection holds: it must be whole."""
    result = run_pagemill("build", root)
    outcome.assert_calm(result)
    assert result.returncode in (0, 1), outcome.shown(result)
    assert folder.leftovers(root) == []
    return len(folder.rows(root, "captures"))


# ---------------------------------------------------------------- sources


def _missing(path: Path) -> None:
    del path


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _random_bytes(path: Path) -> None:
    path.write_bytes(b"\x00\x01" + smallweb.numbers(5).randbytes(5000))


def _picture(path: Path) -> None:
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + smallweb.numbers(6).randbytes(900)
    )


def _program(path: Path) -> None:
    path.write_bytes(Path(sys.executable).resolve().read_bytes()[:60_000])


def _headless_gzip(path: Path) -> None:
    path.write_bytes(gzip.compress(b"no WARC in here, only a note\n" * 40, mtime=0))


def _parquet_of_others(path: Path) -> None:
    pq.write_table(pa.table({"address": ["http://a.example/"], "markup": ["<p>a</p>"]}), path)


def _parquet_of_wrong_types(path: Path) -> None:
    pq.write_table(pa.table({"url": [1, 2], "html": [1.5, 2.5]}), path)


def _cut_parquet(path: Path) -> None:
    _parquet_of_others(path)
    os.truncate(path, path.stat().st_size // 2)


def _jsonl_of_others(path: Path) -> None:
    path.write_text('{"address": "http://a.example/", "markup": "<p>a</p>"}\n')


BAD_SOURCES: dict[str, Callable[[Path], None]] = {
    "nothere.warc.gz": _missing,
    "nothere.jsonl": _missing,
    "empty.warc.gz": _empty,
    "empty.warc": _empty,
    "empty.jsonl": _empty,
    "empty.parquet": _empty,
    "noise.warc.gz": _random_bytes,
    "noise.warc": _random_bytes,
    "noise.jsonl": _random_bytes,
    "noise.parquet": _random_bytes,
    "noise.wacz": _random_bytes,
    "noise": _random_bytes,
    "picture.png": _picture,
    "picture.warc.gz": _picture,
    "program": _program,
    "note.warc.gz": _headless_gzip,
    "others.parquet": _parquet_of_others,
    "types.parquet": _parquet_of_wrong_types,
    "cut.parquet": _cut_parquet,
    "others.jsonl": _jsonl_of_others,
}


@pytest.mark.parametrize("name", BAD_SOURCES)
def test_a_bad_source_is_named_in_one_line_and_the_good_one_is_still_stored(
    name: str,
    good: Path,
    collect: Callable[..., Path],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    bad = tmp_path / name
    BAD_SOURCES[name](bad)
    root = collect(tmp_path / "c", build=False)
    outcome.assert_fails(run_pagemill("import", root, bad, good), 1, name)
    assert len(warcs.captures(root / "archive")) == GOOD_PAGES


@pytest.mark.parametrize("name", ["nothere.warc.gz", "noise.warc.gz", "picture.png"])
def test_a_bad_source_alone_is_named_and_leaves_the_collection_usable(
    name: str,
    good: Path,
    collect: Callable[..., Path],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    bad = tmp_path / name
    BAD_SOURCES[name](bad)
    root = collect(tmp_path / "c", build=False)
    outcome.assert_fails(run_pagemill("import", root, bad), (1, 2), name)
    outcome.assert_done(run_pagemill("import", root, good))
    assert _stored(run_pagemill, root) == GOOD_PAGES


def test_a_cut_warc_gives_all_whole_records_and_the_offset_of_the_damage(
    good: Path, collect: Callable[..., Path], run_pagemill: Any, tmp_path: Path
) -> None:
    data = good.read_bytes()
    last = data.rindex(b"\x1f\x8b\x08\x00\x00\x00\x00\x00")
    cut = tmp_path / "cut.warc.gz"
    cut.write_bytes(data[: last + (len(data) - last) // 2])
    root = collect(tmp_path / "c", build=False)
    line = outcome.assert_fails(run_pagemill("import", root, cut), 1, "cut.warc.gz")
    assert str(last) in line
    assert _stored(run_pagemill, root) == GOOD_PAGES - 1


def test_damage_in_the_middle_costs_one_record(
    good: Path, collect: Callable[..., Path], run_pagemill: Any, tmp_path: Path
) -> None:
    data = bytearray(good.read_bytes())
    starts = [found.start() for found in re.finditer(b"\x1f\x8b\x08\x00\x00\x00\x00\x00", data)]
    middle = (starts[4] + starts[5]) // 2
    data[middle : middle + 40] = bytes(40)
    torn = tmp_path / "torn.warc.gz"
    torn.write_bytes(data)
    root = collect(tmp_path / "c", build=False)
    line = outcome.assert_fails(run_pagemill("import", root, torn), 1, "torn.warc.gz")
    assert str(starts[4]) in line
    assert _stored(run_pagemill, root) == GOOD_PAGES - 1


def test_bad_lines_of_jsonl_are_counted_and_the_others_stored(
    collect: Callable[..., Path], run_pagemill: Any, tmp_path: Path
) -> None:
    page = (
        "<html><body><h1>Line</h1><p>The ferry crosses the bay twice a day.</p></body></html>"
    )
    lines = [
        json.dumps({"url": "http://a.example/1", "html": page}),
        '{"url": "http://a.example/2", "html": ',
        json.dumps({"url": "http://a.example/3", "html": page}),
        "plain words, no JSON",
        json.dumps({"url": "http://a.example/5"}),
        json.dumps({"url": 7, "html": page}),
        json.dumps(["a", "list"]),
        json.dumps({"url": "not an address", "html": page}),
        json.dumps({"url": "javascript:alert(1)", "html": page}),
        json.dumps({"url": "", "html": page}),
        "",
        "\ufeff" + json.dumps({"url": "http://a.example/12", "html": page}),
    ]
    source = tmp_path / "lines.jsonl"
    source.write_text("\n".join(lines), encoding="utf-8")
    root = collect(tmp_path / "c", build=False)
    result = run_pagemill("import", root, source)
    outcome.assert_done(result, 1)
    assert 1 <= len(outcome.fault_lines(result)) <= 8, outcome.shown(result)
    assert any("lines.jsonl" in line for line in outcome.fault_lines(result))
    assert _stored(run_pagemill, root) in (2, 3)
    stored = {row["url"] for row in folder.rows(root, "captures")}
    assert stored >= {"http://a.example/1", "http://a.example/3"}


def test_documents_that_are_no_pages_are_rejected_by_reason_not_fatal(
    collect: Callable[..., Path], run_pagemill: Any, tmp_path: Path
) -> None:
    files = tmp_path / "mixed"
    files.mkdir()
    page = smallweb.article(smallweb.numbers(1), 2).payload
    (files / "good.html").write_bytes(page)
    _picture(files / "picture.html")
    _empty(files / "empty.html")
    _random_bytes(files / "noise.html")
    root = collect(tmp_path / "c", files)
    assert len(folder.rows(root, "docviews")) == 1
    status = json.loads(run_pagemill("status", root, "--json").stdout)
    assert status["funnel"]["pages"] == 1
    assert sum(sum(reasons.values()) for reasons in status["rejects"].values()) >= 2


@pytest.mark.parametrize("verb", ["explain", "duplicates", "view"])
@pytest.mark.parametrize("url", ["not an address", "http://", "http://never.example/seen"])
def test_an_url_that_is_none_or_unknown_gets_one_line(
    verb: str, url: str, small: Path, run_pagemill: Any
) -> None:
    arguments = ["view", url, "--in", small] if verb == "view" else [verb, small, url]
    outcome.assert_fails(run_pagemill(*arguments), (1, 2), url)


def test_a_file_to_view_that_is_missing_or_no_page_gets_one_line(
    run_pagemill: Any, tmp_path: Path
) -> None:
    outcome.assert_fails(run_pagemill("view", tmp_path / "none.html"), (1, 2), "none.html")
    _picture(tmp_path / "picture.html")
    outcome.assert_fails(run_pagemill("view", tmp_path / "picture.html"), 1, "picture.html")
    outcome.assert_fails(run_pagemill("view", tmp_path), (1, 2), str(tmp_path))


# ---------------------------------------------------------------- folders


def _each_verb(root: Path, source: Path, out: Path) -> Iterator[list[str | Path]]:
    yield ["import", root, source]
    yield ["build", root]
    yield ["status", root]
    yield ["search", root, "lantern"]
    yield ["duplicates", root]
    yield ["explain", root, "http://a.example/"]
    yield ["view", "http://a.example/", "--in", root]
    yield ["export", root, "--to", "jsonl", out]
    yield ["forget", root, "a.example"]


def test_what_is_no_collection_is_refused_by_every_verb(
    good: Path, run_pagemill: Any, tmp_path: Path
) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "letter.txt").write_text("Dear reader")
    file = tmp_path / "file"
    file.write_text("a file")
    for root in (plain, file, tmp_path / "absent"):
        verbs = list(_each_verb(root, good, tmp_path / "out"))
        for arguments in verbs if root == plain else verbs[:2]:
            outcome.assert_fails(run_pagemill(*arguments), 3, str(root))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "letter.txt", "plain"]


def test_init_takes_no_folder_that_holds_something(
    small: Path, run_pagemill: Any, tmp_path: Path
) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "letter.txt").write_text("Dear reader")
    file = tmp_path / "file"
    file.write_text("a file")
    before = _checksums(small)
    for root in (plain, file, small):
        outcome.assert_fails(run_pagemill("init", root), (2, 3), str(root))
    assert _checksums(small) == before
    assert [path.name for path in plain.iterdir()] == ["letter.txt"]


def test_a_newer_collection_is_left_alone(
    small: Path, good: Path, copied: Callable[[Path], Path], run_pagemill: Any, tmp_path: Path
) -> None:
    root = copied(small)
    current = json.loads((root / "CURRENT.json").read_text()) | {"format": 999}
    (root / "CURRENT.json").write_text(json.dumps(current))
    before = _checksums(root)
    for arguments in _each_verb(root, good, tmp_path / "out.jsonl"):
        line = outcome.assert_fails(run_pagemill(*arguments), 3, str(root))
        assert "newer" in line
    assert _checksums(root) == before
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": "one", "tables": 3}']
)
def test_a_damaged_table_of_contents_is_named_and_nothing_is_touched(
    content: bytes,
    small: Path,
    copied: Callable[[Path], Path],
    run_pagemill: Any,
) -> None:
    root = copied(small)
    (root / "CURRENT.json").write_bytes(content)
    before = _checksums(root)
    for arguments in (["status", root], ["build", root], ["search", root, "lantern"]):
        outcome.assert_fails(run_pagemill(*arguments), 3, "CURRENT.json")
    assert _checksums(root) == before


def test_a_cut_part_of_a_table_is_named_and_no_export_is_left_half_written(
    small: Path, copied: Callable[[Path], Path], run_pagemill: Any, tmp_path: Path
) -> None:
    root = copied(small)
    run = folder.live(root)["docviews"]
    parts = sorted((root / "tables" / "docviews" / run).glob("*.parquet"))
    part = max(parts, key=lambda path: path.stat().st_size)
    os.truncate(part, part.stat().st_size // 2)
    out = tmp_path / "out.jsonl"
    outcome.assert_fails(run_pagemill("export", root, "--to", "jsonl", out), 3, part.name)
    assert not out.exists()
    outcome.assert_calm(run_pagemill("build", root))
    outcome.assert_calm(run_pagemill("status", root))


def test_a_collection_that_cannot_be_written_is_still_read(
    small: Path, run_pagemill: Any, tmp_path: Path
) -> None:
    more = smallweb.write_warc(tmp_path / "more.warc.gz", smallweb.web(9, 5))
    with places.small_disk(tmp_path / "disk", 16_000) as disk:
        root = Path(shutil.copytree(small, disk / "c"))
        with places.unwritable(disk):
            outcome.assert_fails(run_pagemill("import", root, more), 3, str(root))
            outcome.assert_fails(run_pagemill("forget", root, "site1.example"), 3, str(root))
            outcome.assert_fails(run_pagemill("init", disk / "new"), 3, str(disk / "new"))
            outcome.assert_done(run_pagemill("status", root))
            outcome.assert_done(run_pagemill("search", root, "lantern"))
            out = disk / "out.jsonl"
            outcome.assert_fails(
                run_pagemill("export", root, "--to", "jsonl", out), 3, "out.jsonl"
            )
        imported = run_pagemill("import", root, more)
        assert imported.returncode in (0, 1), outcome.shown(imported)
        with places.unwritable(disk):
            outcome.assert_fails(run_pagemill("build", root), 3, str(root))
        assert _stored(run_pagemill, root) > GOOD_PAGES


def test_a_full_disk_leaves_nothing_of_a_new_collection_or_an_export(
    small: Path, run_pagemill: Any, tmp_path: Path
) -> None:
    with places.small_disk(tmp_path / "disk", 8) as disk:
        for form in ("jsonl", "markdown"):
            out = disk / f"out.{form}"
            outcome.assert_fails(run_pagemill("export", small, "--to", form, out), 3, out.name)
            assert list(disk.iterdir()) == []
        (disk / "filler").write_bytes(bytes(4096))
        root = disk / "new"
        outcome.assert_fails(run_pagemill("init", root), 3, str(root))
        assert not root.exists()
        places.enlarge(disk, 128)
        outcome.assert_done(run_pagemill("init", root))


def _kib(root: Path) -> int:
    """Return the room that a folder takes on a disk of pages of 4 KiB."""
    files = [path for path in root.rglob("*") if path.is_file()]
    return sum(-(-path.stat().st_size // 4096) * 4 for path in files)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.3, 0.8])
def test_a_full_disk_stops_an_import_that_goes_on_once_there_is_room(
    share: float,
    sources: list[Path],
    imported: Path,
    built: Path,
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    room_kib = int(_kib(imported) * share)
    with places.small_disk(tmp_path / "disk", room_kib) as disk:
        root = disk / "c"
        outcome.assert_done(run_pagemill("init", root))
        outcome.assert_fails(run_pagemill("import", root, *sources), 3, str(root))
        outcome.assert_calm(run_pagemill("status", root))
        places.enlarge(disk, 128_000)
        result = run_pagemill("import", root, *sources)
        assert result.returncode in (0, 1), outcome.shown(result)
        _stored(run_pagemill, root)
        assert folder.different_parts(root, built) == []


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.4, 0.8])
def test_a_full_disk_stops_a_build_that_goes_on_once_there_is_room(
    share: float,
    imported: Path,
    built: Path,
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    room_kib = _kib(imported) + int((_kib(built) - _kib(imported)) * share)
    with places.small_disk(tmp_path / "disk", room_kib) as disk:
        root = Path(shutil.copytree(imported, disk / "c"))
        outcome.assert_fails(run_pagemill("build", root, "--workers", "2"), 3, str(root))
        outcome.assert_calm(run_pagemill("status", root))
        places.enlarge(disk, 128_000)
        _stored(run_pagemill, root)
        assert folder.different_parts(root, built) == []


@pytest.mark.parametrize("limit", [1_000, 60_000])
def test_a_file_that_may_not_grow_stops_an_import_without_loss(
    limit: int,
    sources: list[Path],
    collect: Callable[..., Path],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    root = collect(tmp_path / "c", build=False)
    outcome.assert_fails(
        run_pagemill("import", root, sources[0], preexec_fn=confine), 3, str(root)
    )
    result = run_pagemill("import", root, sources[0])
    assert result.returncode in (0, 1), outcome.shown(result)
    assert _stored(run_pagemill, root) == len(warcs.captures(sources[0]))


def test_an_output_that_cannot_be_written_is_named(
    small: Path, run_pagemill: Any, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("a file")
    out = file / "below" / "out.jsonl"
    outcome.assert_fails(
        run_pagemill("export", small, "--to", "jsonl", out), (2, 3), "out.jsonl"
    )
    full = Path("/dev/full")
    if full.exists():
        with full.open("w") as stdout:
            result = run_pagemill("search", small, "lantern", "--json", stdout=stdout)
        outcome.assert_calm(result)
        assert result.returncode == 3, outcome.shown(result)


# ---------------------------------------------------------------- configuration and options


def _some_key(root: Path) -> str:
    """Return a key of collection.toml, active or shown in a comment."""
    text = (root / "collection.toml").read_text(encoding="utf-8")
    keys = re.findall(r"^#? ?([a-z][a-z0-9_]{4,}) *= *\S", text, re.MULTILINE)
    assert keys, "collection.toml shows no key that a person could set"
    return str(keys[-1])


def test_an_unknown_key_is_an_error_that_names_the_nearest_valid_one(
    small: Path, copied: Callable[[Path], Path], run_pagemill: Any
) -> None:
    root = copied(small)
    config = root / "collection.toml"
    key = _some_key(root)
    wrong = key[:2] + key[1] + key[2:]
    text = config.read_text(encoding="utf-8")
    lines = re.sub(rf"^#? ?{key}( *=)", rf"{wrong}\1", text, count=1, flags=re.MULTILINE)
    config.write_text(lines, encoding="utf-8")
    tomllib.loads(config.read_text(encoding="utf-8"))
    for verb in ("build", "status"):
        line = outcome.assert_fails(run_pagemill(verb, root), 2, wrong, "collection.toml")
        assert re.search(rf"\b{key}\b", line), line


@pytest.mark.parametrize(
    "addition", ["[nosuchsection]\nkey = 1\n", "= = =\n", 'open = "quote\n', "\x00\n"]
)
def test_a_broken_configuration_is_an_error_in_one_line(
    addition: str, small: Path, copied: Callable[[Path], Path], run_pagemill: Any
) -> None:
    root = copied(small)
    with (root / "collection.toml").open("a", encoding="utf-8") as config:
        config.write(f"\n{addition}")
    before = _checksums(root)
    outcome.assert_fails(run_pagemill("build", root), 2, "collection.toml")
    assert _checksums(root) == before


def test_a_value_of_the_wrong_type_is_an_error_that_names_the_key(
    small: Path, copied: Callable[[Path], Path], run_pagemill: Any
) -> None:
    root = copied(small)
    key = _some_key(root)
    config = root / "collection.toml"
    text = config.read_text(encoding="utf-8")
    wrong = re.sub(
        rf"^#? ?{key} *=.*$", f"{key} = [[1979-05-27]]", text, count=1, flags=re.MULTILINE
    )
    config.write_text(wrong, encoding="utf-8")
    outcome.assert_fails(run_pagemill("build", root), 2, key)


def test_wrong_words_on_the_command_line_are_errors(small: Path, run_pagemill: Any) -> None:
    outcome.assert_fails(run_pagemill("biuld", small), 2, "biuld")
    outcome.assert_fails(run_pagemill("build", small, "--wrokers", "2"), 2, "--wrokers")
    outcome.assert_fails(run_pagemill("build", small, "--workers", "many"), 2, "many")
    outcome.assert_fails(run_pagemill("build", small, "--workers", "-1"), 2, "-1")
    outcome.assert_fails(run_pagemill("export", small, "--to", "papyrus", "x"), 2, "papyrus")
    outcome.assert_fails(run_pagemill("search", small), 2)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str, run_pagemill: Any) -> None:
    result = run_pagemill(verb, "--help")
    outcome.assert_done(result)
    assert verb in result.stdout
    assert len(result.stdout) > 120
