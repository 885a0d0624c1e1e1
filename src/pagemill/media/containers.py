"""Opening a ZIP container without being harmed by it."""

from __future__ import annotations

import io
from zipfile import ZipFile

from pagemill.errors import DocumentError

MOST_MEMBERS = 20_000
MOST_BYTES = 256 << 20
"""Bytes of all members together, unpacked."""
MOST_RATIO = 200
"""Times that a member of more than :data:`SUSPICIOUS_BYTES` may grow."""
SUSPICIOUS_BYTES = 16 << 20


def safe_zip(payload: bytes) -> ZipFile:
    """A payload as a ZIP file whose members may be unpacked.

    Raises:
        DocumentError: it is broken or encrypted, or would grow beyond all measure.
    """
    try:
        found = ZipFile(io.BytesIO(payload))
    except Exception as error:  # noqa: BLE001 - a damaged container may fail in any way
        raise DocumentError("broken document", f"ZIP container: {error}") from None
    members = found.infolist()
    if len(members) > MOST_MEMBERS:
        raise DocumentError("bomb", f"{len(members)} members; at most {MOST_MEMBERS}")
    total = sum(member.file_size for member in members)
    if total > MOST_BYTES:
        raise DocumentError("bomb", f"{total} bytes unpacked; at most {MOST_BYTES}")
    for member in members:
        if member.flag_bits & 1:
            raise DocumentError("encrypted", f"member {member.filename[:80]}")
        growth = member.file_size / max(member.compress_size, 1)
        if member.file_size > SUSPICIOUS_BYTES and growth > MOST_RATIO:
            raise DocumentError("bomb", f"{member.filename[:80]} grows {growth:.0f} times")
    return found


def member(found: ZipFile, name: str) -> bytes:
    """One member unpacked; ``b""`` where there is none.

    Raises:
        DocumentError: it is damaged.
    """
    try:
        return found.read(name)
    except KeyError:
        return b""
    except Exception as error:  # noqa: BLE001 - a decoder may fail with anything
        raise DocumentError("broken document", f"{name[:80]}: {error}") from None
