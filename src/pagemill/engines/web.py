"""An engine behind an HTTP interface that somebody described; see ``description``.

Every oddity becomes an :class:`Unanswered` with a reason of its own: a time-out, a refusal, a
rate limit with the pause it asks for, HTML where JSON was promised, results without addresses.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, cast
from urllib.parse import quote, urljoin, urlsplit

from pagemill.engines.description import Description
from pagemill.engines.live import check, opener
from pagemill.engines.select import selected, value
from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.measure.engine import Answer, Query, Relation, Unanswered
from pagemill.view.assemble import docview

_AGENT = "pagemill (measures search interfaces)"
_MOST_BYTES = 20_000_000
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})


class WebEngine:
    """Asks an HTTP interface.

    Args:
        description: what is known of it.
        clock: seconds, for the pause between requests.
        wait: waits so many seconds.
    """

    def __init__(
        self,
        description: Description,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = description.name
        self.limit = description.limit
        self.filters = description.filters
        self._is = description
        self._clock = clock
        self._wait = wait
        self._next = 0.0
        self._texts: dict[str, str] = {}

    def search(self, query: Query) -> Answer:
        """Answer a query, page of results by page, up to the limit."""
        one = self._is
        found: list[str] = []
        total: int | None = None
        relation: Relation = "none"
        while len(found) < one.limit:
            size = min(one.page_size, one.limit - len(found))
            page = self._page(query, len(found), size)
            listed = self._listed(page, size)
            total, relation = self._total(page)
            found += listed
            if len(listed) < size:
                break
        overflow = len(found) >= one.limit and (total is None or total > len(found))
        overflow |= relation == "eq" and (total or 0) > len(found) >= one.limit
        return Answer(tuple(found), total, relation, overflow)

    def fetch(self, page: str) -> str | None:
        """The text of the page on its own site, purified; None if it is gone."""
        if not self._is.live:
            raise Unanswered("pages may not be fetched live", is_lasting=True)
        own = urlsplit(self._is.search).hostname or ""
        check(page, own)
        data = self._asked(page, may_be_gone=True, through=opener(own))
        if data is None:
            return None
        try:
            return docview(data, url=page).text
        except DocumentError as error:
            raise Unanswered(error.reason, is_lasting=True) from error

    def cached(self, page: str) -> str | None:
        """The text as the engine gives it; None if it gives none."""
        if self._is.cached and page not in self._texts:
            data = self._asked(self._filled(self._is.cached, page), may_be_gone=True)
            if data is None:
                return None
            self._texts[page] = self._shown(data)
        return self._texts.get(page)

    def lookup(self, page: str) -> bool | None:
        """Whether the engine has a page; None if it cannot be asked so."""
        if not self._is.lookup:
            return None
        return self._asked(self._filled(self._is.lookup, page), may_be_gone=True) is not None

    def _filled(self, form: str, page: str) -> str:
        return form.replace("{address}", quote(page, safe=""))

    def _shown(self, data: bytes) -> str:
        if self._is.answer == "json" and self._is.text:
            return str(at(_json(data), self._is.text) or "")
        try:
            return docview(data).text
        except DocumentError as error:
            raise Unanswered(error.reason, is_lasting=True) from error

    def _page(self, query: Query, offset: int, size: int) -> Any:
        one = self._is
        number = one.first_page + offset // one.page_size
        address = one.search.replace("{query}", quote(self._typed(query), safe=""))
        for name, amount in (("offset", offset), ("page", number), ("size", size)):
            address = address.replace("{" + name + "}", str(amount))
        data = self._asked(address) or b""
        return _json(data) if one.answer == "json" else decoded(data)[0]

    def _typed(self, query: Query) -> str:
        one = self._is
        if query.is_phrase:
            parts = [one.phrase.replace("{words}", " ".join(query.words))]
        else:
            parts = [one.before + word for word in query.words]
        if not parts and one.everything:
            parts = [one.everything]
        parts += [
            one.filter.replace("{field}", key).replace("{value}", wanted)
            for key, wanted in query.filters
        ]
        return one.joiner.join(parts)

    def _listed(self, page: Any, size: int) -> list[str]:
        one = self._is
        if one.answer == "json":
            rows = at(page, one.results)
            if not isinstance(rows, list):
                raise Unanswered(f"no list of results at {one.results}", is_lasting=True)
            pairs = [
                (str(at(row, one.address) or ""), at(row, one.text) if one.text else None)
                for row in cast("list[object]", rows)
            ]
        else:
            pairs = [
                (value(row, one.address), value(row, one.text) if one.text else None)
                for row in selected(page, one.results)
            ]
        listed: list[str] = []
        for address, text in pairs[:size]:
            if not address:
                raise Unanswered(f"a result has no address at {one.address}", is_lasting=True)
            # Addresses in HTML may be relative; names of other systems stay as they are.
            whole = urljoin(one.search, address) if one.answer == "html" else address
            listed.append(whole)
            if text is not None:
                self._texts[whole] = str(text)
        return listed

    def _total(self, page: Any) -> tuple[int | None, Relation]:
        one = self._is
        if not one.total:
            return None, "none"
        shown = at(page, one.total) if one.answer == "json" else value(page, one.total)
        digits = "".join(filter(str.isdigit, str(shown)))
        if not digits:
            return None, "none"
        claimed = at(page, one.relation) if one.relation and one.answer == "json" else "eq"
        relation = cast("Relation", claimed if claimed in {"eq", "gte"} else "approx")
        return int(digits), relation

    def _asked(
        self,
        address: str,
        *,
        may_be_gone: bool = False,
        through: urllib.request.OpenerDirector | None = None,
    ) -> bytes | None:
        """What an address answers; ``through`` an opener, without the engine's headers."""
        if urlsplit(address).scheme not in {"http", "https"}:
            raise Unanswered("no web address", is_lasting=True)
        self._wait(max(0.0, self._next - self._clock()))
        headers = {"User-Agent": _AGENT} | ({} if through else self._is.headers)
        opened = through.open if through else urllib.request.urlopen
        try:
            request = urllib.request.Request(address, headers=headers)  # noqa: S310
            with opened(request, timeout=self._is.timeout_s) as answer:
                return cast("bytes", answer.read(_MOST_BYTES))
        except urllib.error.HTTPError as error:
            error.close()
            if may_be_gone and error.code in {404, 410}:
                return None
            after = error.headers.get("Retry-After", "")
            raise Unanswered(
                f"status {error.code}",
                is_lasting=error.code not in _BUSY,
                wait_s=float(after) if after.isdigit() else 0.0,
            ) from error
        except TimeoutError as error:
            raise Unanswered("time-out") from error
        except urllib.error.URLError as error:
            late = isinstance(error.reason, TimeoutError)
            raise Unanswered("time-out" if late else "no connection") from error
        except (HTTPException, OSError, ValueError) as error:
            raise Unanswered("connection broken") from error
        finally:
            self._next = self._clock() + self._is.pause_s


def at(value: Any, path: str) -> Any:
    """What stands at a path of keys and places in a JSON value; None where nothing does.

    Example:
        >>> at({"hits": [{"id": 7}]}, "hits.0.id")
        7
    """
    for key in filter(None, path.split(".")):
        if isinstance(value, dict):
            value = cast("dict[str, Any]", value).get(key)
        elif isinstance(value, list) and key.isdigit():
            rows = cast("list[object]", value)
            value = rows[int(key)] if int(key) < len(rows) else None
        else:
            return None
    return value


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError as error:
        shown = "HTML instead of JSON" if data.lstrip()[:1] == b"<" else "no JSON"
        raise Unanswered(shown, is_lasting=True) from error
