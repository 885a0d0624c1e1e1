"""Real pages made into many: a stream of WARC files of perturbed copies, from a seed.

Copy ``number`` of the stream is page ``number mod pages`` with some words of its text changed
by one letter: none in one copy of twenty (an exact duplicate), one in fifty in one of ten (a
near duplicate), three in ten in the others (another text with the same template and size). Only
text outside tags, scripts and styles is touched, so every page stays as hard to read as it was.
"""

from __future__ import annotations

import base64
import gzip
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

import numpy as np
from isal import igzip
from numpy.typing import NDArray

SETS = ("aeb", "aed", "wcxb", "daniel", "zhnews", "readability", "trafeval")
PER_FILE = 5000
_SKIPPED = re.compile(
    rb"<script\b.*?</script\s*>|<style\b.*?</style\s*>|<!--.*?-->|<[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
_WORD = re.compile(rb"[A-Za-z]{3,}")


def shared() -> Path:
    """The folder of real pages: ``PAGEMILL_SHARED``, or ``shared`` beside the checkout."""
    default = Path(__file__).resolve().parents[2] / "shared"
    return Path(os.environ.get("PAGEMILL_SHARED", default))


@dataclass(frozen=True, slots=True)
class RealPage:
    """A page of the data, with the place of one letter in each word of its text."""

    payload: bytes
    letters: NDArray[np.int64]


def real_pages(sets: tuple[str, ...] = SETS, largest: int | None = None) -> list[RealPage]:
    """Every page of some sets, in a fixed order; of ``largest`` bytes at most."""
    paths = [
        path
        for name in sets
        for path in sorted((shared() / "data/pages" / name / "html").glob("*.html.gz"))
    ]
    found = [_read(path) for path in paths]
    return [page for page in found if largest is None or len(page.payload) <= largest]


def _read(path: Path) -> RealPage:
    payload = gzip.decompress(path.read_bytes())
    # Blanks of the same length in place of everything that is no text keep the places.
    text = _SKIPPED.sub(lambda found: b" " * len(found[0]), payload)
    letters = [found.start() + 1 for found in _WORD.finditer(text)]
    return RealPage(payload, np.array(letters, np.int64))


def copy_of(pages: list[RealPage], number: int, seed: int = 1) -> bytes:
    """Payload ``number`` of the stream."""
    page = pages[number % len(pages)]
    dice = np.random.default_rng([seed, number])
    kind = dice.random()
    share = 0.0 if kind < 0.05 else 0.02 if kind < 0.15 else 0.3
    changed = page.letters[dice.random(page.letters.size) < share]
    payload = np.frombuffer(page.payload, np.uint8).copy()
    payload[changed] = dice.integers(ord("a"), ord("z") + 1, changed.size)
    return payload.tobytes()


def record(number: int, payload: bytes) -> bytes:
    """A WARC response record."""
    url = f"http://site{number % 997}.example/page/{number}"
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + payload
    digest = base64.b32encode(sha1(payload, usedforsecurity=False).digest()).decode()
    head = (
        "WARC/1.1\r\nWARC-Type: response\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>\r\n"
        f"WARC-Date: 2026-01-01T{number // 3600 % 24:02d}:{number // 60 % 60:02d}:"
        f"{number % 60:02d}Z\r\nWARC-Target-URI: {url}\r\n"
        f"WARC-Payload-Digest: sha1:{digest}\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def write_warc(path: Path, pages: list[RealPage], numbers: range) -> int:
    """One compressed WARC file of some numbers of the stream; its payload bytes."""
    size = 0
    with path.open("wb") as out:
        for number in numbers:
            payload = copy_of(pages, number)
            size += len(payload)
            out.write(igzip.compress(record(number, payload), compresslevel=1))
    return size


def files(folder: Path, pages: list[RealPage], count: int, first: int = 0) -> Iterator[Path]:
    """Write the stream from ``first`` on into files; each may go before the next is made."""
    for number in range(first, count, PER_FILE):
        path = folder / f"perturbed-{number:07d}.warc.gz"
        write_warc(path, pages, range(number, min(number + PER_FILE, count)))
        yield path
