"""Duplicates: clusters, what two texts differ in, the S-curve, mirrors and templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pagemill.collection import manifest, parquet
from pagemill.dedup.compare.passages import passages
from pagemill.dedup.duplicates import Duplicates
from pagemill.model.cluster import Cluster
from pagemill.serve.charts.s_curve import s_curve
from pagemill.serve.interface.answers import whole
from pagemill.serve.workbench import Workbench, bench
from pagemill.survey.candidates import PairCurve, pair_curve
from pagemill.tables import Clusters

STEP = 50
MOST_PASSAGES = 200


@dataclass(frozen=True, slots=True)
class Found:
    """The duplicates of the collection, in the order in which they are shown.

    Attributes:
        all: as they were found.
        clusters: the largest first.
        cluster_of: page -> the cluster that it is in.
    """

    all: Duplicates
    clusters: list[Cluster]
    cluster_of: Mapping[str, Cluster]


def found(here: Workbench) -> Found:
    """The duplicates of the collection as it is built now."""

    def look() -> Found:
        every = here.collection.duplicates()
        clusters = sorted(every.clusters, key=lambda one: (-len(one.members), one.id))
        of = {member: one for one in clusters for member in one.members}
        return Found(every, clusters, of)

    return here.once("duplicates", look)


def show(request: Request) -> Response:
    """The clusters by size, and the S-curve."""
    here = bench(request)
    known = found(here)
    first = whole(request, "first", 0, 1_000_000_000)
    curve = here.once("curve", lambda: s_curve(_pair_curve(here)))
    return here.render(
        request,
        "duplicates.html",
        clusters=known.clusters[first : first + STEP],
        total=len(known.clusters),
        first=first,
        step=STEP,
        pairs=len(known.all.pairs),
        removed=len(known.cluster_of) - len(known.clusters),
        threshold=known.all.threshold,
        curve=curve,
    )


def show_sites(request: Request) -> Response:
    """Mirrors and templates."""
    here = bench(request)
    return here.render(request, "sites.html", report=here.once("sites", here.collection.sites))


def show_cluster(request: Request) -> Response:
    """One cluster with its members."""
    here = bench(request)
    url = request.query_params.get("of", "")
    cluster = found(here).cluster_of.get(url)
    if cluster is None:
        raise HTTPException(404, f"{url}: this page has no copies in the collection.")
    first = whole(request, "first", 0, 1_000_000_000)
    others = [member for member in cluster.members if member != cluster.representative]
    return here.render(
        request,
        "cluster.html",
        cluster=cluster,
        others=[(url, _removal(here, url)) for url in others[first : first + STEP]],
        total=len(others),
        first=first,
        step=STEP,
    )


def _removal(here: Workbench, url: str) -> tuple[str, float]:
    """Relation of a removed page to the kept one, and how alike both are."""
    known = here.once("relations", lambda: _relations(here))
    return known.get(url, ("", 0.0))


def _relations(here: Workbench) -> dict[str, tuple[str, float]]:
    table = parquet.read(Clusters, manifest.live_parts(here.layout, Clusters.name))
    rows = zip(table.url, table.relation, table.similarity.tolist(), strict=True)
    return {url: (relation, similarity) for url, relation, similarity in rows}


def _pair_curve(here: Workbench) -> PairCurve:
    return pair_curve(here.layout, here.collection.config.dedup)


def compare(request: Request) -> Response:
    """In what the texts of two pages differ, side by side."""
    here = bench(request)
    left = here.collection.docview(request.query_params.get("left", ""))
    right = here.collection.docview(request.query_params.get("right", ""))
    differing = passages(left.text, right.text)
    return here.render(
        request,
        "compare.html",
        left=left,
        right=right,
        differing=differing[:MOST_PASSAGES],
        more=max(0, len(differing) - MOST_PASSAGES),
        relation=_removal(here, right.url),
    )
