"""What one person is interested in: a local file that can be read, changed and erased.

It is made from pages that the person names, never from what is asked or opened. It moves pages
among the first thirty of an answer; which pages match does not change.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from pathlib import Path

from pagemill.collection.durable import naming, replace_text
from pagemill.errors import UsageError
from pagemill.index.analyze import words

MOST = 200
"""Words that are kept."""

WEIGHT = 0.5
"""A page of exactly these interests gains half of its score."""

Interests = dict[str, float]


def read(path: Path) -> Interests:
    """Word -> weight; empty where there is no profile.

    Raises:
        UsageError: the file is damaged.
    """
    try:
        found: Interests = {
            str(word): float(weight)
            for word, weight in json.loads(path.read_text(encoding="utf-8")).items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, TypeError):
        raise UsageError(
            f"{path}: not a profile; mend or remove this file to search without one"
        ) from None
    return found


def added(interests: Interests, keywords: Iterable[str]) -> Interests:
    """The interests with those of one more page.

    Example:
        >>> added({"tide": 1.0}, ["Tide", "pier"])
        {'tide': 2.0, 'pier': 1.0}
    """
    found = dict(interests)
    for word in [word for keyword in keywords for word in words(keyword)]:
        found[word] = found.get(word, 0.0) + 1.0
    kept = sorted(found, key=lambda word: (-found[word], word))[:MOST]
    return {word: found[word] for word in kept}


def write(path: Path, interests: Interests) -> None:
    """Keep the interests, or remove the file where there are none."""
    with naming(path):
        if interests:
            replace_text(path, json.dumps(interests, ensure_ascii=False, indent=1) + "\n")
            path.chmod(0o600)
        else:
            path.unlink(missing_ok=True)


def likeness(interests: Interests, keywords: Iterable[str]) -> float:
    """Cosine of interests and the keywords of a page.

    Example:
        >>> likeness({"tide": 2.0}, ["tide"]), likeness({"tide": 2.0}, ["soap"])
        (1.0, 0.0)
    """
    own = {word for keyword in keywords for word in words(keyword)}
    length = math.sqrt(sum(value * value for value in interests.values()) * len(own))
    return sum(interests.get(word, 0.0) for word in own) / length if length else 0.0
