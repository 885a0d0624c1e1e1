"""Categories as a tree."""

from __future__ import annotations

import json

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.searching.directory import directory, grown


def test_a_branch_counts_the_pages_below_it_in_the_order_of_the_tree():
    found = grown({"b": 1, "a-z": 1, "a/x": 2, "a": 1, "A/x/deep": 4})
    assert list(found.items()) == [("a", 7), ("a/x", 6), ("a/x/deep", 4), ("a-z", 1), ("b", 1)]


def test_the_tree_counts_as_many_pages_as_a_search_finds(tmp_path):
    collection = Collection.create(tmp_path / "c")
    texts = {
        "football": "The team won the football match: two goals in the league, and the players "
        "of the club celebrated with their coach after the championship game in the stadium. ",
        "election": "The government lost the election: voters chose another party, and the "
        "parliament elected a prime minister after a debate about the law and the tax. ",
    }
    rows = []
    for number in range(6):
        text = list(texts.values())[number % 2]
        words = " ".join(f"{text} Report{number}x{n} says so." for n in range(9))
        html = f"<title>Report {number}</title><article><p>{words}</p></article>"
        rows.append({"url": f"http://a.example/{number}", "html": html})
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    collection.import_([tmp_path / "p.jsonl"])
    collection.build(workers=1)
    found = directory(Layout(collection.root), collection.config)
    assert found
    for category, pages in found.items():
        assert collection.search(f"category:{category}").total == pages
