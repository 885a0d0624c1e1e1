# pyright: basic
"""Formats that kreuzberg reads whole: sheets (XLSX, XLS), RTF, slides before 2007 (PPT)."""

from __future__ import annotations

import re

from pagemill.convert.formats.markup import About, page
from pagemill.errors import DocumentError
from pagemill.media import types
from pagemill.media.containers import safe_zip

_STYLE = re.compile(r"<style\b.*?</style>", re.DOTALL)
_NO_YEAR = "0000"
# The record of slides before 2007 that says who has them open, with its mark of encryption.
_LOCKED_SLIDES = re.compile(rb"\0\0\xf6\x0f.{4}\x14\0\0\0\xdf\xc4\xd1\xf3", re.DOTALL)


class OfficeConverter:
    """What is left to kreuzberg: it lost no text of these in any document tried."""

    name = "office"
    version = "2"
    media_types = (types.XLSX, types.XLS, types.RTF, types.PPT)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The document as HTML."""
        import kreuzberg  # noqa: PLC0415 - comes with the extra

        if media_type == types.XLSX:
            safe_zip(payload).close()
        elif media_type == types.PPT and _LOCKED_SLIDES.search(payload):
            raise DocumentError("encrypted", "the slides say so")
        config = kreuzberg.ExtractionConfig(output_format="html", use_cache=False)
        try:
            found = kreuzberg.extract_bytes_sync(payload, media_type, config=config)
        except kreuzberg.KreuzbergError as error:
            words = str(error)
            locked = "password" in words.lower() or "encrypt" in words.lower()
            reason = "encrypted" if locked else "broken document"
            raise DocumentError(reason, words) from None
        return page(_about(dict(found.metadata)), _STYLE.sub("", found.content))


def _about(metadata: dict[str, object]) -> About:
    authors = metadata.get("authors")
    date = str(metadata.get("created_at") or "")
    return About(
        title=str(metadata.get("title") or ""),
        author=", ".join(map(str, authors)) if isinstance(authors, list) else "",
        date="" if date.startswith(_NO_YEAR) else date,
        description=str(metadata.get("subject") or ""),
    )


class LockedOffice:
    """An Office file behind a password: there is nothing to convert, and that is the answer."""

    name = "locked office"
    version = "1"
    media_types = (types.LOCKED_OFFICE,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """Refuse it."""
        del payload, media_type
        raise DocumentError("encrypted", "an Office document behind a password")
