"""Make the small collection that later releases must still read: once for each release.

python scripts/make_release_fixture.py tests/fixtures/collection-0.1.0
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from pathlib import Path

from pagemill import Collection

LAMP = """The lamp on the outer mole burns colza oil and is lit at dusk by whoever is on watch.
It turns once in forty-eight seconds, which the harbour office checks against a kitchen clock.
In fog the bell is rung by hand, three strokes and a pause, until the last boat has answered."""
LAST = ", until the last boat has answered."
BRIDGE = (
    "古桥修缮完工，七孔石桥重新开放通行。工匠把拱石一块一块托住，然后才从桥面开始逐层拆卸。"
)

PAGES = {
    "http://harbour.example/lamp": f"<title>The lamp</title><h1>The lamp</h1><p>{LAMP}</p>",
    "http://mirror.example/lamp": f"<title>The lamp</title><h1>The lamp</h1><p>{LAMP}</p>",
    "http://post.example/lamp": f"<h1>The lamp</h1><p>{LAMP.removesuffix(LAST)}.</p>",
    "http://river.example/qiao": f"<html lang=zh><title>古桥</title><p>{BRIDGE}</p>",
    "http://harbour.example/empty": "<html><body></body></html>",
}


def main(folder: Path) -> None:
    """Make the collection in ``folder``."""
    collection = Collection.create(folder.resolve())
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        lines = Path("pages.jsonl")
        rows = [
            {"url": url, "html": html, "fetched_at": "2026-01-02T03:04:05Z"}
            for url, html in PAGES.items()
        ]
        lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        collection.import_([lines])
    sys.stdout.write(f"{collection.build(workers=1).funnel}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
