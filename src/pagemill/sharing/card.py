"""The card that comes with a data set: what is in it, how it came about, and what to heed.

Its head is the metadata that data set hubs and loaders read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from pagemill.tables import DocViews

_BOUNDS = (("n<1K", 1_000), ("1K<n<10K", 10_000), ("10K<n<100K", 100_000), ("100K<n<1M", 10**6))
_SHOWN = 20
_WHAT = (
    "Web pages, purified of what is not their content and without duplicates, one row for "
    "each. Columns are those of the table `docviews` of pagemill; `url` names the source."
)
_HEED = (
    "The rights in each page are those of its author. Where `licence` and `opt_out` are "
    "among the columns they tell what pages state; nothing stated is no permission. Pages "
    "may name people; what its form betrays (mail addresses, numbers) is replaced where "
    "the selection says `redact`."
)


@dataclass(slots=True)
class Contents:
    """What is counted of the pages as they are written."""

    pages: int = 0
    characters: int = 0
    words: int = 0
    sizes: list[int] = field(default_factory=list[int])
    languages: Counter[str] = field(default_factory=Counter[str])
    types: Counter[str] = field(default_factory=Counter[str])
    genres: Counter[str] = field(default_factory=Counter[str])
    hosts: Counter[str] = field(default_factory=Counter[str])
    years: Counter[str] = field(default_factory=Counter[str])

    def add(self, views: DocViews, hosts: list[str]) -> None:
        """Count some pages, whose hosts are given."""
        self.pages += len(views.url)
        sizes = [len(text) for text in views.text]
        self.characters += sum(sizes)
        self.sizes += sizes
        self.words += sum(len(text.split()) for text in views.text)
        self.languages.update(one or "(unknown)" for one in views.language)
        self.types.update(views.page_type)
        self.genres.update(one or "(none)" for one in views.genre)
        self.hosts.update(hosts)
        self.years.update(str(one)[:4] for one in views.fetched_at)


def card(name: str, contents: Contents, rejects: Mapping[str, int], said: str) -> str:
    """The card in Markdown.

    Args:
        name: of the collection.
        contents: what was written.
        rejects: reason -> pages that were not.
        said: how the pages were selected, in the words of the command.
    """
    languages = [one for one, _ in contents.languages.most_common() if one != "(unknown)"]
    head = {
        "pretty_name": name,
        "language": languages[:_SHOWN],
        "size_categories": [_size(contents.pages)],
        "task_categories": ["text-generation", "text-retrieval"],
        "configs": [{"config_name": "default", "data_files": "data/*.parquet"}],
    }
    counted = (
        f"{contents.pages:,} pages, {contents.words:,} words, {contents.characters:,} "
        f"characters of text{_quantiles(contents.sizes)}."
    )
    # JSON is YAML, so any reader of front matter understands these values.
    lines = ["---", *(f"{key}: {json.dumps(value)}" for key, value in head.items()), "---", ""]
    chosen = f"Selected by: {said or 'all kept pages'}."
    lines += [f"# {name}", "", _WHAT, "", chosen, "", counted]
    for title, counts in (
        ("Languages", contents.languages),
        ("Page types", contents.types),
        ("Genres", contents.genres),
        ("Years of capture", contents.years),
        ("Hosts", contents.hosts),
        ("Not written, by reason", Counter(rejects)),
    ):
        lines += ["", f"## {title}", "", "| | pages |", "|---|---|"]
        order = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        lines += [f"| {key} | {count:,} |" for key, count in order[:_SHOWN]]
    return "\n".join([*lines, "", "## To heed", "", _HEED, ""])


def _quantiles(sizes: list[int]) -> str:
    if not sizes:
        return ""
    order = sorted(sizes)
    found = [order[min(len(order) - 1, len(order) * part // 100)] for part in (5, 50, 95)]
    return f" (5 %, median, 95 %: {', '.join(map(str, found))})"


def _size(pages: int) -> str:
    return next((name for name, bound in _BOUNDS if pages < bound), "n>1M")
