import json
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.measuring.changes import atom, changes

OLD, NEW = "2026-03-01T00:00:00Z", "2026-03-08T00:00:00Z"
SINCE = datetime(2026, 3, 5, tzinfo=UTC)


def row(name, text, at, status=200):
    html = f"<title>{name}</title><article><p>{text} {'filler words here ' * 20}</p></article>"
    return {"url": f"http://a.example/{name}", "html": html, "fetched_at": at, "status": status}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    home = tmp_path_factory.mktemp("changes")
    rows = [
        *(row("same", "equal", at) for at in (OLD, NEW)),
        *(row("changed", text, at) for text, at in (("before", OLD), ("after", NEW))),
        row("new", "fresh", NEW),
        row("old", "untouched", OLD),
        *(row("gone", "x", at, status) for at, status in ((OLD, 200), (NEW, 404))),
        row("never", "x", NEW, 404),
        *(row("broken", "x", at, status) for at, status in ((OLD, 200), (NEW, 500))),
    ]
    (home / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    collection = Collection.create(home / "c")
    with pytest.raises(CollectionError, match="pagemill build"):
        list(changes(Layout(collection.root), SINCE))
    collection.import_([home / "p.jsonl"])
    collection.build(workers=1)
    return list(changes(Layout(collection.root), SINCE))


def test_new_changed_and_vanished_pages_and_no_others(found):
    kinds = {change.url.rsplit("/", 1)[1]: change.kind for change in found}
    assert kinds == {"changed": "changed", "new": "new", "gone": "vanished"}
    changed = next(change for change in found if change.kind == "changed")
    assert any(line.startswith("-before") for line in changed.difference)
    assert any(line.startswith("+after") for line in changed.difference)
    assert changed.before == datetime(2026, 3, 1, tzinfo=UTC)


def test_the_feed_is_atom(found):
    tree = ET.fromstring(atom("c", found, SINCE))
    name = "{http://www.w3.org/2005/Atom}"
    assert tree.tag == f"{name}feed"
    assert tree.find(f"{name}updated").text == "2026-03-08T00:00:00+00:00"
    entries = tree.findall(f"{name}entry")
    assert len({entry.find(f"{name}id").text for entry in entries}) == 3
    assert ET.fromstring(atom("c", [], SINCE)).find(f"{name}entry") is None
