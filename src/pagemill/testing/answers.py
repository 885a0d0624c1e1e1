"""What a synthetic web answers to each request."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import blake2b
from html import escape
from typing import Final

from pagemill.testing import traps
from pagemill.testing.faults import SILENT
from pagemill.testing.reply import HTML, Reply
from pagemill.testing.rules import FILES
from pagemill.testing.text import about, deceiving, html, version, vocabulary, words
from pagemill.testing.web import Host, Kind, Page, Place, Web, url

_BEGAN: Final = datetime(2024, 1, 1, tzinfo=UTC)
_XML: Final = (("Content-Type", "application/xml"),)
_PLAIN: Final = (("Content-Type", "text/plain; charset=utf-8"),)
_WAIT: Final = "1"

Fields = Mapping[str, str]


class Answers:
    """The answers of a web.

    Attributes:
        port: where it is served.
        elapsed: seconds since it began, in its own time.
    """

    def __init__(self, web: Web) -> None:
        self.port = 80
        self.elapsed = 0.0
        self._web = web
        self._asked: Counter[tuple[str, str]] = Counter()

    def of(self, name: str, path: str, fields: Fields) -> Reply:
        """The answer to one request.

        Args:
            name: of the host.
            path: with its query.
            fields: header fields of the request, names in lower case.
        """
        host = self._web.hosts.get(name)
        if host is None:
            return Reply(status=404, kind=Kind.MISSING, headers=_PLAIN)
        self._asked[name, path] += 1
        plumbing = self._plumbing(host, path)
        if plumbing is not None:
            return plumbing
        page = host.pages.get(path)
        if page is not None:
            return self._page(host, page, fields)
        return traps.answered(host.traps, path) or self._missing(host, path)

    def _plumbing(self, host: Host, path: str) -> Reply | None:
        rules = FILES[host.robots]
        if path == "/robots.txt":
            if rules.status == 0:
                return Reply(status=0, kind=Kind.PLUMBING, behaviour="closed")
            if rules.location:
                moved = (("Location", rules.location),)
                return Reply(status=rules.status, kind=Kind.PLUMBING, headers=moved)
            return Reply(
                status=rules.status,
                kind=Kind.PLUMBING,
                body=self._rules(host, rules.body),
                headers=_PLAIN,
            )
        if path == "/moved-rules.txt" and rules.location:
            body = self._rules(host, rules.body)
            return Reply(status=200, kind=Kind.PLUMBING, body=body, headers=_PLAIN)
        return self._lists(host, path)

    def _rules(self, host: Host, body: str) -> bytes:
        if _has_sitemap(host):
            # First of all, where it is read though the file is longer than crawlers read.
            mark, rest = ("\ufeff", body[1:]) if body.startswith("\ufeff") else ("", body)
            body = f"{mark}Sitemap: {url((host.name, '/sitemap.xml'), self.port)}\n{rest}"
        return body.encode()

    def _lists(self, host: Host, path: str) -> Reply | None:
        """Sitemaps and feeds, which name pages that nothing links to."""
        if path == "/sitemap.xml" and _has_sitemap(host):
            inner = url((host.name, "/sitemap-1.xml.gz"), self.port)
            body = f"<sitemapindex><sitemap><loc>{inner}</loc></sitemap></sitemapindex>"
            return Reply(status=200, kind=Kind.PLUMBING, body=body.encode(), headers=_XML)
        if path == "/sitemap-1.xml.gz" and _has_sitemap(host):
            body = "".join(self._entry(host, path) for path in host.named)
            packed = gzip.compress(f"<urlset>{body}</urlset>".encode(), mtime=0)
            return Reply(status=200, kind=Kind.PLUMBING, body=packed)
        if path == "/feed.xml" and not _has_sitemap(host):
            items = "".join(self._item(host, path) for path in host.named)
            body = f'<rss version="2.0"><channel><ttl>60</ttl>{items}</channel></rss>'
            return Reply(status=200, kind=Kind.PLUMBING, body=body.encode(), headers=_XML)
        return None

    def _entry(self, host: Host, path: str) -> str:
        _, changed = self._version(host, host.pages[path])
        day = _instant(changed).strftime("%Y-%m-%dT%H:%M:%SZ")
        where = escape(url((host.name, path), self.port))
        return f"<url><loc>{where}</loc><lastmod>{day}</lastmod></url>"

    def _item(self, host: Host, path: str) -> str:
        where = escape(url((host.name, path), self.port))
        return f"<item><title>{escape(path)}</title><link>{where}</link></item>"

    def _version(self, host: Host, page: Page) -> tuple[int, float]:
        return version(self._name(host, page), page.rate, self.elapsed)

    def _name(self, host: Host, page: Page) -> str:
        """What seeds a page's text: mirrors and aliases have it in common with the page."""
        path = page.path.partition("?ref=")[0]
        return f"{self._web.seed} {host.mirror_of or host.name} {path}"

    def _page(self, host: Host, page: Page, fields: Fields) -> Reply:
        if page.behaviour.startswith("status "):
            status = int(page.behaviour.removeprefix("status "))
            return Reply(status=status, kind=page.kind, headers=_PLAIN)
        if page.behaviour == "flaky" and self._asked[host.name, page.path] == 1:
            headers = (("Retry-After", _WAIT), *_PLAIN)
            return Reply(status=503, kind=page.kind, headers=headers)
        if page.behaviour not in ("plain", "flaky"):
            status = 0 if page.behaviour in SILENT else 200
            return Reply(status=status, kind=page.kind, behaviour=page.behaviour)
        number, changed = self._version(host, page)
        proofs = _proofs(host, self._name(host, page), number, changed)
        if _is_known(proofs, fields):
            return Reply(status=304, kind=page.kind, headers=proofs)
        body = self._html(host, page, number)
        return Reply(status=200, kind=page.kind, body=body, headers=(*HTML, *proofs))

    def _html(self, host: Host, page: Page, number: int) -> bytes:
        name = self._name(host, page)
        links = [
            path if of == host.name else url((of, path), self.port) for of, path in page.links
        ]
        links += [
            link.format(port=self.port, private=self._web.private) for link in page.private
        ]
        if page.path == "/" and host.named and not _has_sitemap(host):
            links.append("/feed.xml")
        text = _text(page, f"{name} {number}")
        topics = [self._topic(place) for place in page.links]
        topics += [""] * (len(links) - len(topics))
        labelled = [
            (link, _label(page, topic, f"{name} {link}"))
            for link, topic in zip(links, topics, strict=True)
        ]
        return html(words(name, 4), text, labelled)

    def _topic(self, place: Place) -> str:
        host = self._web.hosts.get(place[0])
        page = host.pages.get(place[1]) if host else None
        return page.topic if page else ""

    def _missing(self, host: Host, path: str) -> Reply:
        if host.has_soft_404:
            body = html("Not found", words("nothing is here", 50), [("/", "home")])
            return Reply(status=200, kind=Kind.SOFT_404, body=body, headers=HTML)
        return Reply(status=404, kind=Kind.MISSING, body=path.encode(), headers=_PLAIN)


