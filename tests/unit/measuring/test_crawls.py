import json

import numpy as np
import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.measuring.crawls import Share, crawl_yield, longitudinal


def crawled(days):
    """Captures of four crawls, each of which sees .6 of what is there; .9 stays each time."""
    chance = np.random.default_rng(4)
    there = list(range(600))
    for day in days:
        for page in there:
            if chance.random() < 0.6:
                yield {
                    "url": f"http://a.example/{page}",
                    "html": f"<p>page {page}",
                    "fetched_at": f"2026-03-{day:02}T00:{page % 60:02}:00Z",
                }
        there = [page for page in there if chance.random() < 0.9]


def collected(root, rows):
    root.parent.mkdir(parents=True, exist_ok=True)
    lines = root.with_suffix(".jsonl")
    lines.write_text("\n".join(map(json.dumps, rows)))
    collection = Collection.create(root)
    collection.import_([lines])
    collection.build(workers=1)
    return root


def test_one_collection_is_parted_where_nothing_was_fetched(tmp_path):
    days = (1, 8, 15, 22)
    whole = collected(tmp_path / "whole", crawled(days))
    found = longitudinal([whole])
    assert len(found.crawls) == 4
    assert found.coverage == pytest.approx(0.6, abs=0.05)
    assert found.survival == pytest.approx(0.9, abs=0.04)
    low, high = found.coverage_interval
    assert low < 0.6 < high
    rows = list(crawled(days))
    parts = [
        collected(tmp_path / str(day), [r for r in rows if f"-03-{day:02}T" in r["fetched_at"]])
        for day in days
    ]
    assert longitudinal(parts) == found


def test_what_is_no_row_of_crawls_is_said(tmp_path):
    root = collected(tmp_path / "c", crawled((1,)))
    with pytest.raises(UsageError, match="1 crawls: coverage needs at least three"):
        longitudinal([root])
    with pytest.raises(UsageError, match="nothing was crawled here"):
        crawl_yield(Layout(root))
    empty = Collection.create(tmp_path / "empty")
    with pytest.raises(CollectionError, match="nothing was built yet"):
        longitudinal([empty.root])


def test_a_share_has_the_exact_interval():
    assert Share.counted(207, 710).share == pytest.approx(0.2915, abs=1e-4)
    assert Share.counted(0, 3000).high == pytest.approx(3.69 / 3000, rel=0.01)
    assert Share.counted(0, 0) == Share(hits=0, of=0, share=0.0, low=0.0, high=1.0)
