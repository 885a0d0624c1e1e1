"""Which kind of source a path is: its first bytes decide, its name only where they cannot."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from pagemill.archive.arc import ARC_MAGIC
from pagemill.archive.cdx import is_legend, place
from pagemill.archive.codec import DICTIONARY_MAGIC, codec_of
from pagemill.archive.sources.folder import FolderSource, files_below, page_type
from pagemill.archive.sources.index import IndexSource, open_remote
from pagemill.archive.sources.jsonl import JsonlSource
from pagemill.archive.sources.ranges import is_remote
from pagemill.archive.sources.source import Source, SourceOptions, UnreadableError
from pagemill.archive.sources.trec import TREC_MAGIC, TrecSource
from pagemill.archive.sources.unpacked import first_bytes
from pagemill.archive.sources.wacz import WaczSource
from pagemill.archive.sources.warc import WarcSource
from pagemill.errors import SurroundingsError, UsageError
from pagemill.media.sniff import file_type
from pagemill.media.types import DOCUMENTS

_HEAD = 1024
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_KNOWN = (
    "WARC, ARC, WET, WACZ, CDX, TREC Web, JSON lines, Parquet, a document, or a folder of pages"
)


def open_source(path: Path | str, options: SourceOptions | None = None) -> Source:
    """The source at ``path``, which may be the address of a remote index.

    Raises:
        UsageError: there is nothing, or nothing that pages can be read from.
        SurroundingsError: it may not be read.
    """
    chosen = options or SourceOptions()
    if isinstance(path, str):
        if is_remote(path):
            return open_remote(path, chosen)
        path = Path(path)
    try:
        return _opened(path, chosen)
    except OSError as error:
        raise SurroundingsError(
            f"{path}: {error.strerror or error}; give access and repeat the command"
        ) from error


def _opened(path: Path, options: SourceOptions) -> Source:
    if path.is_dir():
        if next(files_below(path), None) is None:
            raise UsageError(f"{path}: a folder without files; name a folder that holds pages")
        return FolderSource(path, options)
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder; check the name")
    if not path.is_file():
        raise UsageError(
            f"{path}: neither file nor folder; save its content and name that file"
        )
    if path.stat().st_size == 0:
        raise UnreadableError(f"{path}: an empty file; fetch it again")
    if file_type(path) in DOCUMENTS:
        return FolderSource(path, options)
    return _by_content(path, _head(path), options)


def _by_content(path: Path, head: bytes, options: SourceOptions) -> Source:
    sure = _by_head(head)
    if sure is not None:
        return sure(path, options)
    _refuse_known(path, head)
    by_name = _by_name(path.name.lower())
    # A single bad line is a reject of its own, but a binary file is no JSON lines at all.
    if by_name is not None and not (by_name is JsonlSource and _BINARY.search(head)):
        return by_name(path, options)
    if page_type(path):
        return FolderSource(path, options)
    raise UsageError(f"{path}: not one of {_KNOWN} (starts with {head[:16]!r}); check the file")


def _by_head(head: bytes) -> Callable[[Path, SourceOptions], Source] | None:
    for mark, opened in ((b"PK\x03\x04", WaczSource), (b"PAR1", _parquet)):
        if head.startswith(mark):
            return opened
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    for marks, opened in (
        ((b"WARC/", DICTIONARY_MAGIC, ARC_MAGIC), WarcSource),
        ((TREC_MAGIC,), TrecSource),
        ((b"{",), JsonlSource),
    ):
        if text.startswith(marks):
            return opened
    return IndexSource if _is_index(head) else None


def _refuse_known(path: Path, head: bytes) -> None:
    """Name a format that is recognised but not read."""
    if codec_of(head) == "gzip":
        raise UsageError(f"{path}: compressed twice; decompress it once")


def _is_index(head: bytes) -> bool:
    """Whether the first line is one of CDX or CDXJ, which a WACZ's may open with a remark."""
    lines = head.decode("utf-8", "replace").split("\n")
    first = next((line for line in lines if not line.startswith("!")), "")
    return is_legend(first) or (first != lines[-1] and place(first) is not None)


def _by_name(name: str) -> Callable[[Path, SourceOptions], Source] | None:
    for ending in (".gz", ".zst", ".lz4"):
        name = name.removesuffix(ending)
    if name.endswith((".warc", ".wet", ".arc")):
        return WarcSource
    if name.endswith((".cdx", ".cdxj")):
        return IndexSource
    if name.endswith((".jsonl", ".ndjson")):
        return JsonlSource
    if name.endswith(".parquet"):
        return _parquet
    return WaczSource if name.endswith(".wacz") else None


def _parquet(path: Path, options: SourceOptions) -> Source:
    from pagemill.archive.sources.parquet import ParquetSource  # noqa: PLC0415  pyarrow is slow to load

    return ParquetSource(path, options)


def _head(path: Path) -> bytes:
    """The first bytes, decompressed where that is possible."""
    with path.open("rb") as stream:
        raw = stream.read(_HEAD)
    if codec_of(raw) == "plain" or raw.startswith(DICTIONARY_MAGIC):
        return raw
    with path.open("rb") as stream:
        return first_bytes(stream)[:_HEAD]
