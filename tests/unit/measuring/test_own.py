from datetime import UTC, datetime

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.measuring import own

NOW = datetime(2026, 3, 31, tzinfo=UTC)


def test_freshness_rests_on_pages_seen_twice(built):
    found = own.freshness(Layout(built.root), NOW)
    assert found.rates == 1
    assert 0 < found.fresh < 1
    assert found.since_visit["0.5"] == pytest.approx(30)
    assert found.backlog == pytest.approx(found.pages * (1 - found.fresh))


def test_what_pages_are_like_is_counted(built):
    found = own.makeup(Layout(built.root))
    funnel = built.funnel()
    assert found.pages == funnel.pages
    assert found.duplicates == (funnel.exact_duplicates + funnel.near_duplicates) / found.pages
    assert sum(found.types.values()) == pytest.approx(1)
    assert found.metadata["title"] > 0.8
    assert found.pages_per_host is None


def test_an_empty_collection_is_told(tmp_path):
    Collection.create(tmp_path / "c")
    for measure in (own.makeup, lambda layout: own.freshness(layout, NOW)):
        with pytest.raises((CollectionError, UsageError), match="pagemill build"):
            measure(Layout(tmp_path / "c"))
