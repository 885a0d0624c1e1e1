"""Brings a search server up to date with the live tables: sends the pages that differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from pagemill.collection import manifest
from pagemill.collection.layout import Layout
from pagemill.engine.execute import Site
from pagemill.errors import CollectionError
from pagemill.index import stage as index
from pagemill.index import tantivy
from pagemill.index.document import IndexDocument
from pagemill.index.params import NAME, IndexParams
from pagemill.index.rank import Ranking
from pagemill.index.served import body
from pagemill.index.served.reader import ServedIndex
from pagemill.index.served.server import Answer, Server

FILE = "served.json"
"""Beside the files of the folder's own index: which server holds the same pages."""


def refresh(
    site: Site, params: IndexParams, address: str, dropped: index.Dropped | None = None
) -> int:
    """Make a server hold what the live index in the folder holds.

    Only pages that the server does not have, or has otherwise, are sent; others are taken out.
    A call that was interrupted is gone on with by the next.

    Args:
        site: the collection, whose index is live.
        params: how pages are indexed.
        address: of the server with the name of the index.
        dropped: gives what purification took away; asked only where that has a weight.

    Returns:
        Pages that were sent or taken out.

    Raises:
        UsageError: it is no address of an index on a server.
        CollectionError: the index on the server is not one of pagemill's.
        SurroundingsError: the server cannot be reached, or refuses.
    """
    layout, run = site.layout, manifest.current(site.layout)[NAME]
    server, stems = Server(address), tantivy.stemming(layout.index / run)
    count = 0
    if not _holds(server, run, stems.languages):
        with server.reading("pages without a digest"):
            pairs = server.every(["url", "digest"])
            known = {str(one["url"]): int(one["digest"]) for one in pairs}
        pages, difference = index.differing(site, params, known, dropped)

        def actions() -> Iterator[tuple[str, Answer | None]]:
            document: IndexDocument
            for document in pages:
                yield body.name(document.url), body.page(document, stems)
            for url in difference.vanished():
                yield body.name(url), None

        count = server.write(actions())
        server.set_mark(body.mark(run, stems.languages))
    _note(layout.index / run, {"server": address, "run": run})
    return count


def opened(layout: Layout, address: str, ranking: Ranking) -> ServedIndex | None:
    """The server's index; None where it never held the pages of this folder.

    What a user may see is a collection of its own, of which no server was told.

    Raises:
        CollectionError: the server holds another build by now.
        SurroundingsError: the server cannot be reached.
    """
    run = manifest.current(layout)[NAME]
    folder = layout.index / run
    try:
        noted = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if noted != {"server": address, "run": run}:
        return None
    return ServedIndex(Server(address), run, tantivy.stemming(folder), ranking)


def _holds(server: Server, run: str, languages: tuple[str, ...]) -> bool:
    """Whether the server has this build; where not, its index is made ready for it."""
    held, nothing = server.mark(), body.mark("", languages)
    if held == body.mark(run, languages):
        return True
    if held is not None and "pagemill" not in held:
        raise CollectionError(
            f"{server.address}: an index of that name is there, and pagemill did not make it; "
            "choose another name for 'server' in [search]"
        )
    if held is not None and {**held, "run": ""} != nothing:
        server.drop()
        held = None
    if held is None:
        server.create(body.creation(languages))
    else:
        server.set_mark(
            nothing
        )  # whoever reads meanwhile is told, and an interrupted call goes on
    return False


def _note(folder: Path, said: dict[str, str]) -> None:
    path = folder / FILE
    path.unlink(missing_ok=True)  # a link to the file of an earlier index
    path.write_text(json.dumps(said) + "\n", encoding="utf-8")
