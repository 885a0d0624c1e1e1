"""OpenSearch and Elasticsearch: a ready-made description of their search address.

Written from the published reference of the URI search (``GET /index/_search`` with ``q``,
``default_operator``, ``from``, ``size``, ``track_total_hits``; OpenSearch documentation,
"Search API"). Only tested against a stub that answers as that page says, not on a real server.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from pagemill.engines.description import Description
from pagemill.errors import UsageError

WINDOW = 10_000
"""``index.max_result_window`` as delivered: ``from`` and ``size`` reach no further."""


def opensearch(found: dict[str, Any], where: str) -> Description:
    """A description from the few things that differ.

    Args:
        found: ``url`` of the server, ``index``, and if they are called otherwise ``text`` and
            ``address``, the fields of the text and of the page's address (``_id`` by default).
        where: name of the file, for messages.

    Raises:
        UsageError: a key is missing or unknown.
    """
    allowed = {"kind", "url", "index", "text", "address", "name", "headers", "limit", "pause_s"}
    for key in found.keys() - allowed:
        raise UsageError(f"{where}: {key}: no such key; known are {', '.join(sorted(allowed))}")
    for key in ("url", "index"):
        if not isinstance(found.get(key), str):
            raise UsageError(f"{where}: {key} is missing, or no text")
    text, address = str(found.get("text", "text")), str(found.get("address", "_id"))
    base = f"{str(found['url']).rstrip('/')}/{quote(str(found['index']), safe='*,-_')}"
    exact = "track_total_hits=true&default_operator=AND"
    limit = int(found.get("limit", WINDOW))
    return Description(
        name=str(found.get("name", found["index"])),
        search=f"{base}/_search?q={{query}}&df={quote(text)}&{exact}&from={{offset}}&size={{size}}",
        results="hits.hits",
        address=address if address == "_id" else f"_source.{address}",
        text=f"_source.{text}",
        total="hits.total.value",
        relation="hits.total.relation",
        lookup=f"{base}/_doc/{{address}}" if address == "_id" else "",
        page_size=min(1000, limit),
        limit=limit,
        everything="*:*",
        headers={str(key): str(one) for key, one in dict(found.get("headers", {})).items()},
        pause_s=float(found.get("pause_s", 0.0)),
    )
