"""Each block of real pages is found again in the page's source and in all three forms."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.view.assemble import docview

EVERY = 5
MARKUP = re.compile(r"(?s)<!--.*?-->|<(style|script|svg|template)\b.*?</\1>|<[^>]*>")
NO_WIDTH = dict.fromkeys(map(ord, "\u200b\ufeff\u00ad"))


def squeezed(text: str) -> str:
    """Return a text without what is blank."""
    return "".join(text.translate(NO_WIDTH).split())


def untagged(html: str) -> str:
    """Return the characters that a stretch of HTML shows, without what is blank."""
    return squeezed(unescape(MARKUP.sub("", html)))


@pytest.mark.shared
@pytest.mark.slow
def test_every_block_is_found_in_its_source_and_in_each_form(shared: Path) -> None:
    pages = sorted((shared / "data" / "pages").glob("*/html/*.gz"))[::EVERY]
    blocks = 0
    for page in pages:
        payload = gzip.decompress(page.read_bytes())
        try:
            bare = docview(payload)
        except DocumentError:
            continue
        view = docview(payload, spans=True)
        assert replace(view, spans=()) == bare
        source = decoded(payload, "")[0]
        covered = ""
        for span in view.spans:
            text = squeezed(view.text[slice(*span.text)])
            assert text, page.name
            assert untagged(source[slice(*span.source)]) == text, page.name
            assert untagged(view.html[slice(*span.html)]) == text, page.name
            covered += text
        assert covered == squeezed(view.text), page.name
        blocks += len(view.spans)
    assert blocks > 1000
