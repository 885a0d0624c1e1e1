"""Queries made wider: by words that go with theirs, or by pages found right or wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pagemill.collection import manifest, parquet
from pagemill.collection.durable import replace_text
from pagemill.collection.layout import Layout
from pagemill.index.analyze import words
from pagemill.index.expansion.rocchio import rocchio
from pagemill.index.expansion.thesaurus import Thesaurus, thesaurus
from pagemill.index.query import Query, Words
from pagemill.tables import DocKeywords

FILE = "thesaurus.json"
"""Beside the files of the index: made when it is first asked for, gone with the index."""

WORTH = 0.3
"""What a related word counts beside one that was typed."""


def learned(layout: Layout, folder: Path) -> Thesaurus:
    """The thesaurus of a collection, kept beside its index where that can be written.

    Raises:
        CollectionError: a table is damaged.
    """
    path = folder / FILE
    with suppress(OSError, ValueError):
        found: Thesaurus = json.loads(path.read_text(encoding="utf-8"))
        return found
    made = thesaurus(_keywords(layout))
    with suppress(OSError):
        replace_text(path, json.dumps(made, ensure_ascii=False))
    return made


def _keywords(layout: Layout) -> Iterator[list[str]]:
    for path in manifest.live_parts(layout, DocKeywords.name):
        for batch in parquet.batches(DocKeywords, path):
            views: DocKeywords = batch.columns()
            for keywords in views.keywords:
                # What is several words to the index cannot stand for one of a query.
                analysed = (words(keyword) for keyword in keywords)
                yield [found[0] for found in analysed if len(found) == 1]


def widened(query: Query, related: Thesaurus) -> tuple[Query, dict[str, list[str]]]:
    """The query with related words as further ways to meet it, and which these are.

    A phrase, and a group that is a choice already, stay as they are.
    """
    worths: dict[Words, float] = {}
    shown: dict[str, list[str]] = {}
    groups: list[tuple[Words, ...]] = []
    typed = {word for member in query.positive for word in member}
    for group in query.required:
        more: list[Words] = []
        if len(group) == 1 and len(group[0]) == 1:
            found = [one for one in related.get(group[0][0], []) if one not in typed]
            more = [(one,) for one in found]
            if found:
                shown[group[0][0]] = found
        worths |= dict.fromkeys(more, WORTH)
        groups.append((*group, *more))
    return replace(query, required=tuple(groups), worths=tuple(worths.items())), shown


def moved(
    query: Query,
    right: Sequence[str],
    wrong: Sequence[str],
    idf: Callable[[str], float],
) -> tuple[Query, dict[str, list[str]]]:
    """The query moved towards texts found right and away from those found wrong.

    What a page must have stays only as far as it is no word: the words become a choice, so that
    pages which lack some of them are found too.
    """
    typed = [word for member in query.positive for word in member]
    vector = rocchio(typed, _texts(right), _texts(wrong), idf)
    if not vector:
        return query, {}
    members = tuple((word,) for word in vector)
    worths = tuple(((word,), weight) for word, weight in vector.items())
    new = [word for word in vector if word not in typed]
    wider = replace(query, required=(members,), worths=worths)
    return wider, {" ".join(typed) or "(pages)": new} if new else {}


def _texts(texts: Iterable[str]) -> list[tuple[str, ...]]:
    return [words(text) for text in texts]
