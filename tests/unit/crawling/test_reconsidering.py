"""Pages fetched before a topic was named, read again for what they lead to."""

from __future__ import annotations

from pathlib import Path

from material import site
from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import kept
from pagemill.crawl.looking.standing import scored_for

SETTINGS = {"allow_networks": ["127.0.0.0/8"], "delay": 0.0, "delay_factor": 0.0}
FERRY = "the night ferry leaves the harbour by its timetable"
BREAD = "bread rises in the oven of the bakery all morning"


NAMES = ("anna", "berta", "clara", "dora", "emma", "frida")


def page(words: str, *leads: str) -> dict[str, str]:
    links = "".join(f"<a href='/{one}'>{one}</a>" for one in leads)
    return {"body": f"<p>{words} {', '.join(leads)}</p>{links}"}


WEB = {
    "routes": {
        "/robots.txt": {"body": "", "type": "text/plain"},
        "/": page("welcome to all", "bakery", "pier"),
        "/bakery": page(BREAD, *(f"b-{name}" for name in NAMES)),
        "/pier": page(FERRY, *(f"f-{name}" for name in NAMES)),
        **{f"/b-{name}": page(f"{BREAD} says {name}") for name in NAMES},
        **{f"/f-{name}": page(f"{FERRY} says {name}") for name in NAMES},
    }
}


def test_what_waits_is_ranked_by_the_pages_that_lead_there(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    topic = {"topic": "ferry harbour timetable"}
    with site.running(WEB) as served:
        collection.crawl([served.url], max_pages=3, **SETTINGS)
        known = len(served.paths())
        collection.crawl([], max_pages=4, **topic, **SETTINGS)
        collection.crawl([], max_pages=2, **topic, **SETTINGS)
        collection.crawl([], **topic, **SETTINGS)
        asked = served.paths()[known:]
    assert sorted(asked[:6]) == [f"/f-{name}" for name in NAMES]
    assert sorted(asked[6:]) == [f"/b-{name}" for name in NAMES]


def test_pages_are_read_once_for_each_topic(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with site.running(WEB) as served:
        collection.crawl([served.url], max_pages=3, **SETTINGS)
        moved = []
        for topic in ("ferry harbour", "ferry harbour", "bread oven", ""):
            collection.crawl([], max_pages=1, topic=topic, **SETTINGS)
            with Cells(Layout(collection.root).crawl / "table", read_only=True) as cells:
                moved.append((kept(cells)["doubles"], bool(scored_for(cells))))
    # Of each address that was moved one place is left behind, also once it was asked for.
    assert moved == [(6, True), (6, True), (12, True), (12, False)]
