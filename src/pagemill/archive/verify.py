"""Verify archive files: every member, every record, every digest that can be trusted to hold.

A digest that does not hold is damage only in a file where most of its kind do hold: there are
writers that get all of them wrong.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from pagemill.archive.digest import digest_holds
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.http import answer, is_http
from pagemill.archive.sources.detect import open_source
from pagemill.archive.sources.source import SourceOptions
from pagemill.archive.sources.wacz import BOUNDLESS, ENTRY_FAULTS, boundless, is_of_disk
from pagemill.archive.sources.warc import reader_of
from pagemill.archive.warc import RECORD_LIMIT
from pagemill.model.capture import Damage, Record, Reject

_KINDS = ("block", "payload")
_LARGEST_LIST = 1 << 26
_BOUND_FILES = ("datapackage.json", "datapackage-digest.json")


@dataclass(slots=True)
class Verified:
    """What verifying one file found.

    Attributes:
        records: sound records of any type.
        damage: places that are not sound.
        digests: digests that were computed and held.
    """

    records: int = 0
    damage: list[Damage] = field(default_factory=list[Damage])
    digests: int = 0


def verified(path: Path, limit: int = RECORD_LIMIT) -> Verified:
    """Read a file from end to end and hold all of it against what it states.

    Args:
        path: an archive file.
        limit: bytes of the largest block that is loaded.

    Raises:
        UsageError: it is nothing that pages can be read from.
        SurroundingsError: it may not be read.
    """
    source = open_source(path, SourceOptions(record_limit=limit))
    found = Verified()
    if source.kind == "warc":
        with path.open("rb") as stream:
            file = FileBytes(stream)
            places = reader_of(file, path.name)(file, str(path), limit=limit)
            _verify(((str(path), place.offset, place.found) for place in places), found)
        return found
    if source.kind == "wacz":
        found.damage += _bundle_damage(path)
    # Where in which of its files a record stands is not told: its address says more.
    _verify(((_named(path, item.found), -1, item.found) for item in source.read()), found)
    return found


def _named(path: Path, found: Record | Reject | Damage) -> str:
    return f"{path}: {found.url}" if isinstance(found, Record) else str(path)


def _verify(
    places: Iterator[tuple[str, int, Record | Reject | Damage]], found: Verified
) -> None:
    """Hold records against their digests.

    Args:
        places: what to call the place, its offset or -1, and what stands there.
        found: where to note what comes of it.
    """
    wrong: dict[str, list[Damage]] = {kind: [] for kind in _KINDS}
    held: dict[str, int] = dict.fromkeys(_KINDS, 0)
    for name, offset, one in places:
        if isinstance(one, Damage):
            found.damage.append(one)
        if not isinstance(one, Record):
            continue
        found.records += 1
        for kind, holds in _digests(one):
            held[kind] += holds
            if not holds:
                where = Damage(file=name, offset=offset, kind=f"wrong {kind} digest")
                wrong[kind].append(where)
    for kind in _KINDS:
        found.digests += held[kind]
        if held[kind] > len(wrong[kind]):
            found.damage += wrong[kind]
    found.damage.sort(key=lambda damage: damage.offset)


def _digests(record: Record) -> Iterator[tuple[str, bool]]:
    """For each digest that a record states of its own bytes: its kind, and whether it holds."""
    for name, value in record.fields:
        lower = name.lower()
        if lower == "warc-block-digest":
            data = record.block
        elif lower == "warc-payload-digest" and record.kind != "revisit":
            data = answer(record.block).body if is_http(record) else record.block
        else:
            continue
        holds = digest_holds(value, data)
        if holds is not None:
            yield lower.split("-")[1], holds


def _bundle_damage(path: Path) -> Iterator[Damage]:
    """What the list of files in a WACZ states and its files do not hold."""
    try:
        with zipfile.ZipFile(path) as bundle:
            for name, kind in _unlike(bundle, path.stat().st_size):
                yield Damage(file=f"{path}!{name}", offset=-1, kind=kind)
    except (*ENTRY_FAULTS, KeyError, TypeError) as error:  # RecursionError is among them
        if is_of_disk(error):
            raise
        yield Damage(file=str(path), offset=-1, kind=f"damaged list of files ({error})")


def _unlike(bundle: zipfile.ZipFile, size: int) -> Iterator[tuple[str, str]]:
    names = set(bundle.namelist())
    if _BOUND_FILES[0] not in names:
        yield _BOUND_FILES[0], "missing"
        return
    if bundle.getinfo(_BOUND_FILES[0]).file_size > _LARGEST_LIST:
        yield _BOUND_FILES[0], "over the limit"
        return
    package: Any = json.loads(bundle.read(_BOUND_FILES[0]))
    listed = {str(one["path"]): str(one["hash"]) for one in package["resources"]}
    infos = [bundle.getinfo(name) for name in sorted(names & listed.keys())]
    refused = {
        info.filename
        for info, is_refused in zip(infos, boundless(infos, size), strict=True)
        if is_refused
    }
    for name, stated in sorted(listed.items()):
        if name not in names:
            yield name, "missing"
        elif name in refused:
            yield name, BOUNDLESS
        elif _hash(bundle, name, stated.partition(":")[0]) != stated:
            yield name, "wrong digest"
    for name in sorted(names - listed.keys() - set(_BOUND_FILES)):
        if not name.endswith("/"):
            yield name, "not in the list of files"


def _hash(bundle: zipfile.ZipFile, name: str, algorithm: str) -> str:
    digest = hashlib.new(algorithm, usedforsecurity=False)
    try:
        with bundle.open(name) as stream:
            for piece in iter(lambda: cast("io.BufferedIOBase", stream).read(1 << 20), b""):
                digest.update(piece)
    except ENTRY_FAULTS as error:
        if is_of_disk(error):
            raise
        return ""
    return f"{algorithm}:{digest.hexdigest()}"
