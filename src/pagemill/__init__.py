"""pagemill turns the raw web into a collection people can trust.

The names below are all there is to know at first; each is loaded when it is first used, so that
``import pagemill`` costs next to nothing.

    >>> import pagemill
    >>> page = "<title>Tides</title><p>The tide turns twice a day, and twice it turns back.</p>"
    >>> pagemill.docview(page, url="http://harbour.example/tides").title
    'Tides'
"""

from __future__ import annotations

from importlib import import_module

from pagemill.model.version import __version__

TYPE_CHECKING = False  # what typing says too, without the cost of loading it
if TYPE_CHECKING:
    from typing import Any

    from pagemill.api import Collection
    from pagemill.checking import check
    from pagemill.comparing import compare_methods
    from pagemill.dedup.duplicates import Duplicates, find_duplicates
    from pagemill.errors import (
        CollectionError,
        ConfigError,
        DocumentError,
        PagemillError,
        SurroundingsError,
        UsageError,
    )
    from pagemill.model.cluster import Cluster, DuplicatePair
    from pagemill.model.comparison import Comparison
    from pagemill.model.docview import DocView, EncodingGuess, Frame, TopicLink
    from pagemill.purifying import docviews
    from pagemill.view.assemble import docview, main_text


__all__ = [
    "Cluster",
    "Collection",
    "CollectionError",
    "Comparison",
    "ConfigError",
    "DocView",
    "DocumentError",
    "DuplicatePair",
    "Duplicates",
    "EncodingGuess",
    "Frame",
    "PagemillError",
    "SurroundingsError",
    "TopicLink",
    "UsageError",
    "__version__",
    "check",
    "compare_methods",
    "docview",
    "docviews",
    "find_duplicates",
    "main_text",
]

_HOMES = {
    "Cluster": "model.cluster",
    "Collection": "api",
    "CollectionError": "errors",
    "Comparison": "model.comparison",
    "ConfigError": "errors",
    "DocView": "model.docview",
    "DocumentError": "errors",
    "DuplicatePair": "model.cluster",
    "Duplicates": "dedup.duplicates",
    "EncodingGuess": "model.docview",
    "Frame": "model.docview",
    "PagemillError": "errors",
    "SurroundingsError": "errors",
    "TopicLink": "model.docview",
    "UsageError": "errors",
    "check": "checking",
    "compare_methods": "comparing",
    "docview": "view.assemble",
    "docviews": "purifying",
    "find_duplicates": "dedup.duplicates",
    "main_text": "view.assemble",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pagemill' has no attribute {name!r}")
    return getattr(import_module(f"pagemill.{home}"), name)


def __dir__() -> list[str]:
    return __all__
