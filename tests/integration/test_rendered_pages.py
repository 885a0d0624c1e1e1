"""Pages that Chromium has laid out, from the browser to the DocView of a collection."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from material import renderedpages
from material.hubpages import LabelledPage
from pagemill.api import Collection
from pagemill.html.rendered.boxes import boxes
from pagemill.html.tree import parsed
from pagemill.view.assemble import docview, page_ledger

PAGES = {page.name: page for page in renderedpages.pages()}


@pytest.fixture(scope="module")
def rendered() -> Iterator[Callable[[str], bytes]]:
    """Return what renders a page in the Chromium of this machine."""
    pytest.importorskip("playwright.sync_api")
    try:
        with renderedpages.chromium() as render:
            yield render
    except FileNotFoundError:
        pytest.skip("there is no chromium on this machine (apt-get install chromium)")


def kept(data: bytes) -> list[str]:
    return [line.text for line in page_ledger(data) if line.kept]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_what_chromium_records_today_gives_the_text_of_what_is_stored(
    page: LabelledPage, rendered: Callable[[str], bytes]
) -> None:
    now = rendered(page.html)
    found = boxes(parsed(now.decode()))
    assert found is not None
    assert found.width == renderedpages.WIDTH
    assert len(found.of) > 10
    assert kept(now) == kept(renderedpages.stored(page))


def test_a_page_cannot_state_boxes_of_its_own(rendered: Callable[[str], bytes]) -> None:
    false = '<p data-box="1 2 3 4">Lamps</p><b data-box="1 2 3 4">bold</b><p>More</p>'
    found = rendered(f'<html data-boxes="7 7 7"><title>t</title><body>{false}').decode()
    assert "1 2 3 4" not in found
    assert "7 7 7" not in found
    assert re.search(r'<html data-boxes="1 1280 \d+">', found)
    assert "<b>bold</b>" in found
    assert len(re.findall(r'<p data-box="8 \d+ 1264 \d+">', found)) == 2


def test_text_that_is_not_shown_has_no_box(rendered: Callable[[str], bytes]) -> None:
    found = boxes(
        parsed(
            rendered("<title>t</title><p style='display:none'>gone</p><p>there</p>").decode()
        )
    )
    assert found is not None
    assert len(found.of) == 2  # body and the paragraph that is shown


def test_boxes_go_with_the_capture_into_a_collection(tmp_path: Path) -> None:
    folder = tmp_path / "rendered"
    folder.mkdir()
    page = PAGES["directory in before"]
    (folder / "page.html").write_bytes(renderedpages.stored(page))
    collection = Collection.create(tmp_path / "c")
    collection.import_([folder])
    collection.build()
    (view,) = collection.docviews()
    assert view.text == docview(renderedpages.stored(page), view.url).text
    assert not [text for text in page.edges if text in view.text]
    ledger = collection.explain(view.url, ledger=True).ledger
    assert ledger is not None
    dropped = {line.text: line.box for line in ledger if not line.kept and line.block >= 0}
    assert set(dropped) == set(page.edges)
    assert all(box is not None and box.x < 250 for box in dropped.values())
