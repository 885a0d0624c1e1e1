"""A collection as a value to work with: what the command line does, as methods."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, Unpack

from pagemill.collection import manifest
from pagemill.collection.durable import naming, replace_text
from pagemill.collection.layout import Layout
from pagemill.collection.lock import writing
from pagemill.config import Config, load, template
from pagemill.errors import CollectionError, DocumentError, UsageError

# What one method alone needs is loaded when that method is called: a command that makes a
# folder must not wait for the parsers, nor a search for the stages.
if TYPE_CHECKING:
    from pagemill.dedup.duplicates import Duplicates
    from pagemill.engine.execute import Site
    from pagemill.engine.local import Runner
    from pagemill.export import Choice
    from pagemill.model.capture import Capture
    from pagemill.model.cluster import NearMatch
    from pagemill.model.docview import DocView
    from pagemill.model.history import History
    from pagemill.model.progress import Event, Progress
    from pagemill.model.report import (
        BuildReport,
        CrawlReport,
        Explanation,
        ExportReport,
        ForgetReport,
        Funnel,
        ImportReport,
        Rejected,
        ScoreReport,
        SearchResult,
        Status,
    )
    from pagemill.model.sites import SiteReport
    from pagemill.model.taxonomy import TaxonomyReport
    from pagemill.model.words import WordsReport
    from pagemill.searching.asking import Searcher, Wishes


def _source(source: Path | str) -> Path | str:
    """A file or folder; the address of a remote index stays a text."""
    return source if isinstance(source, str) and "://" in source else Path(source)


def _silent(event: Event) -> None:
    del event


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - the edge, where the clock comes in


@dataclass(frozen=True, slots=True)
class Collection:
    """One folder with everything: archive, tables, search index, records.

    Attributes:
        root: the folder.
        config: what ``collection.toml`` says, defaults included.

    Example:
        >>> collection = Collection.create("my.collection")       # doctest: +SKIP
        >>> collection.import_(["crawl.warc.gz"]).stored          # doctest: +SKIP
        1204
        >>> collection.build().funnel.kept                        # doctest: +SKIP
        811
    """

    root: Path
    config: Config

    @classmethod
    def create(cls, root: Path | str) -> Collection:
        """Make an empty collection.

        Raises:
            UsageError: there is a file, or a folder with something in it.
        """
        layout = Layout(Path(root))
        if layout.root.exists():
            if not layout.root.is_dir():
                raise UsageError(f"{root}: a file is in the way; choose another name")
            if not _is_unused(layout):
                raise UsageError(f"{root}: the folder is not empty; choose a new or empty one")
        is_new = not layout.root.exists()
        try:
            layout.archive.mkdir(parents=True, exist_ok=True)
            manifest.publish(layout, {})
            # Last, because this file is what makes a folder a collection.
            replace_text(layout.config, template(layout.root.resolve().name))
        except BaseException:
            _undo_create(layout, is_new=is_new)
            raise
        return cls.open(root)

    @classmethod
    def open(cls, root: Path | str) -> Collection:
        """Open a collection.

        Raises:
            CollectionError: the folder is none, is damaged, or was written by a newer version.
            ConfigError: ``collection.toml`` has a wrong line.
        """
        layout = Layout(Path(root))
        if not layout.root.exists():
            raise CollectionError(
                f"{root}: no such folder; make a collection with 'pagemill init {root}'"
            )
        manifest.current(layout)
        return cls(layout.root, load(layout.config))

    @property
    def _layout(self) -> Layout:
        return Layout(self.root)

    # -- writing

    def import_(
        self,
        sources: Sequence[Path | str] | Path,
        *,
        mirror: bool = False,
        match: str = "",
        base: str = "",
        progress: Progress | None = None,
    ) -> ImportReport:
        """Take captures into the archive; those it holds already are not stored twice.

        Args:
            sources: WARC, ARC, WET or WACZ files, CDX or CDXJ indexes, TREC Web files, JSON
                lines, Parquet tables, documents, folders, addresses of remote indexes; or one.
            mirror: a folder is laid out ``host/path``, as wget does.
            match: which captures of an index are wanted: an address, ``HOST/PATH*`` or
                ``*.HOST``.
            base: folder or address that the file names of an index belong to.
            progress: told how far the work has come.

        Raises:
            UsageError: no source can be read; where some can, the others are told as damage.
            SurroundingsError: the disk failed; the same call goes on.
        """
        from pagemill.importing import ImportOrder, import_sources

        if isinstance(sources, str | Path):  # a string is a sequence too, of its letters
            sources = [sources]
        with writing(self._layout), naming(self.root):
            order = ImportOrder(
                sources=tuple(map(_source, sources)),
                mirror=mirror,
                params=self.config.archive,
                match=match,
                base=base,
            )
            return import_sources(self._layout, order, progress=progress or _silent, now=_now)

    def crawl(
        self,
        seeds: Sequence[str] = (),
        *,
        allow_networks: Sequence[str] = (),
        resolve: Mapping[str, str] | None = None,
        refresh: bool = False,
        dry_run: bool = False,
        progress: Progress | None = None,
        **settings: str | float,
    ) -> CrawlReport:
        """Fetch pages from the web into the archive.

        Args:
            seeds: where to begin; none to go on with what is queued.
            allow_networks: private networks that may be asked, such as ``127.0.0.0/8``.
            resolve: name -> address, for names that are not to be looked up.
            refresh: visit every page again that was fetched before; what has not changed
                becomes a revisit record.
            dry_run: only tell what would be asked for first.
            progress: told how far the work has come.
            settings: what differs from ``[crawl]`` of ``collection.toml``.

        Raises:
            UsageError: a seed is no web address, or a setting is wrong.
            SurroundingsError: the disk failed, or the collection is in use.
        """
        from pagemill.crawling.crawl import CrawlOrder, changed, crawl

        params = changed(self.config.crawl, settings)
        order = CrawlOrder(
            seeds=tuple(seeds),
            params=params,
            urls=self.config.urls,
            networks=tuple(allow_networks),
            names=resolve,
            refresh=refresh,
            dry_run=dry_run,
        )
        with writing(self._layout), naming(self.root):
            return crawl(self._layout, order, progress=progress or _silent)

    def order_crawl(self, order: str) -> None:
        """Tell the crawl that runs in another process to pause, resume or stop.

        Args:
            order: ``pause``, ``resume`` or ``stop``.

        Raises:
            UsageError: there is no such order, or no crawl is running.
        """
        from pagemill.crawling.orders import give

        give(self._layout, order)

    def build(
        self,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        progress: Progress | None = None,
    ) -> BuildReport:
        """Purify, find duplicates, index: whatever is missing or changed.

        Args:
            workers: processes; one for each processor by default. The result is the same.
            cluster: address of a Ray cluster whose nodes do the work instead, all of which see
                the collection at this same path; ``local`` for one of this machine.
            progress: told how far the work has come.

        Raises:
            UsageError: ``workers`` is less than 1, or given beside ``cluster``; Ray is not
                installed.
            CollectionError: a part of the folder is damaged.
            SurroundingsError: the disk, the workers or the search server failed; the same call
                goes on.
        """
        from pagemill import pipeline
        from pagemill.engine.crew import chosen
        from pagemill.excerpts import excerpt
        from pagemill.model.report import BuildReport

        with self._site(chosen(workers, cluster), progress or _silent) as site:
            records = pipeline.build(site, self.config)
            pipeline.fill_pages(site, self.config)
            pipeline.fill_server(site, self.config)
            excerpt.refresh(site, self.config)
        return BuildReport(records=records, funnel=self.funnel())

    @contextmanager
    def _site(self, crew: AbstractContextManager[Runner], tell: Progress) -> Generator[Site]:
        from pagemill.engine.execute import Site

        with writing(self._layout), naming(self.root), crew as runner:
            yield Site(self._layout, runner, tell, _now)

    def forget(self, what: str) -> ForgetReport:
        """Remove a page, or all pages of a host, for good.

        The captures leave the archive, the rows the tables, the entries the index; the order
        stays in ``forgotten.jsonl``, and what it names is refused by later imports.

        Args:
            what: a URL, or a host name.

        Raises:
            UsageError: it is neither.
            SurroundingsError: the disk failed; the same call goes on.
        """
        from pagemill.engine.crew import chosen
        from pagemill.excerpts import excerpt
        from pagemill.forgetting import forget

        with self._site(chosen(None, None), _silent) as site:
            report = forget(site, self.config, what)
            excerpt.refresh(site, self.config)
        return report

    # -- reading

    def seen_by(self, user: str, *, make: bool = True) -> Collection:
        """What a user of ``access.toml`` may see, as a collection of its own to read from.

        Whatever is asked of it is answered as by a collection that never held another page. It
        is made by every build, and here where that is yet to be done.

        Args:
            user: who asks; ``""`` for the one who can read the folder and sees all.
            make: make it where it is missing; that takes a part of the time of a build.

        Raises:
            UsageError: the user is not named in ``access.toml``.
            ConfigError: that file cannot be read.
            CollectionError: nothing was built yet; or it is missing and must not be made.
            SurroundingsError: it is missing, and another process is writing.
        """
        if not user:
            return self
        from pagemill.engine.crew import chosen
        from pagemill.excerpts import excerpt

        home = excerpt.found(self._layout, user)
        if home is None and make:
            with self._site(chosen(None, None), _silent) as site:
                home = excerpt.made(site, self.config, user)
        if home is None:
            raise CollectionError(
                f"{self.root}: what {user} may see is older than the collection or than "
                f"access.toml; run 'pagemill build {self.root}'"
            )
        # The interests and the log of queries are of the one who owns the folder.
        alone = replace(self.config.search, log=False, profile=False)
        return Collection(home.root, replace(self.config, search=alone))

    def users(self) -> list[str]:
        """Who may ask for a part of the pages, by ``access.toml``.

        Raises:
            ConfigError: that file cannot be read.
        """
        from pagemill.excerpts.access import users

        return list(users(self._layout.access))

    def funnel(self) -> Funnel:
        """How many captures, pages and kept pages there are.

        Raises:
            CollectionError: part files of a table are missing or damaged.
        """
        from pagemill.collection import parquet
        from pagemill.model.report import Funnel
        from pagemill.tables import Captures, Clusters, DocViews

        def parts(table: type[Any]) -> list[Path]:
            return manifest.live_parts(self._layout, table.name)

        relations = parquet.read(Clusters, parts(Clusters)).relation
        pages = sum(map(parquet.row_count, parts(DocViews)))
        exact, near = relations.count("exact"), relations.count("near")
        return Funnel(
            captures=sum(map(parquet.row_count, parts(Captures))),
            pages=pages,
            exact_duplicates=exact,
            near_duplicates=near,
            kept=pages - exact - near,
        )

    def status(self) -> Status:
        """What the collection holds, and what the next build would do."""
        from pagemill import pipeline
        from pagemill.model.report import Status
        from pagemill.sites import template_alarms
        from pagemill.survey.crawl_state import crawl_status

        layout = self._layout
        live = set(manifest.current(layout).values())
        records = [
            record
            for record in manifest.records(layout)
            if record.run in live or record.stage == "import"
        ]
        rejects: dict[str, dict[str, int]] = {}
        for record in records:
            counts = rejects.setdefault(record.stage, {})
            for reason, rows in record.rejects.items():
                counts[reason] = counts.get(reason, 0) + rows
        return Status(
            funnel=self.funnel(),
            records=records,
            rejects=rejects,
            stale=pipeline.stale(layout, self.config),
            sizes=layout.sizes(),
            templates=template_alarms(layout, self.config.dedup),
            crawl=crawl_status(layout),
        )

    def sites(self) -> SiteReport:
        """Mirrors and reprints, same-site and cross-site copies, hosts full of template."""
        from pagemill.sites import site_report

        return site_report(self._layout, self.config.dedup)

    def docviews(self) -> Iterator[DocView]:
        """Every page's DocView, sorted by URL hash."""
        from pagemill.view.words.stage import docviews

        return docviews(self._layout, self.config.words)

    def docview(self, url: str) -> DocView:
        """The DocView of one page.

        Raises:
            UsageError: the collection has no such page.
        """
        from pagemill.view.words.stage import docview

        url = _kept_form(url)
        found = docview(self._layout, url, self.config.words)
        if found is None:
            raise UsageError(
                f"{url}: no such page in {self.root}; "
                f"'pagemill explain {self.root} {url}' says why"
            )
        return found

    def duplicates(
        self,
        url: str | None = None,
        *,
        method: str | None = None,
        threshold: float | None = None,
        link: str | None = None,
    ) -> Duplicates:
        """Duplicate pairs and clusters: all, or those that one page is in.

        Args:
            url: a page.
            method: look for duplicates anew, by the method of this name; the collection
                stays as it was built.
            threshold: look anew with this threshold.
            link: look anew, with ``anchored`` or ``single``-link clusters.

        Raises:
            UsageError: the collection has no such page, or there is no such method.
            CollectionError: nothing was built yet.
        """
        from pagemill.survey.copies import recorded
        from pagemill.tables import Clusters

        if Clusters.name not in manifest.current(self._layout):
            raise CollectionError(
                f"{self.root}: nothing was built yet; run 'pagemill build {self.root}'"
            )
        if url is not None:
            url = self.docview(url).url
        if (method, threshold, link) != (None, None, None):
            from pagemill.comparing import DEFAULT, Search, duplicates_by

            least = self.config.dedup.threshold if threshold is None else threshold
            how = Search(threshold=least, method=method or DEFAULT, link=link or "anchored")
            return duplicates_by(self._layout, how).of(url)
        return recorded(self._layout, self.config.dedup.threshold, url)

    def near(self, text: str, limit: int = 10, *, rarest: bool = False) -> list[NearMatch]:
        """Pages that a text, also a new one, is a near duplicate of; the most similar first.

        Args:
            text: any text, as a page's DocView has it.
            limit: pages at most.
            rarest: tell all pages that share the text's rarest shingles, however little they
                resemble it: for quotes.

        Raises:
            CollectionError: nothing has been built yet.
        """
        from pagemill import looking

        return looking.matches(self._layout, self.config.dedup, text, limit, rarest=rarest)

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        offset: int = 0,
        user: str = "",
        searcher: Searcher | None = None,
        **wishes: Unpack[Wishes],
    ) -> SearchResult:
        """Find kept pages by their words; any text is a query.

        Args:
            query: words that must all occur; "a phrase"; -word that must not; site:host,
                lang:code, type:name, category:path, after:date and before:date.
            limit: hits at most.
            offset: best hits to skip.
            user: in whose name this is asked: one of ``access.toml``, who sees and learns of
                no other page than that file says; ``""`` sees all.
            searcher: of :meth:`searcher`, where many queries are asked; then it says who asks.
            wishes: ``facets`` (what pages are counted by), ``expand`` (look for related words
                too), ``like`` and ``unlike`` (pages that were found right and wrong).

        Raises:
            UsageError: ``limit`` or ``offset`` is below 0, or a facet or page is unknown.
            CollectionError: there is no index yet, or it is damaged.
        """
        _at_least(0, limit, "limit")
        _at_least(0, offset, "offset")
        from pagemill.searching.asking import Request
        from pagemill.searching.query_log import note

        asked = Request(query=query, limit=limit, offset=offset, **wishes)
        found = (searcher or self.searcher(user)).answer(asked)
        if self.config.search.log:
            note(self._layout.queries, _now(), query, found.total)
        return found

    def score(self, query: str, url: str, *, user: str = "") -> ScoreReport:
        """How the score of one page for a query comes about, as a user may know it.

        Raises:
            UsageError: the page does not match the query.
            CollectionError: there is no index yet, or it is damaged.
        """
        return self.searcher(user).account(query, _kept_form(url))

    def searcher(self, user: str = "") -> Searcher:
        """The index as a user may see it, opened once for many queries.

        Raises:
            UsageError: the user is not named in ``access.toml``.
            CollectionError: there is no index yet, or it is damaged.
        """
        from pagemill.searching.asking import Searcher

        seen = self.seen_by(user)
        return Searcher(Layout(seen.root), seen.config)

    def capture(self, url: str, at: datetime | None = None) -> Capture:
        """One capture of a page as it was received, straight from the archive.

        Args:
            url: its address, as it stands in the archive.
            at: the capture nearest to this instant; the newest without.

        Raises:
            UsageError: the archive holds none, or ``at`` has no time zone.
            CollectionError: the archive is damaged.
        """
        from pagemill.archive.lookup import Lookup

        if at is not None and at.tzinfo is None:
            raise UsageError(f"at {at}: without time zone; say which, such as UTC")
        url = _kept_form(url)
        with Lookup(self._layout.archive) as lookup:
            row = lookup.nearest(url, at or datetime.max.replace(tzinfo=UTC))
            if row is not None:
                return lookup.read(row)
        raise UsageError(f"{url}: {self.root} holds no capture of this URL; check its spelling")

    def history(self, url: str) -> History:
        """All captures of a page, what links to it, and where it stands, newest first.

        Raises:
            CollectionError: the table of pages was not made yet, or is older than the archive.
            UsageError: the collection knows nothing of the page.
        """
        from pagemill.histories import history

        return history(self._layout, _kept_form(url))

    def pages(self, host: str) -> Iterator[tuple[str, datetime]]:
        """Every page of a host that has captures, with the time of the newest, by address.

        Raises:
            UsageError: ``host`` is no host name.
        """
        from pagemill.histories import pages

        return pages(self._layout, host)

    def words(
        self, url: str = "", *, alpha: int = 10, beta: float = 3.0, share: float = 0.02
    ) -> WordsReport:
        """Stop words that the pages teach, and a page's keywords by learned weights.

        Args:
            url: a page whose keywords are wanted, or ``""``.
            alpha: keywords at most.
            beta: the relative strategy keeps what weighs more than the average times 1 + beta.
            share: a word that stands twice in more than this part of the pages of a language
                is a stop word there.

        Raises:
            UsageError: a number is out of its range, or the collection has no such page.
            CollectionError: nothing was built yet.
        """
        from pagemill.view.words.stage import words
        from pagemill.view.words.weighting import Strategy

        try:
            strategy = Strategy(alpha=alpha, beta=beta, share=share)
        except ValueError as error:
            raise UsageError(str(error)) from None
        return words(self._layout, self.config.words, strategy, _kept_form(url) if url else "")

    def categories(
        self, learn: Path | str | None = None, *, ready: bool = False
    ) -> TaxonomyReport:
        """The taxonomy in use, how good it is, and how many pages have which category.

        Args:
            learn: labelled examples to learn one from, JSON lines; the next build uses it.
            ready: go back to the ready one.

        Raises:
            UsageError: the examples cannot be read, or are too few or too many; or both
                arguments are given.
            CollectionError: the taxonomy or a part of the folder is damaged.
            SurroundingsError: the disk failed, or the collection is in use.
        """
        from pagemill.view.category import stage as category

        if learn is not None and ready:
            raise UsageError("learn, ready: give one of both")
        if learn is None and not ready:
            return category.report(self._layout)
        with writing(self._layout), naming(self.root):
            if learn is not None:
                return category.learn(self._layout, Path(learn))
            return category.forget(self._layout)

    def explain(self, url: str, *, ledger: bool = False) -> Explanation:
        """What each stage decided about one page, and why.

        Args:
            url: the page.
            ledger: tell what became of each of its text nodes as well.

        Raises:
            UsageError: the collection knows nothing of this URL.
        """
        from pagemill.explain import explain

        crawl = self.config.crawl
        return explain(self._layout, _kept_form(url), ledger=ledger, crawl=crawl)

    def rejects(self) -> Iterator[Rejected]:
        """Every page that a stage did not pass on for more than being surplus, and why."""
        from pagemill.explain import rejected

        return rejected(self._layout)

    def export(
        self,
        to: str,
        out: Path | str | TextIO,
        *,
        choice: Choice | None = None,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write the kept pages for others to read.

        Args:
            to: ``jsonl``, ``parquet``, ``markdown`` (a folder of files), ``dc``,
                ``schema.org``, ``warc``, ``wacz``, ``trec`` or ``dataset`` (a folder with
                Parquet and a card).
            out: file or folder to make; must not exist, nor lie in the collection. JSONL may
                go to an open text stream, too.
            choice: which pages, and what of them; all without.
            progress: told how far the work has come.

        Raises:
            UsageError: the form is unknown, or ``out`` exists or lies in the collection.
            CollectionError: nothing was built yet.
        """
        from pagemill.export import Choice, export, export_lines

        tell = progress or _silent
        wanted = replace(choice or Choice(), words=self.config.words)
        if isinstance(out, str | Path):
            return export(self._layout, to, Path(out), tell, wanted)
        if to != "jsonl":
            raise UsageError(f"{to}: cannot be written to a stream; name a file or folder")
        return export_lines(self._layout, out, tell, wanted)


def _at_least(least: int, value: int, name: str) -> int:
    if value < least:
        raise UsageError(f"{name}: {value}; give a whole number of at least {least}")
    return value


def _is_unused(layout: Layout) -> bool:
    """Whether a folder holds nothing but what an interrupted ``create`` may leave."""
    made = {"archive", "CURRENT.json", ".CURRENT.json.tmp", ".collection.toml.tmp"}
    return all(
        path.name in made and not (path.is_dir() and any(path.iterdir()))
        for path in layout.root.iterdir()
    )


def _undo_create(layout: Layout, *, is_new: bool) -> None:
    layout.config.unlink(missing_ok=True)
    layout.current.unlink(missing_ok=True)
    for folder in (layout.archive, layout.root) if is_new else (layout.archive,):
        with suppress(OSError):
            folder.rmdir()


def _kept_form(url: str) -> str:
    from pagemill.archive.address import address

    try:
        return address(url)
    except DocumentError:
        shown = re.sub(r"//[^/@]*@", "//", url)
        raise UsageError(f"{shown}: not a URL; give it whole, as http://host/path") from None
