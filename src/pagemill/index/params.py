"""What the index can be told."""

from __future__ import annotations

from dataclasses import dataclass, fields

from pagemill.index.forms.languages import chosen

NAME = "index"
"""Of the stage, and of its result among the live tables."""

MOST_WEIGHT = 1e6

POLICIES = ("keep", "collapse", "hide")
"""What can become of copies in search; nothing is deleted under any of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexParams:
    """Parameters of indexing and searching.

    Attributes:
        threads: indexing threads.
        memory_bytes: memory of all threads together before they write a segment.
        title_weight, keywords_weight, abstract_weight, text_weight: what a word is worth in
            each field when pages are ranked.
        anchor_weight: the same in what other pages call this one.
        emphasis_weight: added for words in headings or set off in the text.
        dropped_weight: the same in what purification took away; 0 leaves it out of the index.
        link_weight: what the most linked page gains over one without links (PageRank).
        freshness_weight: what the newest page gains over the oldest.
        spam_weight: what a page of nothing but repetitions loses, and with ``spam_signs`` one
            that is certainly spam.
        spam_signs: judge each page by all signs of spam in its text and its links, instead of
            by its repetitions alone; a build takes some milliseconds longer for each page.
        hub_weight: what a page of links gains; below 0 it loses.
        unfetched: also find pages that were never fetched, by what others call them.
        duplicates: ``collapse``: of pages that are copies the kept one is found and tells how
            many there are; ``hide``: it is found and does not; ``keep``: all are found.
        stemming: languages whose words are found in all their forms, by their codes with
            blanks between, such as ``en de``; empty for none. Another choice makes the index
            anew.
    """

    threads: int = 1
    memory_bytes: int = 100_000_000
    title_weight: float = 3.0
    keywords_weight: float = 1.0
    abstract_weight: float = 0.5
    text_weight: float = 1.0
    anchor_weight: float = 2.0
    emphasis_weight: float = 0.5
    dropped_weight: float = 0.0
    link_weight: float = 0.5
    freshness_weight: float = 0.0
    spam_weight: float = 1.0
    spam_signs: bool = False
    hub_weight: float = 0.0
    unfetched: bool = False
    duplicates: str = "collapse"
    stemming: str = ""

    @property
    def languages(self) -> tuple[str, ...]:
        """Those whose words are stemmed, in order."""
        return chosen(self.stemming)

    def __post_init__(self) -> None:
        chosen(self.stemming)
        if self.duplicates not in POLICIES:
            raise ValueError(
                f"duplicates is {self.duplicates!r}; it must be one of {', '.join(POLICIES)}"
            )
        if not 1 <= self.threads <= 64:
            raise ValueError(f"threads is {self.threads}; it must be 1 to 64")
        for one in fields(self):
            if one.name.endswith("_weight"):
                least = -MOST_WEIGHT if one.name == "hub_weight" else 0
                weight: float = getattr(self, one.name)
                if not least <= weight <= MOST_WEIGHT:
                    raise ValueError(
                        f"{one.name} is {weight}; it must be {least:.0f} to {MOST_WEIGHT:.0f}"
                    )
        if not 15_000_000 <= self.memory_bytes / self.threads <= 4_000_000_000:
            raise ValueError(
                f"memory_bytes is {self.memory_bytes}; it must be 15000000 or more a thread, "
                "and 4000000000 at most"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchParams:
    """What searching keeps; nothing unless asked for.

    Attributes:
        log: keep each query with its time and number of pages in ``queries.jsonl``, which only
            its owner can read.
        profile: put pages that are like the interests in ``interests.json`` further up.
        expand: look for related words too, unless a query says otherwise.
        server: address of an OpenSearch server with the name of an index, such as
            ``http://127.0.0.1:9200/pages``: builds keep it up to date, and it answers queries
            instead of the index in the folder. Stub, not tested on the real server.
    """

    log: bool = False
    profile: bool = False
    expand: bool = False
    server: str = ""
