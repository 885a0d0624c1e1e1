"""Clusters of texts on disk, made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast, overload

import numpy as np

from pagemill.dedup.columns import Int64s, integers, offsets
from pagemill.dedup.spill.ids import named
from pagemill.model.cluster import Cluster

_CLUSTERS_AT_ONCE = 1 << 12


@dataclass(frozen=True, slots=True, eq=False)
class ClusterColumns(Sequence[Cluster]):
    """Clusters by the numbers of their documents, as a sequence of :class:`Cluster`.

    Equal to any sequence of equal clusters.

    Attributes:
        ids: of all documents, in order, in memory or in a file.
        kept: number of the kept document of each cluster, ascending.
        bounds: shape (clusters + 1,): the documents of cluster i are
            ``members[bounds[i]:bounds[i + 1]]``.
        members: numbers of the documents, ascending in each cluster, the kept one among them.

    Source:
        Not of the literature: runs of a column.
    """

    ids: Sequence[str]
    kept: Int64s
    bounds: Int64s
    members: Int64s

    def of(self, document: int) -> ClusterColumns:
        """The cluster of a document, if it is in one."""
        places = np.flatnonzero(self.members == document)
        here = np.searchsorted(self.bounds, places, side="right") - 1
        return self._some(here)

    def removed(self) -> tuple[Int64s, Int64s]:
        """Numbers of the removed documents, cluster by cluster, and of those kept for them."""
        kept = np.repeat(self.kept, np.diff(self.bounds))
        is_removed = kept != self.members
        return self.members[is_removed], kept[is_removed]

    def _some(self, numbers: Int64s) -> ClusterColumns:
        parts = [np.zeros(0, np.int64)]
        parts += [self.members[self.bounds[one] : self.bounds[one + 1]] for one in numbers]
        sizes = np.array([part.size for part in parts[1:]], np.int64)
        return ClusterColumns(
            self.ids, self.kept[numbers], offsets(sizes), np.concatenate(parts)
        )

    def __len__(self) -> int:
        return self.kept.size

    def __iter__(self) -> Iterator[Cluster]:
        for start in range(0, len(self), _CLUSTERS_AT_ONCE):
            bounds = self.bounds[start : start + _CLUSTERS_AT_ONCE + 1]
            names = named(self.ids, self.members[bounds[0] : bounds[-1]])
            places = integers(bounds - bounds[0])
            kept = named(self.ids, self.kept[start : start + _CLUSTERS_AT_ONCE])
            for name, first, end in zip(kept, places, places[1:], strict=False):
                yield Cluster(id=name, representative=name, members=tuple(names[first:end]))

    @overload
    def __getitem__(self, index: int) -> Cluster: ...
    @overload
    def __getitem__(self, index: slice) -> ClusterColumns: ...
    def __getitem__(self, index: int | slice) -> Cluster | ClusterColumns:
        if isinstance(index, slice):
            return self._some(np.arange(*index.indices(len(self)), dtype=np.int64))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        (cluster,) = self._some(np.array([index % len(self)]))
        return cluster

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        others = cast("Sequence[object]", other)
        if len(self) != len(others):
            return False
        return all(one == each for one, each in zip(self, others, strict=True))

    __hash__ = None  # type: ignore[assignment]
