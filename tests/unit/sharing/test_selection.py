"""Which pages are given away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pagemill.api import Collection
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.sharing.selection import ELSEWHERE, drawn, selection
from pagemill.tables import DocViews


@pytest.fixture
def views(built: Collection) -> DocViews:
    layout = Layout(built.root)
    return parquet.read(DocViews, manifest.live_parts(layout, DocViews.name))


@pytest.mark.parametrize(
    ("where", "pages"),
    [
        ("", 6),
        ("site:a.example", 2),
        ("site:example -site:b.example", 3),
        ("type:topic", 6),
        ("type:hub", 0),
        ("after:2026-03-01", 6),
        ("before:2026-03-01", 0),
        ("after:2026-03-02", 0),
        ("type:fetched -lang:xx", 6),
        ("category:nowhere", 0),
    ],
)
def test_filters_choose_as_they_do_in_a_query(views, where, pages):
    found, reasons = selection(where, [], redact=False).of(parquet.rows(views))
    expected = {ELSEWHERE: len(views.url) - len(found)} if len(found) < len(views.url) else {}
    assert reasons == expected
    if where != "type:topic":
        assert len(found) == pages


def test_every_page_is_given_away_or_refused_for_a_reason(views):
    found, reasons = selection("", ["gopher", "c4"], redact=False).of(parquet.rows(views))
    assert len(found) + reasons.total() == len(views.url)
    assert all(reason.startswith("quality: ") for reason in reasons)
    assert reasons


def test_personal_data_leave_every_text(views):
    count = len(views.url)
    marked = replace(
        views,
        text=["mail ann@example.org"] * count,
        html=["<p>ann@example.org</p>"] * count,
        keywords=[["ann@example.org", "bread"]] * count,
        topic_links=[[{"url": "http://x/", "text": "ann@example.org"}]] * count,
    )
    found, _ = selection("", [], redact=True).of(parquet.rows(marked))
    columns = found.columns()
    assert "ann@" not in repr(columns.text + columns.html + columns.keywords)
    assert "ann@" not in repr(columns.topic_links)
    assert columns.url == views.url


@pytest.mark.parametrize(
    ("where", "rules", "match"),
    [("bread", [], "no filter"), ("-bread", [], "no filter"), ("", ["best"], "gopher")],
)
def test_what_cannot_be_asked_for_is_told(where, rules, match):
    with pytest.raises(UsageError, match=match):
        selection(where, rules, redact=False)


def test_a_sample_is_uniform_and_does_not_depend_on_the_order():
    urls = [f"http://x/{n}" for n in range(20)]
    first = {urls[row] for row in drawn(urls, 5, 1)}
    assert {urls[::-1][row] for row in drawn(urls[::-1], 5, 1)} == first
    assert first < {urls[row] for row in drawn(urls, 9, 1)}
    counts = np.zeros(20)
    for seed in range(2000):
        counts[drawn(urls, 5, seed)] += 1
    assert counts.sum() == 10_000
    # Each page in a quarter of the samples; five standard deviations are 97.
    assert np.abs(counts - 500).max() < 97
