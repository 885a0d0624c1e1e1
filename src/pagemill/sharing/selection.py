"""Which of the kept pages are given away, and what is taken out of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import parquet
from pagemill.errors import UsageError
from pagemill.html.url import host
from pagemill.index.category import branches
from pagemill.index.query import Query, first_day, parse
from pagemill.sharing.personal import redacted
from pagemill.sharing.rules import RULES, Text
from pagemill.tables import DocViews

ELSEWHERE = "not asked for"
UNDRAWN = "not in the sample"
_TEXTS = ("title", "abstract", "text", "markdown", "html", "author")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which pages are given away.

    Attributes:
        where: filters as in a query: ``lang:``, ``type:``, ``site:``, ``category:``,
            ``after:``, ``before:``, each also with a minus sign.
        rules: rule sets of quality that a page must pass, of
            :data:`pagemill.sharing.rules.RULES`.
        redact: replace addresses and numbers of people.
    """

    where: Query = field(default_factory=Query)
    rules: tuple[str, ...] = ()
    redact: bool = False

    def of(
        self, batch: parquet.Rows, sample: Collection[str] | None = None
    ) -> tuple[parquet.Rows, Counter[str]]:
        """The rows that are given away, and the others by reason.

        Args:
            batch: some pages.
            sample: addresses that were drawn from the pages which are wanted; None for all.
        """
        views: DocViews = batch.columns()
        reasons = [self._reason(views, row) for row in range(len(views.url))]
        if sample is not None:
            pairs = zip(reasons, views.url, strict=True)
            reasons = [
                reason or (UNDRAWN if url not in sample else "") for reason, url in pairs
            ]
        kept = batch.take([row for row, reason in enumerate(reasons) if not reason])
        if self.redact and len(kept):
            kept = parquet.rows(without_personal(kept.columns()))
        return kept, Counter(filter(None, reasons))

    def wanted(self, batch: parquet.Rows) -> list[str]:
        """Addresses of the rows from which a sample is drawn."""
        views: DocViews = batch.columns()
        return [url for row, url in enumerate(views.url) if not self._reason(views, row)]

    def _reason(self, views: DocViews, row: int) -> str:
        if not is_wanted(self.where, views, row):
            return ELSEWHERE
        if self.rules:
            text = Text.of(views.text[row], views.language[row])
            for name in self.rules:
                reason = RULES[name](text)
                if reason:
                    return f"quality: {name}: {reason}"
        return ""


def selection(where: str, rules: Sequence[str], *, redact: bool) -> Selection:
    """A selection as it is asked for on a command line.

    Raises:
        UsageError: ``where`` holds words, or a rule set is unknown.
    """
    asked = parse(where)
    if asked.required or asked.excluded:
        said = " ".join(
            word for member in (*asked.positive, *asked.excluded) for word in member
        )
        raise UsageError(
            f"--where: {said}: no filter; use lang:, type:, site:, category:, after: or before:"
        )
    for name in rules:
        if name not in RULES:
            raise UsageError(f"{name}: no such rule set; choose of {', '.join(RULES)}")
    return Selection(where=asked, rules=tuple(rules), redact=redact)


def without_personal(views: DocViews) -> DocViews:
    """The rows with personal data replaced in all of their texts."""
    changed: dict[str, Any] = {
        name: [redacted(text)[0] for text in getattr(views, name)] for name in _TEXTS
    }
    changed["keywords"] = [[redacted(one)[0] for one in some] for some in views.keywords]
    changed["topic_links"] = [
        [link | {"text": redacted(link["text"])[0]} for link in links]
        for links in views.topic_links
    ]
    return replace(views, **changed)


def drawn(urls: Sequence[str], count: int, seed: int) -> list[int]:
    """Rows of a uniform sample: the same for the same pages and seed, whatever their order.

    A page is in a sample of many whenever it is in one of few.
    """

    def draw(row: int) -> bytes:
        text = f"{seed} {urls[row]}".encode("utf-8", "replace")
        return blake2b(text, digest_size=16).digest()

    return sorted(sorted(range(len(urls)), key=draw)[:count])


class Described(Protocol):
    """Rows of any table that holds what filters ask for."""

    @property
    def url(self) -> list[str]:
        """Address."""
        ...

    @property
    def fetched_at(self) -> NDArray[np.datetime64]:
        """Instant of the capture."""
        ...

    @property
    def published_at(self) -> list[str]:
        """Date that the page states."""
        ...

    @property
    def page_type(self) -> list[str]:
        """Type by content."""
        ...

    @property
    def genre(self) -> list[str]:
        """Genre."""
        ...

    @property
    def language(self) -> list[str]:
        """Language."""
        ...

    @property
    def media_type(self) -> list[str]:
        """Of a document."""
        ...

    @property
    def category(self) -> list[str]:
        """Category."""
        ...


def is_wanted(where: Query, views: Described, row: int) -> bool:
    """Whether a row passes filters."""
    if where == Query():
        return True
    if views.url[row] in where.excluded_pages:
        return False
    kinds = {
        views.page_type[row],
        views.genre[row].lower(),
        views.media_type[row].partition(";")[0].rpartition("/")[2].lower(),
        "fetched",
    }
    name = host(views.url[row])
    labels = name.split(".")
    hosts = {".".join(labels[at:]) for at in range(len(labels))}
    checks = (
        (where.hosts, where.excluded_hosts, hosts),
        (where.languages, where.excluded_languages, {views.language[row]}),
        (where.types, where.excluded_types, kinds),
        (where.categories, where.excluded_categories, set(branches(views.category[row]))),
    )
    fits = all(
        (not wanted or not own.isdisjoint(wanted)) and own.isdisjoint(unwanted)
        for wanted, unwanted, own in checks
    )
    return fits and _is_dated(where, views, row)


def _is_dated(where: Query, views: Described, row: int) -> bool:
    if where.after is None and where.before is None:
        return True
    day = first_day(views.published_at[row][:10])
    if day is None:
        day = int(views.fetched_at[row].astype("datetime64[D]").astype(np.int64))
    return (where.after is None or day >= where.after) and (
        where.before is None or day < where.before
    )
