"""``pagemill view``: show one page purified."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from pagemill.api import Collection
from pagemill.archive.address import address
from pagemill.archive.sources.detect import open_source
from pagemill.cli.arguments import add_user, instant, place
from pagemill.cli.console import Console
from pagemill.errors import DocumentError, SurroundingsError, UsageError
from pagemill.html.tree import Tree
from pagemill.html.url import host
from pagemill.media.sniff import media_type
from pagemill.media.types import DOCUMENTS, by_ending
from pagemill.model.docview import DocView
from pagemill.view.assemble import docview, read_page, resolver
from pagemill.view.description import dublin_core_html, schema_org
from pagemill.view.forms.by_method import by_method
from pagemill.view.purify.content import DEFAULT, METHODS, TEMPLATE

DESCRIPTION = """Show one page purified, as a DocView. SOURCE is an HTML file or a document
(PDF, DOCX, ODT, RTF, PPTX, XLSX, EPUB, e-mail and others), - for standard input, or with
--in DIR the URL of a page of the collection DIR."""
EXAMPLE = """pagemill view page.html --format markdown
pagemill view report.pdf --format text
pagemill view page.html --url https://example.org/a --format schema.org
pagemill view - --url https://example.org/a < page.html
pagemill view page.html --spans
pagemill view page.html --format text --method plateau
pagemill view page.html --format text --method template --site other-pages/
pagemill view https://example.org/a --in my.collection
pagemill view https://example.org/a --in my.collection --at 2026-03-01"""

