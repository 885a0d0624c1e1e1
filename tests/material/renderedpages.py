"""Pages of our own as a browser lays them out: labelled, styled, and rendered with their boxes.

``python -m material.renderedpages FOLDER`` (from ``tests``) renders them with the Chromium of
this machine and writes what the recorder returns: ``tests/fixtures/rendered`` holds that. In
each page something stands beside the centre that its text alone does not show to be an edge.
"""

from __future__ import annotations

import gzip
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pagemill.html.rendered.boxes import RECORDER

from .hubpages import LabelledPage, Pen, labelled  # noqa: TID252 - known by two names

FOLDER = Path(__file__).parents[1] / "fixtures/rendered"
WIDTH, HEIGHT = 1280, 900
BODIES = ("directory", "teasers", "described", "archive", "gallery", "staff", "article")


def beside(body: str, pen: Pen) -> str:
    """Return a page with a column of teasers beside its body, in one container with it."""
    told = "".join(f"<div><h3>{pen.link(5)}</h3><p>{pen.sentences(1)}</p></div>" for _ in "123")
    top = "".join(f"<div style='float:left;margin:8px'>{pen.link(1)}</div>" for _ in range(6))
    return (
        f"<div style='height:60px'>{top}</div><div style='display:flex'>"
        f"<div style='width:900px'>{body}</div><div style='width:300px'>{told}</div></div>"
        f"<div style='clear:both;height:80px'>{pen.text(4)}</div>"
    )


def before(body: str, pen: Pen) -> str:
    """Return a page with a column of links left of its body, which follows it in the text."""
    links = "".join(f"<div>{pen.link(4)}</div>" for _ in range(5))
    return (
        f"<div style='margin-left:260px;width:900px'>{body}</div>"
        f"<div style='position:absolute;left:10px;top:90px;width:220px'>{links}</div>"
    )


FRAMES: tuple[Callable[[str, Pen], str], ...] = (beside, before)


def pages() -> Iterator[LabelledPage]:
    """All of them: every body in both frames."""
    for number, body in enumerate(BODIES):
        for place, frame in enumerate(FRAMES):
            yield labelled(body, frame, 5000 + 100 * number + 10 * place)


def file_of(page: LabelledPage) -> Path:
    """Return where a page as rendered is stored."""
    return FOLDER / f"{page.name.replace(' ', '-')}.html.gz"


def stored(page: LabelledPage) -> bytes:
    """Return a page as Chromium 156 rendered it."""
    return gzip.decompress(file_of(page).read_bytes())


@contextmanager
def chromium() -> Iterator[Callable[[str], bytes]]:
    """Start Chromium; what it gives renders the HTML of a page.

    Raises:
        FileNotFoundError: there is no Chromium here.
    """
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise FileNotFoundError("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        view: Any = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})

        def rendered(html: str) -> bytes:
            style = "<style>img{width:120px;height:90px}</style>"
            html = html.replace("</title>", f"</title>{style}")
            view.set_content(html, wait_until="domcontentloaded")
            return str(view.evaluate(RECORDER)).encode()

        yield rendered
        browser.close()


def main(folder: Path) -> None:
    """Render all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as rendered:
        for page in pages():
            data = gzip.compress(rendered(page.html), mtime=0)
            (folder / file_of(page).name).write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
