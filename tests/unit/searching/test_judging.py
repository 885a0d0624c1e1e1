"""Search judged by known items."""

from __future__ import annotations

import json

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.searching.judging import WAYS, Item, drawn, judge, telling

SUBJECTS = ["tides", "soap", "ovens", "ferries", "owls", "maps", "bells", "kites"]
MENU = "".join(f'<li><a href="/{s}">All about {s} of the coast</a></li>' for s in SUBJECTS)


def page(number: int) -> str:
    subject = SUBJECTS[number]
    words = " ".join(f"{subject} coast {subject}detail{n}" for n in range(40))
    other = SUBJECTS[(number + 1) % len(SUBJECTS)]
    return (
        f"<title>All about {subject} of the coast</title><nav><ul>{MENU * 3}</ul></nav>"
        f"<article><p>{words}, see <a href='http://{other}.example/'>the {other} detail "
        f"story</a>.</p></article>"
    )


@pytest.fixture(scope="module")
def collection(tmp_path_factory) -> Collection:
    home = tmp_path_factory.mktemp("judging")
    made = Collection.create(home / "c")
    rows = [{"url": f"http://{s}.example/", "html": page(n)} for n, s in enumerate(SUBJECTS)]
    rows += [{"url": f"http://copy.example/{n}", "html": page(n)} for n in range(4)]
    lines = [json.dumps(row | {"fetched_at": "2026-01-01T00:00:00Z"}) for row in rows]
    (home / "pages.jsonl").write_text("\n".join(lines))
    made.import_([home / "pages.jsonl"])
    made.build(workers=1)
    return made


def test_titles_find_their_pages_and_noise_hurts(collection):
    report = judge(Layout(collection.root), queries=8)
    found = {(one.purified, one.deduplicated, one.items): one for one in report.judgements}
    clean, noisy = found[True, True, "titles"], found[False, True, "titles"]
    assert clean.queries == len(SUBJECTS)
    assert clean.ndcg == clean.mrr == 1.0
    assert noisy.ndcg <= clean.ndcg
    assert noisy.against == pytest.approx(noisy.ndcg - clean.ndcg)
    assert clean.ndcg_low <= clean.ndcg <= clean.ndcg_high
    assert found[True, False, "titles"].distinct < clean.distinct == 1.0


def test_each_way_has_its_cost(collection):
    costs = judge(Layout(collection.root), queries=2).costs
    assert [(one.purified, one.deduplicated) for one in costs] == list(WAYS)
    pages = {(one.purified, one.deduplicated): one.pages for one in costs}
    assert pages == {(True, True): 8, (True, False): 12, (False, True): 8, (False, False): 12}
    sizes = {(one.purified, one.deduplicated): one.size for one in costs}
    assert sizes[False, True] > sizes[True, True]


def test_only_words_that_lead_to_one_page_are_asked():
    called = [
        ("a", "Rye Bread Day"),
        ("b", "rye bread day"),
        ("c", "oat"),
        ("d", "Oat cake now"),
    ]
    assert list(telling(called, 3)) == [Item("d", ("oat", "cake", "now"))]


def test_the_same_items_are_drawn_in_any_order():
    items = [Item(f"p{n}", ("w",)) for n in range(50)]
    assert drawn(items, 5) == drawn(items[::-1], 5)
    assert len(drawn(items, 5)) == 5


def test_without_tables_the_remedy_is_told(tmp_path):
    with pytest.raises(CollectionError, match="pagemill build"):
        judge(Layout(Collection.create(tmp_path / "c").root))