MOST_PAGES = 200
"""Of a site, from which its template is learned."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("source", metavar="SOURCE", help="file, - or URL")
    parser.add_argument(
        "--in", dest="dir", metavar="DIR", type=place, help="collection that holds the URL"
    )
    add_user(parser)
    parser.add_argument(
        "--at",
        metavar="TIME",
        type=instant,
        help="with --in: the capture nearest to this time, such as 2026-03-01T12:00, in UTC",
    )
    _add_form(parser)
    parser.add_argument(
        "--url", default="", help="where the file was found, to make its links absolute"
    )
    parser.add_argument(
        "--content-type",
        metavar="TYPE",
        default="",
        help="media type that the server stated, such as 'text/html; charset=gb18030'",
    )


def _add_form(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("json", "markdown", "text", "dc", "schema.org"),
        default="json",
        help="all fields as JSON (default), the main content as Markdown or text, or the "
        "metadata as Dublin Core in HTML or the page as JSON-LD of schema.org",
    )
    parser.add_argument(
        "--json",
        dest="format",
        action="store_const",
        const="json",
        help="same as --format json",
    )
    parser.add_argument(
        "--spans",
        action="store_true",
        help="with JSON: where each block stands in the source, in text, Markdown and HTML; "
        "with --in, of the capture itself, without frames joined",
    )
    parser.add_argument(
        "--method",
        choices=(DEFAULT, *METHODS, TEMPLATE),
        default=DEFAULT,
        help="choose text, Markdown and HTML by one of the methods kept for comparison: "
        "weighed evidence, the lecture's rules, the tag plateau, or the template of the site; "
        "all else stays as it is (default: learned)",
    )
    parser.add_argument(
        "--site",
        metavar="FOLDER",
        type=Path,
        help="with --method template: HTML files of the same site; with --in DIR they are "
        f"pages of the same host, {MOST_PAGES} at most",
    )


def run(args: Namespace, console: Console) -> bool:
    """Show the page in the form that was asked for."""
    if args.spans and args.format != "json":
        raise UsageError(f"--spans: they stand in the JSON; leave out --format {args.format}")
    if args.spans and args.method != DEFAULT:
        raise UsageError("--spans: they are those of the learned method; leave out --method")
    if args.site and (args.method != TEMPLATE or args.dir):
        raise UsageError("--site: pages of a site are for --method template without --in DIR")
    page = _page(args)
    if args.format == "json":
        console.json(page)
    elif args.format == "dc":
        console.say(dublin_core_html(page))
    elif args.format == "schema.org":
        console.say(json.dumps(schema_org(page), ensure_ascii=False, indent=2))
    else:
        console.say(page.markdown if args.format == "markdown" else page.text)
    return True


def _page(args: Namespace) -> DocView:
    if args.dir is not None:
        if args.url or args.content_type:
            raise UsageError(
                "--url and --content-type: the collection knows both; leave them out with --in"
            )
        collection = Collection.open(args.dir).seen_by(args.user)
        by_capture = args.at or args.spans or args.method != DEFAULT
        return _of_time(collection, args) if by_capture else collection.docview(args.source)
    if args.at:
        raise UsageError("--at: only a collection has captures of a page; add --in DIR")
    if args.user:
        raise UsageError("--user: only a collection knows users; add --in DIR")
    url, payload = _address(args.url), _payload(args.source)
    try:
        claim = args.content_type or _claim(args.source)
        view = docview(payload, url, claim, spans=args.spans)
    except DocumentError as error:
        raise DocumentError(f"{args.source}: {error.reason}", error.detail) from None
    if args.method == DEFAULT:
        return view
    return _by_method(view, payload, claim, args.method, _files(args.site))


def _of_time(collection: Collection, args: Namespace) -> DocView:
    capture = collection.capture(args.source, args.at)
    payload, claim = capture.payload, capture.media_type
    try:
        view = docview(payload, capture.url, claim, spans=args.spans)
    except DocumentError as error:
        raise DocumentError(f"{args.source}: {error.reason}", error.detail) from None
    if args.method == DEFAULT:
        return view
    return _by_method(view, payload, claim, args.method, _of_host(collection, capture.url))


def _by_method(
    view: DocView, payload: bytes, claim: str, method: str, site: Iterator[bytes]
) -> DocView:
    """The DocView with the content that a method kept for comparison chooses."""
    if view.converter:
        raise UsageError(f"--method {method}: a document is kept whole; leave it out")
    tree, encoding = read_page(payload, claim)
    resolve = resolver(tree, view.url, encoding.name)
    return by_method(view, tree, resolve, method, _readable(site))


def _readable(site: Iterator[bytes]) -> Iterator[Tree]:
    """Those that can be read as pages: one odd file must not keep a whole site from view."""
    for payload in site:
        if media_type(payload, "") not in DOCUMENTS:
            with suppress(DocumentError):
                yield read_page(payload, "")[0]


def _files(folder: Path | None) -> Iterator[bytes]:
    """Pages of a folder, by name."""
    if folder is None:
        return
    if not folder.is_dir():
        raise UsageError(f"--site {folder}: no folder; give one with HTML files")
    for path in islice(sorted(filter(Path.is_file, folder.iterdir())), MOST_PAGES):
        yield path.read_bytes()


def _of_host(collection: Collection, url: str) -> Iterator[bytes]:
    """Other pages of the host of a page, by address."""
    others = (other for other, _ in collection.pages(host(url)) if other != url)
    for other in islice(others, MOST_PAGES):
        yield collection.capture(other).payload


def _address(url: str) -> str:
    try:
        return address(url) if url else ""
    except DocumentError:
        raise UsageError(
            f"--url {url}: not a URL; give it whole, as http://host/path"
        ) from None


def _payload(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    path = Path(source)
    if path.is_file():
        _refuse_many(path)
        return path.read_bytes()
    if "://" in source:
        raise UsageError(f"{source}: a URL is looked up in a collection; add --in DIR")
    shown = source or repr(source)
    what = _what(path, source)
    raise UsageError(f"{shown}: {what}; give a file, - or a URL with --in DIR")


def _refuse_many(path: Path) -> None:
    """Say what to do with a file of many pages, of which none can be meant."""
    try:
        kind = open_source(path).kind
    except (UsageError, SurroundingsError):
        return  # what is no source of pages may still be one page
    if kind not in ("folder", "jsonl") or path.suffix in (".jsonl", ".ndjson"):
        raise UsageError(
            f"{path}: holds many pages; take it in with 'pagemill import DIR {path}', then "
            f"view one by its URL with --in DIR"
        )


def _claim(source: str) -> str:
    """What the ending of a name says, where the bytes would not tell."""
    found = by_ending(source)
    return found if found in DOCUMENTS else ""


def _what(path: Path, source: str) -> str:
    """What a source is that is no file."""
    if not source:
        return "an empty name"
    if path.is_dir():
        return "a folder"
    return "not a plain file" if path.exists() else "no such file"