def _label(page: Page, topic: str, name: str) -> str:
    """What a link is called: by what it leads to; spam calls all by the words of its topic."""
    if page.spam:
        return " ".join(vocabulary(page.topic)[:5])
    return " ".join(about(topic, name, 7).split()[::3]) if topic else words(name, 2)


def _text(page: Page, name: str) -> str:
    if page.spam:
        return deceiving(page.spam, page.topic, name, page.words)
    return about(page.topic, name, page.words) if page.topic else words(name, page.words)


def _has_sitemap(host: Host) -> bool:
    """Whether its named pages stand in a sitemap; a feed names those of the other hosts."""
    return FILES[host.robots].status in (200, 301) and host.robots != "page"


def _instant(elapsed: float) -> datetime:
    return _BEGAN + timedelta(seconds=int(elapsed))


def _proofs(host: Host, name: str, number: int, changed: float) -> tuple[tuple[str, str], ...]:
    """What a later request can name to be told whether the page has changed."""
    if not host.has_dates:
        return ()
    tag = blake2b(f"{name} {number}".encode(), digest_size=8).hexdigest()
    modified = format_datetime(_instant(changed), usegmt=True)
    return ("ETag", f'"{tag}"'), ("Last-Modified", modified)


def _is_known(proofs: tuple[tuple[str, str], ...], fields: Fields) -> bool:
    stated = dict(proofs)
    if not stated:
        return False
    if "if-none-match" in fields:
        return stated["ETag"] in fields["if-none-match"]
    since = fields.get("if-modified-since", "")
    try:
        known = parsedate_to_datetime(since)
    except ValueError:
        return False
    return parsedate_to_datetime(stated["Last-Modified"]) <= known
