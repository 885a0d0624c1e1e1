"""Peers that ask for another Python than pagemill's tests run with, each page in their process.

    python3.12 -m venv FOLDER && FOLDER/bin/pip install magic-html rs-trafilatura
    PAGEMILL_PEERS_PYTHON=FOLDER/bin/python python -m benchmarks.bench_extraction

Run by such an interpreter, this file answers requests: a JSON line in (system, html, url), a
JSON line out (text, title, author, date, description, html, and CPU seconds).
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SYSTEMS = ("magic-html", "rs-trafilatura")
Page = dict[str, Any]


class Outside:
    """One peer behind a process of its own, which is started once.

    Attributes:
        seconds: CPU time of the last page, as the process says.
    """

    def __init__(self, system: str) -> None:
        self.system = system
        self.seconds = 0.0
        python = os.environ.get("PAGEMILL_PEERS_PYTHON", "")
        if not python:
            raise ImportError(f"{system}: set PAGEMILL_PEERS_PYTHON")
        self.process = subprocess.Popen(
            [python, str(Path(__file__).resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        atexit.register(self.process.kill)

    def page(self, html: str, url: str = "") -> Page:
        """All that the peer says of a page."""
        asking, answering = self.process.stdin, self.process.stdout
        if asking is None or answering is None:
            raise RuntimeError("the process has no pipes")
        html = html.encode("utf-8", "replace").decode("utf-8")
        asking.write(json.dumps({"system": self.system, "html": html, "url": url}) + "\n")
        asking.flush()
        found: Page = json.loads(answering.readline())
        self.seconds = found["seconds"]
        return found

    def __call__(self, html: str) -> str:
        """Text of a page."""
        return str(self.page(html)["text"])


def _magic() -> Callable[[str, str], Page]:
    from lxml import html as lxml_html  # noqa: PLC0415 - of the other interpreter
    from magic_html import GeneralExtractor  # type: ignore[import-not-found]  # noqa: PLC0415

    extractor = GeneralExtractor()

    def page(html: str, url: str) -> Page:
        found = extractor.extract(html, base_url=url or "http://a.example/")
        content = found.get("html") or ""
        tree = lxml_html.fromstring(content) if content.strip() else None
        texts = [] if tree is None else [text.strip() for text in tree.itertext()]
        return {
            "text": "\n".join(filter(None, texts)),
            "html": content,
            "title": found.get("title") or "",
        }

    return page


def _rs() -> Callable[[str, str], Page]:
    import rs_trafilatura  # type: ignore[import-not-found]  # noqa: PLC0415 - as above

    def page(html: str, url: str) -> Page:
        found = rs_trafilatura.extract(html, url=url or None, include_comments=True)
        names = ("title", "author", "date", "description")
        return {
            "text": found.main_content or "",
            "html": found.content_html or "",
            **{name: str(getattr(found, name) or "") for name in names},
        }

    return page


def answer() -> None:
    """Answer requests until there are no more."""
    makers = {"magic-html": _magic, "rs-trafilatura": _rs}
    ready: dict[str, Callable[[str, str], Page]] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        system = asked["system"]
        if system not in ready:
            ready[system] = makers[system]()
        began = time.process_time()
        try:
            found = ready[system](asked["html"], asked["url"])
        except Exception as error:  # noqa: BLE001 - peers raise what they like
            found = {"text": "", "error": type(error).__name__}
        found["seconds"] = time.process_time() - began
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    answer()
