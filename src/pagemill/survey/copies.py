"""Duplicates as a build recorded them: pairs, clusters, and for what each copy was removed."""

from __future__ import annotations

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.dedup.anchor.stage import LEFT_OUT
from pagemill.dedup.duplicates import DuplicatePairs, Duplicates
from pagemill.dedup.stage import CUT_RUNS
from pagemill.model.cluster import Removed, clusters_among
from pagemill.tables import Candidates, Clusters, Pairs


def recorded(layout: Layout, threshold: float, url: str | None = None) -> Duplicates:
    """The duplicates of a collection: all, or those that one page is in.

    Args:
        layout: the collection.
        threshold: resemblance from which two texts are duplicates there.
        url: a page.

    Raises:
        CollectionError: a table is damaged.
    """
    table = parquet.read(Clusters, manifest.live_parts(layout, Clusters.name))
    clusters = clusters_among(table.url, table.representative, url)
    return Duplicates(
        pairs=_pairs(parquet.read(Pairs, manifest.live_parts(layout, Pairs.name)), url),
        clusters=clusters,
        empty=(),
        threshold=threshold,
        cut_runs=_noted(layout, Candidates.name, CUT_RUNS),
        left_out=_noted(layout, Clusters.name, LEFT_OUT),
        known=_removed(table, {kept.representative for kept in clusters}),
    )


def _noted(layout: Layout, table: str, what: str) -> int:
    """What was counted when a table was made."""
    run = manifest.current(layout).get(table)
    record = manifest.read_record(layout, run) if run else None
    return record.notes.get(what, 0) if record else 0


def _pairs(table: Pairs, url: str | None) -> DuplicatePairs:
    rows = [
        row
        for row, (left, right) in enumerate(zip(table.left, table.right, strict=True))
        if url is None or url in (left, right)
    ]
    ids = sorted({name for row in rows for name in (table.left[row], table.right[row])})
    number = {name: place for place, name in enumerate(ids)}
    return DuplicatePairs(
        ids=ids,
        left=np.array([number[table.left[row]] for row in rows], np.uint32),
        right=np.array([number[table.right[row]] for row in rows], np.uint32),
        intersection=table.intersection[rows].astype(np.uint32),
        union=table.union[rows].astype(np.uint32),
    )


def _removed(table: Clusters, kept: set[str]) -> tuple[Removed, ...]:
    columns = (table.url, table.representative, table.relation, table.similarity.tolist())
    return tuple(
        Removed(
            id=url,
            kept=representative,
            similarity=similarity,
            method="checksum" if relation == "exact" else "shingles",
        )
        for url, representative, relation, similarity in zip(*columns, strict=True)
        if relation != "kept" and representative in kept
    )
