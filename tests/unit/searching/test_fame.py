"""Who mentions a name."""

from __future__ import annotations

import json

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.searching.fame import fame


def page(host: str, number: int, year: int, name: str) -> dict[str, str]:
    words = " ".join(f"story{number}x{n} {name} bells" for n in range(40))
    html = f"<title>Page {number}</title><article><p>{words}.</p></article>"
    return {
        "url": f"http://{host}/{number}",
        "html": html,
        "fetched_at": f"{year}-05-01T00:00:00Z",
    }


@pytest.fixture(scope="module")
def collection(tmp_path_factory) -> Collection:
    home = tmp_path_factory.mktemp("fame")
    rows = [page(f"h{n % 3}.example", n, 2020 + n % 2, "Ada Quill") for n in range(6)]
    rows += [page("other.example", 10 + n, 2022, "Ada and Quill") for n in range(4)]
    rows.append(rows[0] | {"url": "http://copy.example/"})
    made = Collection.create(home / "c")
    (home / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    made.import_([home / "p.jsonl"])
    made.build(workers=1)
    return made


def test_pages_hosts_and_years_are_counted_without_copies(collection):
    report = fame(Layout(collection.root), collection.config, "ada quill")
    assert (report.pages, report.hosts, report.copies) == (6, 3, 1)
    assert report.years == {"2020": 3, "2021": 3}
    assert set(report.top_hosts.values()) == {2}
    assert len(report.first) == 6


def test_a_name_without_words_is_refused_and_an_unknown_one_has_no_fame(collection):
    with pytest.raises(UsageError, match="no word"):
        fame(Layout(collection.root), collection.config, "?!")
    assert fame(Layout(collection.root), collection.config, "nobody").pages == 0
