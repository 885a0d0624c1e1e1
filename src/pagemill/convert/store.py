"""Conversions at rest: each a WARC ``conversion`` record, named by what it was made from.

The name of a file is the digest of the document's payload with the converter and its version,
so workers need not agree on anything, the same document at two addresses is converted once,
and a new version of a converter converts again. A document that could not be converted leaves
a record too, without content but with the reason: a hang is waited for once.

The folder is derived from the archive and may be deleted.

Source:
    WARC/1.1 (ISO 28500:2017), section 6.7: records of the type ``conversion``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from pagemill.archive.warc import member, record_at
from pagemill.convert.converter import Conversion
from pagemill.errors import DocumentError
from pagemill.model.capture import Capture, Record

_CONVERTER, _TYPE = "Pagemill-Converter", "Pagemill-Source-Type"
_DIGEST, _REFUSAL, _LIMITS = "Pagemill-Source-Digest", "Pagemill-Refusal", "Pagemill-Limits"
_NOT_KEPT = ("needs ", "media type ")
"""How refusals begin that depend on what is installed, not on the document."""


def payload_digest(payload: bytes) -> str:
    """32 hex digits, BLAKE2b-128: the address of a payload's conversions."""
    return blake2b(payload, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Conversions:
    """The folder of conversions.

    Attributes:
        folder: made when the first one is kept.
        limits: stands for the limits; a refusal holds only for those it was met with.
    """

    folder: Path
    limits: str = ""

    def find(self, digest: str, converter: str) -> Conversion | None:
        """What a converter made of a payload, where that is known.

        Raises:
            DocumentError: it is known that it cannot be converted.
        """
        try:
            data = self._place(digest, converter).read_bytes()
        except FileNotFoundError:
            return None
        try:
            record = record_at(data)
        except Exception:  # noqa: BLE001  any fault of the decoder means the same: make it anew
            record = None
        return None if record is None else self._read(record, digest, converter)

    def keep(self, digest: str, of: Capture, conversion: Conversion) -> None:
        """Keep a conversion, whole or not at all."""
        fields = (
            (_CONVERTER, conversion.converter),
            (_TYPE, conversion.media_type),
            (_DIGEST, digest),
        )
        self._write(digest, conversion.converter, _record(of, conversion.html, fields))

    def keep_refusal(
        self, digest: str, of: Capture, converter: str, why: DocumentError
    ) -> None:
        """Keep that a document cannot be converted, unless that may change by itself."""
        if why.reason.startswith(_NOT_KEPT):
            return
        reason = " ".join(f"{why.reason}: {why.detail}".split())
        fields = (
            (_CONVERTER, converter),
            (_DIGEST, digest),
            (_REFUSAL, reason),
            (_LIMITS, self.limits),
        )
        self._write(digest, converter, _record(of, "", fields))

    def forget(self, digest: str) -> int:
        """Remove every conversion of a payload; how many there were."""
        found = list((self.folder / digest[:2]).glob(f"{digest}-*.warc.gz"))
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _read(self, record: Record, digest: str, converter: str) -> Conversion | None:
        fields = dict(record.fields)
        if fields.get(_DIGEST) != digest or fields.get(_CONVERTER) != converter:
            return None
        if _REFUSAL in fields:
            if fields.get(_LIMITS) != self.limits:
                return None
            reason, _, detail = fields[_REFUSAL].partition(": ")
            raise DocumentError(reason, detail)
        return Conversion(
            html=record.block.decode("utf-8", "replace"),
            media_type=fields.get(_TYPE, ""),
            converter=converter,
        )

    def _place(self, digest: str, converter: str) -> Path:
        made_by = re.sub(r"[^A-Za-z0-9.]+", "-", converter).strip("-")[:80]
        return self.folder / digest[:2] / f"{digest}-{made_by}.warc.gz"

    def _write(self, digest: str, converter: str, record: Record) -> None:
        path = self._place(digest, converter)
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            scratch.write_bytes(member(record))
            scratch.replace(path)
        finally:
            scratch.unlink(missing_ok=True)


def _record(of: Capture, html: str, fields: tuple[tuple[str, str], ...]) -> Record:
    return Record(
        url=of.url,
        fetched_at=of.fetched_at,
        kind="conversion",
        record_id="",
        content_type="text/html; charset=utf-8",
        block=html.encode("utf-8", "replace"),
        fields=fields,
    )
