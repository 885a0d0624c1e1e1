"""What is told of links, of the quality of search, and of words and names in a collection."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedPage:
    """A page with what its links make of it.

    Attributes:
        url: of the page.
        score: PageRank, or hub or authority score.
        incoming: pages that link to it.
    """

    url: str
    score: float
    incoming: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RankDifference:
    """PageRank over all links beside that over topic links.

    Attributes:
        topic_links: different topic links between pages.
        all_links: different links of any kind.
        correlation: Spearman's, of the places of captured pages.
        common: share of the first pages that both have in common.
        risen: pages that stand much higher by all links, most first.
        fallen: and much lower.
    """

    topic_links: int
    all_links: int
    correlation: float
    common: float
    risen: list[str]
    fallen: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReport:
    """Where captured pages stand by their topic links.

    Attributes:
        pages: pages of the graph, fetched or not.
        links: different links among them.
        pagerank, hubs, authorities: the first pages, best first.
        all_links: how PageRank differs over all links; None where nobody asked.
    """

    pages: int
    links: int
    pagerank: list[LinkedPage]
    hubs: list[LinkedPage]
    authorities: list[LinkedPage]
    all_links: RankDifference | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """How well pages were found in one way of indexing them.

    Attributes:
        purified: whether the text was purified; else it is all that a reader sees.
        deduplicated: whether copies were left out.
        items: ``titles`` or ``anchors``: what pages were looked for by.
        queries: how many.
        ndcg, ndcg_low, ndcg_high: mean nDCG of the first ten hits, with its interval (95 %).
        mrr, mrr_low, mrr_high: mean reciprocal rank.
        distinct: share of the first ten hits that are no copy of one before.
        against, against_low, against_high: mean nDCG less that of the purified and
            de-duplicated index, on the same queries.
    """

    purified: bool
    deduplicated: bool
    items: str
    queries: int
    ndcg: float
    ndcg_low: float
    ndcg_high: float
    mrr: float
    mrr_low: float
    mrr_high: float
    distinct: float
    against: float
    against_low: float
    against_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexCost:
    """What one way of indexing costs: bytes, CPU seconds, and milliseconds of a query."""

    purified: bool
    deduplicated: bool
    pages: int
    size: int
    build_s: float
    query_p50_ms: float
    query_p99_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityReport:
    """Search judged by known items, with and without purification and de-duplication."""

    judgements: list[Judgement] = field(default_factory=list[Judgement])
    costs: list[IndexCost] = field(default_factory=list[IndexCost])


@dataclass(frozen=True, slots=True, kw_only=True)
class FameReport:
    """Who mentions a name.

    Attributes:
        name: as it was asked for.
        pages: kept pages that mention it.
        copies: copies of the first two hundred of them, which are not counted.
        hosts: hosts on which these pages lie.
        top_hosts: host -> pages, most first.
        years: year of the page's date -> pages.
        goes_with: keyword of these pages that is rarer elsewhere -> pages.
        first: the pages that say most of it.
    """

    name: str
    pages: int
    copies: int
    hosts: int
    top_hosts: dict[str, int]
    years: dict[str, int]
    goes_with: dict[str, int]
    first: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPhrase:
    """A phrase with the pages that have it, late and early, and the growth of its share."""

    text: str
    late: int
    early: int
    growth: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseReport:
    """What later pages are full of and earlier ones are not.

    Attributes:
        since: first day of the later stretch.
        early, late: kept pages of either stretch.
        collocations: pairs of words, the strongest first.
        new_words: words of Han script, the most cohesive first.
        years: year -> kept pages.
    """

    since: str
    early: int
    late: int
    collocations: list[NewPhrase]
    new_words: list[NewPhrase]
    years: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """A page that a crawl about a topic could begin with, and why.

    Attributes:
        url: its address.
        authority: share of all authority among the pages around the topic.
        hub: the same as a hub.
        place: share of the collection's pages with a lower PageRank.
        linking_pages: pages around the topic, on other hosts, that link to it.
        linking_hosts: the hosts of these.
        spam: how likely it is spam.
        fetched: whether the collection has it, or knows it by links alone.
        about: whether it was found for the topic itself.
        rank: its rank by authority; higher ones were spam or of the same host.
    """

    url: str
    authority: float
    hub: float
    place: float
    linking_pages: int
    linking_hosts: int
    spam: float
    fetched: bool
    about: bool
    rank: int

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is proposed, in words."""
        linking = f"{self.linking_pages:,} pages of {self.linking_hosts:,} other hosts"
        told = [
            f"{linking} around the topic link to it",
            f"rank {self.rank:,} by authority ({self.authority:.3f})",
            f"above {self.place:.0%} of all pages by PageRank",
            "about the topic itself" if self.about else "known by its links, not by its words",
        ]
        if not self.fetched:
            told.append("not fetched yet")
        if self.spam >= 0.01:
            told.append(f"spam score {self.spam:.2f}")
        return tuple(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedReport:
    """Seeds for a topic.

    Attributes:
        topic: as it was described.
        matching: pages found for it.
        around: pages of the graph around these.
        spam: those of them that are likely spam.
        seeds: proposals, best first.
    """

    topic: str
    matching: int
    around: int
    spam: int
    seeds: list[Seed]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpamPage:
    """A page with its signs of spam; each from 0 to 1.

    Attributes:
        url: its address.
        score: all signs together.
        content: what its text shows.
        farm: farm share of its host.
        mass: share of its PageRank that no trusted page gives it.
    """

    url: str
    score: float
    content: float
    farm: float
    mass: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SpamHost:
    """A host with its signs of spam; each from 0 to 1.

    Attributes:
        host: its name.
        score: mean of its pages' texts, with its farm share.
        farm: how much those that link to it are a ring.
    """

    host: str
    score: float
    farm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SpamReport:
    """The pages and hosts that are most likely spam.

    Attributes:
        pages_read: pages whose text was looked at.
        likely: those with a score of a half at least.
        pages, hosts: the first of each, highest score first.
    """

    pages_read: int
    likely: int
    pages: list[SpamPage]
    hosts: list[SpamHost]
