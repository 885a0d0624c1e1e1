"""Near duplicates of one text, also of one that no page has, among all pages."""

from __future__ import annotations

from pagemill.collection.layout import Layout
from pagemill.collection.lock import writing
from pagemill.dedup.lookup import stage
from pagemill.dedup.params import DedupParams
from pagemill.model.cluster import NearMatch


def matches(
    layout: Layout, params: DedupParams, text: str, limit: int, *, rarest: bool
) -> list[NearMatch]:
    """Pages that resemble the text, the most similar first.

    The keys of pages that are new since the last question are added first.

    Raises:
        CollectionError: nothing has been built yet, or a part of the folder is damaged.
        SurroundingsError: keys are missing and another process is writing.
    """
    store = stage.store_of(layout, params)
    if not stage.is_current(layout, store):
        with writing(layout):
            store = stage.refresh(layout, params)
    return stage.matches(layout, store, text, limit=limit, rarest=rarest)
