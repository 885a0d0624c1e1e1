"""The fetchers that other distributions installed, by the entry point ``pagemill.fetchers``."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import entry_points

from pagemill.crawl.fetching.fetch import Fetcher
from pagemill.errors import SurroundingsError

GROUP = "pagemill.fetchers"


def with_plug_ins(own: Iterable[Fetcher]) -> list[Fetcher]:
    """Our own fetchers and those that were installed besides.

    Raises:
        SurroundingsError: one cannot be loaded, or claims a scheme that another one has.
    """
    found = list(own)
    taken = {scheme: "pagemill itself" for one in found for scheme in one.schemes}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        source = f"{entry.name} of {entry.dist.name if entry.dist else 'an unknown package'}"
        try:
            made: Fetcher = entry.load()()
            schemes = frozenset(made.schemes)
        except Exception as error:  # noqa: BLE001 - it is not our code
            raise SurroundingsError(
                f"fetcher {source}: cannot be loaded ({type(error).__name__}: {error}); mend "
                f"or uninstall it"
            ) from None
        for scheme in sorted(schemes):
            if scheme in taken:
                raise SurroundingsError(
                    f"fetcher {source}: claims {scheme}, which {taken[scheme]} fetches "
                    f"already; uninstall one of them"
                )
            taken[scheme] = source
        found.append(made)
    return found
