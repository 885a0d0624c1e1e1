"""An OpenSearch server over HTTP: JSON there and back, in batches, each fault in one line.

Source:
    OpenSearch 3.0 documentation, API reference: Index exists, Create index, Delete index, Get
    and Put mapping, Bulk, Refresh index, Search.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any, cast
from urllib.parse import quote, urlsplit

from pagemill.errors import SurroundingsError, UsageError

BATCH_BYTES = 5_000_000
"""Of a request with pages; the reference advises 5 to 15 MB."""

BATCH_LINES = 1_000
"""Pages in one request."""

WINDOW = 10_000
"""Hits that can be reached (``index.max_result_window`` as delivered)."""

LONGEST_ANSWER = 1 << 28
"""Bytes of an answer; whoever sends more is no such server."""

SECONDS = 60.0
"""After which an answer is no longer waited for."""

Answer = dict[str, Any]
_JSON = "application/json"
_LONGEST_REASON = 100_000


class Server:
    """One index on a server.

    Args:
        address: of the server with the name of the index, ``http://127.0.0.1:9200/pages``.

    Raises:
        UsageError: it is no such address.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        index = parts.path.strip("/")
        if parts.scheme not in {"http", "https"} or not parts.hostname or not index:
            raise UsageError(
                f"server is {address!r}; write the address of an OpenSearch server with the "
                "name of an index behind it, http://127.0.0.1:9200/pages"
            )
        if parts.username or "/" in index or index != index.lower():
            raise UsageError(
                f"server is {parts.hostname}/{index}: the name of the index is one word in "
                "lower case, and no password stands in the address"
            )
        self.address = address
        self._base = f"{parts.scheme}://{parts.netloc}/{quote(index, safe='')}"

    # -- the index as a whole

    def mark(self) -> Answer | None:
        """What the index says of itself; None where there is none.

        Raises:
            SurroundingsError: the server cannot be reached, or refuses.
        """
        found = self._asked("GET", "/_mapping", missing=True)
        if found is None:
            return None
        # An alias answers under the names of its indexes.
        for of_index in found.values():
            with self.reading(found):
                return dict(of_index["mappings"].get("_meta", {}))
        return None

    def create(self, body: Answer) -> None:
        """Make the index."""
        self._done(self._asked("PUT", "", body))

    def drop(self) -> None:
        """Delete the index with all of its pages."""
        self._done(self._asked("DELETE", ""))

    def set_mark(self, mark: Answer) -> None:
        """Write what the index says of itself."""
        self._done(self._asked("PUT", "/_mapping", {"_meta": mark}))

    # -- pages

    def write(self, actions: Iterable[tuple[str, Answer | None]]) -> int:
        """Put pages into the index and take others out.

        Args:
            actions: identifier of a page, and the page; None to take it out. They are read as
                they are sent: one batch is held in memory.

        Returns:
            How many there were.

        Raises:
            SurroundingsError: the server cannot be reached, or refuses one of them; what was
                sent before stays there, and the next build goes on from it.
        """
        count = 0
        for batch in _batches(actions):
            found = self._asked("POST", "/_bulk", b"".join(batch)) or {}
            with self.reading(found):
                refusal = _refusal(found, len(batch))
            if refusal:
                raise SurroundingsError(f"{self.address}: {refusal}; build again")
            count += len(batch)
        found = self._asked("POST", "/_refresh") or {}
        with self.reading(found):
            failed = int(found["_shards"]["failed"])
        if failed:
            raise SurroundingsError(f"{self.address}: pages are not to be seen; build again")
        return count

    def every(self, fields: list[str]) -> Iterator[Answer]:
        """Some fields of every page, in the order of identifiers."""
        body: Answer = {"size": WINDOW, "_source": fields, "sort": ["id"]}
        while True:
            hits = self.hits(self.search({"query": {"match_all": {}}, **body}))
            with self.reading(hits[:1]):
                yield from [{name: hit["_source"][name] for name in fields} for hit in hits]
                if len(hits) < WINDOW:
                    return
                body["search_after"] = hits[-1]["sort"]

    def search(self, body: Answer) -> Answer:
        """The answer to a search request."""
        found = self._asked("POST", "/_search", body) or {}
        with self.reading(found):
            is_part = found.get("timed_out") or found.get("_shards", {}).get("failed")
        if is_part:
            raise SurroundingsError(
                f"{self.address}: answered for a part of its pages only; ask again"
            )
        return found

    def hits(self, answer: Answer) -> list[Answer]:
        """The hits of an answer."""
        with self.reading(answer):
            return list(answer["hits"]["hits"])

    def total(self, answer: Answer) -> int:
        """The exact number of pages that match."""
        with self.reading(answer):
            told = answer["hits"]["total"]
            if told["relation"] == "eq":
                return int(told["value"])
        raise self._odd(answer)

    @contextmanager
    def reading(self, answer: object) -> Generator[None]:
        """While an answer is read: what it lacks, or has otherwise, is one clear error.

        Raises:
            SurroundingsError: it is not what the reference says.
        """
        try:
            yield
        except (AttributeError, KeyError, TypeError, ValueError):
            raise self._odd(answer) from None

    # -- requests

    def _done(self, answer: Answer | None) -> None:
        if not answer or answer.get("acknowledged") is not True:
            raise self._odd(answer)

    def _odd(self, answer: object) -> SurroundingsError:
        said = json.dumps(answer)[:100]
        return SurroundingsError(f"{self.address}: no answer of an OpenSearch server: {said}")

    def _asked(
        self,
        method: str,
        path: str,
        body: Answer | bytes | None = None,
        *,
        missing: bool = False,
    ) -> Answer | None:
        """The answer to one request; None for what is not there, where that is expected."""
        sent, kind = body, "application/x-ndjson"
        if not isinstance(sent, bytes):
            sent, kind = json.dumps(sent).encode() if sent is not None else None, _JSON
        request = urllib.request.Request(  # noqa: S310 - http and https alone
            self._base + path, sent, {"Content-Type": kind}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                data: bytes = answer.read(LONGEST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            with error:
                if missing and error.code == 404:
                    return None
                raise self._refused(error) from None
        except (OSError, HTTPException) as error:
            raise SurroundingsError(
                f"{self.address}: the search server cannot be reached: {error}; is it running?"
            ) from None
        return self._read(data)

    def _read(self, data: bytes) -> Answer:
        found: object
        try:
            found = json.loads(data) if len(data) <= LONGEST_ANSWER else None
        except (ValueError, RecursionError):
            found = None
        if found is None:
            found = data[:400].decode("utf-8", "replace")
        if not isinstance(found, dict):
            raise self._odd(found)
        return cast("Answer", found)

    def _refused(self, error: urllib.error.HTTPError) -> SurroundingsError:
        data = b""
        try:
            data = error.read(_LONGEST_REASON)
            reason = str(json.loads(data)["error"]["reason"])
        except (OSError, HTTPException):
            reason = "the connection broke"
        except (ValueError, KeyError, TypeError, RecursionError):
            reason = data.decode("utf-8", "replace")
        # Pages of a proxy have many lines.
        said = " ".join(reason.split())[:200] or "no reason given"
        return SurroundingsError(
            f"{self.address}: the search server refuses ({error.code}): {said}"
        )


def _batches(actions: Iterable[tuple[str, Answer | None]]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    size = 0
    for key, page in actions:
        batch.append(_lines(key, page))
        size += len(batch[-1])
        if size >= BATCH_BYTES or len(batch) >= BATCH_LINES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _lines(key: str, page: Answer | None) -> bytes:
    """One action as the bulk request has it: JSON lines, each with its end."""
    if page is None:
        return json.dumps({"delete": {"_id": key}}).encode() + b"\n"
    said = json.dumps(page, ensure_ascii=False).encode("utf-8", "replace")
    return json.dumps({"index": {"_id": key}}).encode() + b"\n" + said + b"\n"


def _refusal(found: Answer, count: int) -> str:
    """Why not all of so many actions were done; ``""`` where they were.

    Taking out what is not there is an answer without an error.
    """
    items: list[dict[str, Answer]] = found["items"]
    refused = (each for item in items for each in item.values() if "error" in each)
    for result in refused:
        error: Any = result["error"]
        if "reason" in error:
            error = error["reason"]
        said = " ".join(str(error).split())[:200]
        return f"a page was refused ({result.get('status')}): {said}"
    if found["errors"] is not False:
        return "pages were refused"
    return "" if len(items) == count else f"{len(items)} of {count} pages were answered for"
