"""The taxonomy of a collection: the ready one, or one learned of a user's labelled examples."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast

from pagemill.collection import manifest, parquet
from pagemill.collection.durable import synced
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.html.url import host, url_hash
from pagemill.model.taxonomy import CategoryFigures, LearningFigures, TaxonomyReport
from pagemill.tables import DocCategories, DocWords
from pagemill.view.category.learning import MOST_EXAMPLES, Example, learned
from pagemill.view.category.taxonomy import Taxonomy, read, ready, write
from pagemill.view.category.vectors import bag
from pagemill.view.keywords import READ, terms_of

FEWEST_EXAMPLES: Final = 3
"""Of each category."""

NOT_THERE: Final = "no such page in the collection"
WITHOUT_WORDS: Final = "without words"
TWICE: Final = "given twice"


def taxonomy_of(layout: Layout) -> Taxonomy:
    """The taxonomy that tells the categories of a collection's pages.

    Raises:
        CollectionError: the file of its own taxonomy is damaged.
    """
    try:
        stat = layout.taxonomy.stat()
    except FileNotFoundError:
        return ready()
    return _read(layout.taxonomy, stat.st_mtime_ns, stat.st_ino)


@lru_cache(maxsize=2)
def _read(path: Path, *state: int) -> Taxonomy:
    del state
    try:
        return read(path)
    except (ValueError, OSError, EOFError) as error:
        raise CollectionError(
            f"{path}: not a taxonomy: {error}; learn it again with 'pagemill categories', or "
            f"remove the file to use the ready one"
        ) from None


def learn(layout: Layout, examples: Path) -> TaxonomyReport:
    """Learn a taxonomy of labelled examples; the next build uses it.

    Args:
        layout: the collection.
        examples: JSON lines, each with ``category`` and the ``url`` of a page of the
            collection, or ``text`` and perhaps ``title``.

    Raises:
        UsageError: a line cannot be read, or there are too few examples, or too many.
        CollectionError: an example is a page, and nothing was built yet.
    """
    unused: Counter[str] = Counter()
    found: list[Example] = []
    seen: set[str] = set()
    for line in _lines(examples):
        if line.name in seen:
            unused[TWICE] += 1
            continue
        seen.add(line.name)
        counts = line.counts(layout)
        if isinstance(counts, str):
            unused[counts] += 1
            continue
        found.append(Example(line.category, host(line.url) or line.name, counts))
    _check(examples, found, unused)
    taxonomy = learned(found)
    scratch = layout.taxonomy.with_name(f".{layout.taxonomy.name}.tmp")
    try:
        write(taxonomy, scratch)
        synced(scratch)
        scratch.replace(layout.taxonomy)
    finally:
        scratch.unlink(missing_ok=True)
    synced(layout.root)
    return report(layout, dict(sorted(unused.items())))


def forget(layout: Layout) -> TaxonomyReport:
    """Go back to the ready taxonomy; the next build uses it."""
    layout.taxonomy.unlink(missing_ok=True)
    return report(layout)


def report(layout: Layout, unused: dict[str, int] | None = None) -> TaxonomyReport:
    """What the taxonomy of a collection is, and how many pages have which category."""
    pages: Counter[str] = Counter()
    for path in manifest.live_parts(layout, DocCategories.name):
        for batch in parquet.batches(DocCategories, path):
            views: DocCategories = batch.columns()
            pages.update(views.category)
    return TaxonomyReport(
        is_own=layout.taxonomy.exists(),
        figures=figures_of(taxonomy_of(layout)),
        pages=dict(sorted(pages.items())),
        unused=unused or {},
    )


def figures_of(taxonomy: Taxonomy) -> LearningFigures:
    """How good a taxonomy is, as its card says."""
    card = dict(taxonomy.card)
    card["categories"] = [CategoryFigures(**one) for one in card["categories"]]
    return LearningFigures(**card)


@dataclass(frozen=True, slots=True)
class _Line:
    """One labelled example as given."""

    category: str
    url: str
    text: str
    title: str

    @property
    def name(self) -> str:
        return self.url or f"{self.title}\n{self.text}"

    def counts(self, layout: Layout) -> dict[str, int] | str:
        """Its terms, or why there are none."""
        text, title = self.text, self.title
        if not text:
            found = parquet.lookup(
                DocWords, manifest.live_parts(layout, DocWords.name), url_hash(self.url)
            )
            if self.url not in found.url:
                return NOT_THERE
            row = found.url.index(self.url)
            text, title = found.text[row], found.title[row]
        return bag(terms_of(text[:READ]), terms_of(title)) or WITHOUT_WORDS


def _lines(path: Path) -> Iterator[_Line]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read as UTF-8 text: {error}") from None
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _line(f"{path}, line {number}", line)


def _line(where: str, line: str) -> _Line:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise UsageError(f"{where}: not JSON: {error}") from None
    if not isinstance(found, dict):
        raise UsageError(f'{where}: not an object such as {{"url": ..., "category": ...}}')
    given = cast("dict[str, Any]", found)
    values = {name: given.get(name, "") for name in ("category", "url", "text", "title")}
    for name, value in values.items():
        if not isinstance(value, str):
            raise UsageError(f"{where}: '{name}' must be a text")
    category = values["category"]
    if not category or not all(map(str.strip, category.split("/"))):
        raise UsageError(f"{where}: 'category' must be a path such as science/physics")
    if not values["url"] and not values["text"]:
        raise UsageError(f"{where}: give the 'url' of a page of the collection, or a 'text'")
    return _Line(**values)


def _check(path: Path, found: list[Example], unused: Counter[str]) -> None:
    count = Counter(example.category for example in found)
    few = [name for name, number in sorted(count.items()) if number < FEWEST_EXAMPLES]
    told = (
        f" ({', '.join(f'{n} {why}' for why, n in sorted(unused.items()))})" if unused else ""
    )
    if len(count) < 2 or few:
        which = f"; too few of {', '.join(few)}" if few else ""
        raise UsageError(
            f"{path}: {len(found)} usable examples of {len(count)} categories{told}{which}; "
            f"give at least {FEWEST_EXAMPLES} of each of two categories or more"
        )
    if len(found) > MOST_EXAMPLES:
        raise UsageError(
            f"{path}: {len(found)} examples; give {MOST_EXAMPLES} at most, such as a sample"
        )
