"""Write a WACZ: a ZIP file with archive, index, pages and their text, and digests of all.

Nothing is compressed twice, so a replay tool can read one capture of a remote file by its
range. The result depends on the captures alone.

Source:
    The WACZ 1.1.1 specification of Webrecorder.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import zipfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from pagemill.archive.exchange import payload_digest
from pagemill.archive.http import answer, field, is_http
from pagemill.archive.sources.zipnum import search_key
from pagemill.archive.warc import member
from pagemill.model.capture import Record

_WARC = "data.warc.gz"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_CLUSTER_LINES = 1000


class Page(NamedTuple):
    """One page of the list of pages."""

    url: str
    at: datetime
    title: str
    text: str


class WaczWriter:
    """Writes one WACZ; captures first, then :meth:`close` with the pages.

    Args:
        path: the file, which must not exist.
        title: what the archive is called.
    """

    def __init__(self, path: Path, title: str) -> None:
        self._title = title
        self._bundle = zipfile.ZipFile(path, "x", zipfile.ZIP_STORED)
        self._path = path
        self._part = path.with_name(f".{path.name}.warc")
        self._stream = self._part.open("wb")
        self._lines: list[str] = []
        self._resources: list[dict[str, object]] = []
        self._newest = ""

    def add(self, record: Record) -> None:
        """Add one capture."""
        offset = self._stream.tell()
        data = record.member or member(record)
        self._stream.write(data)
        instant = f"{record.fetched_at:%Y%m%d%H%M%S}"
        self._newest = max(self._newest, f"{record.fetched_at:%Y-%m-%dT%H:%M:%SZ}")
        got = answer(record.block) if is_http(record) else None
        fields = {
            "url": record.url,
            "digest": _digest(record),
            "mime": _mime(field(got.headers, "content-type") if got else record.content_type),
            "offset": offset,
            "length": len(data),
            "recordDigest": f"sha256:{hashlib.sha256(data).hexdigest()}",
            "status": got.status if got else 200,
            "filename": _WARC,
        }
        key = search_key(record.url)
        self._lines.append(f"{key} {instant} {json.dumps(fields)}\n")

    def close(self, pages: Iterable[Page]) -> None:
        """Write the list of pages, the index and the digests, and end the file."""
        self._stream.close()
        self._put_file(f"archive/{_WARC}", self._part)
        self._part.unlink()
        packed, clusters = _clustered(sorted(self._lines))
        self._put("indexes/index.cdx.gz", packed)
        self._put("indexes/index.idx", clusters)
        self._put("pages/pages.jsonl", _page_list(pages))
        package = {
            "profile": "data-package",
            "wacz_version": "1.1.1",
            "title": self._title,
            "software": "pagemill",
            "created": self._newest or "1970-01-01T00:00:00Z",
            "resources": self._resources,
        }
        text = json.dumps(package, indent=2).encode()
        self._put("datapackage.json", text)
        digest = f"sha256:{hashlib.sha256(text).hexdigest()}"
        bound = json.dumps({"path": "datapackage.json", "hash": digest}, indent=2)
        self._put("datapackage-digest.json", bound.encode())
        self._bundle.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):  # it only matters until close() has ended it
            self._stream.close()
        self._part.unlink(missing_ok=True)
        try:
            self._bundle.close()
        except OSError:
            if kind is None:
                raise  # otherwise the first error says why

    def _put(self, name: str, data: bytes) -> None:
        self._bundle.writestr(zipfile.ZipInfo(name, _EPOCH), data)
        self._list(name, len(data), hashlib.sha256(data).hexdigest())

    def _put_file(self, name: str, path: Path) -> None:
        digest = hashlib.sha256()
        info = zipfile.ZipInfo(name, _EPOCH)
        info.file_size = path.stat().st_size
        with path.open("rb") as stream, self._bundle.open(info, "w") as out:
            for piece in iter(lambda: stream.read(1 << 20), b""):
                digest.update(piece)
                out.write(piece)
        self._list(name, info.file_size, digest.hexdigest())

    def _list(self, name: str, size: int, digest: str) -> None:
        stated = {"path": name, "hash": f"sha256:{digest}", "bytes": size}
        self._resources.append({"name": name.rpartition("/")[2].lower(), **stated})


def _clustered(lines: list[str]) -> tuple[bytes, bytes]:
    """The index in members, and the file that leads to each."""
    packed = b""
    clusters = [
        "!meta 0 " + json.dumps({"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}) + "\n"
    ]
    for first in range(0, len(lines), _CLUSTER_LINES):
        part = lines[first : first + _CLUSTER_LINES]
        data = gzip.compress("".join(part).encode(), mtime=0)
        where = {
            "offset": len(packed),
            "length": len(data),
            "digest": f"sha256:{hashlib.sha256(data).hexdigest()}",
            "filename": "index.cdx.gz",
        }
        key, instant, _ = part[0].split(" ", 2)
        clusters.append(f"{key} {instant} {json.dumps(where)}\n")
        packed += data
    return packed or gzip.compress(b"", mtime=0), "".join(clusters).encode()


def _page_list(pages: Iterable[Page]) -> bytes:
    head = {"format": "json-pages-1.0", "id": "pages", "title": "All Pages", "hasText": True}
    lines = [json.dumps(head)]
    for page in pages:
        name = hashlib.blake2b(page.url.encode("utf-8", "replace"), digest_size=10).hexdigest()
        lines.append(
            json.dumps(
                {
                    "id": name,
                    "url": page.url,
                    "ts": f"{page.at:%Y-%m-%dT%H:%M:%SZ}",
                    "title": page.title or page.url,
                    "text": page.text,
                },
                ensure_ascii=False,
            )
        )
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _mime(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower() or "application/octet-stream"


def _digest(record: Record) -> str:
    stated = (value for name, value in record.fields if name.lower() == "warc-payload-digest")
    body = answer(record.block).body if is_http(record) else record.block
    return next(stated, "") or payload_digest(body)
