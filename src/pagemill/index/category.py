"""A category is a path from the general to the particular, such as ``arts/music``."""

from __future__ import annotations


def branches(category: str) -> list[str]:
    """A category and all that it lies in, so that one term finds all below; lower case.

    Example:
        >>> branches("Arts/Music")
        ['arts', 'arts/music']
    """
    parts = [part.strip().lower() for part in category.split("/") if part.strip()]
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]
