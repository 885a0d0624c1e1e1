"""What each verb reports back: the answers of a collection, as values.

All counts are rows. Field names are the keys that the command line prints with ``--json``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pagemill.model.capture import Damage
from pagemill.model.comparison import Removal
from pagemill.model.ledger import LedgerLine
from pagemill.model.run import RunRecord
from pagemill.model.sites import TemplateAlarm

SORTING = (
    "superseded",
    "revisit",
    "record type ",
    "status ",
    "media type ",
    "duplicate",
    "already stored",
    "not a page file",
    "alone in its band",
    "equal text in the same band",
    "equal text on the same host",
    "found in another band too",
    "no copies",
    "not asked for",
    "not in the sample",
    "quality: ",
)
"""How the reasons begin that only sort rows: nothing was wrong with what they were found in."""


def is_sorting(reason: str) -> bool:
    """Tell whether a reject for this reason is plain sorting, not a sign of damage."""
    return reason.startswith(SORTING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What one import took in.

    Attributes:
        captures: captures read from the sources, and requests and metadata beside them.
        stored: captures written to the archive; those it held already are not stored twice.
        beside: requests and metadata that were written beside them.
        rejects: reason -> captures that were not stored for that reason.
        damage: every damaged place, in the order of the sources.
        faults: source -> reason -> captures of it that were not stored for a reason that is
            neither plain sorting nor listed in ``damage``.
    """

    captures: int
    stored: int
    rejects: dict[str, int]
    damage: list[Damage]
    faults: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    beside: int = 0

    @property
    def is_clean(self) -> bool:
        """No input was damaged, and no document was rejected but by plain sorting."""
        return not self.damage and all(map(is_sorting, self.rejects))


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlReport:
    """What one crawl, or its continuation, came to.

    Attributes:
        ended: why it ended.
        fetched: answers kept in the archive.
        unchanged: those of them that were as before, kept as revisit records.
        requisites: answers kept besides, which pages are shown with.
        elsewhere: pages whose text a host met earlier showed: they bring nothing new.
        received: bytes of bodies received.
        queued: addresses still to be asked for.
        outcomes: attempts by what came of them.
        failures: addresses without an answer, by reason.
        refusals: addresses that were not asked for, by reason.
        statuses: answers by HTTP status.
        hidden: pages that show little, by class of the deep web: login, form only, script only.
        took_s: seconds on the clock.
        first: of a dry run, the addresses that would be asked for first.
        harvest: share of the pages judged that are about the topic; None without a topic.
        judged: pages that were judged by the topic.
        relevant: those of them that are about it.
    """

    ended: str
    fetched: int
    received: int
    queued: int
    outcomes: dict[str, int]
    failures: dict[str, int]
    refusals: dict[str, int]
    statuses: dict[str, int]
    hidden: dict[str, int]
    took_s: float
    first: tuple[str, ...] = ()
    unchanged: int = 0
    requisites: int = 0
    elsewhere: int = 0
    harvest: float | None = None
    judged: int = 0
    relevant: int = 0

    @property
    def is_clean(self) -> bool:
        """Every address that was asked for gave an answer."""
        return not self.failures


@dataclass(frozen=True, slots=True, kw_only=True)
class Funnel:
    """How many rows are left at each narrowing, from the archive to the kept pages.

    Attributes:
        captures: captures in the archive.
        pages: pages with a DocView; captures that are older than the page's newest one, or
            are no page, make the difference.
        exact_duplicates: pages whose text equals that of the page kept for them.
        near_duplicates: pages whose text nearly equals that of the page kept for them.
        kept: pages left, one for each text: ``pages - exact_duplicates - near_duplicates``.
    """

    captures: int
    pages: int
    exact_duplicates: int
    near_duplicates: int
    kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """What one build did.

    Attributes:
        records: the record of every stage in the order they ran; one whose inputs had not
            changed is the record of the earlier run.
        funnel: the collection's funnel after the build.
    """

    records: list[RunRecord]
    funnel: Funnel

    @property
    def is_clean(self) -> bool:
        """No stage rejected a row but by plain sorting."""
        return all(is_sorting(reason) for record in self.records for reason in record.rejects)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlStatus:
    """How the crawl of a collection stands.

    Attributes:
        is_running: whether a process is writing the collection.
        idle: why nothing is asked for, or ``""``.
        counts: addresses by state: queued, fetched, failed, refused.
        refusals: reason -> addresses that were not asked for, over all runs.
        failures: reason -> addresses without an answer.
        hidden: pages that show little, by class of the deep web: behind a login, a form, or
            a script.
    """

    is_running: bool
    idle: str
    counts: dict[str, int]
    refusals: dict[str, int]
    failures: dict[str, int]
    hidden: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What a collection holds and what its next build would do.

    Attributes:
        funnel: the funnel of the live tables.
        records: the live record of each stage, in the order of the stages.
        rejects: stage -> reason -> rows.
        stale: stages that the next build would run, in that order; empty when up to date.
        sizes: part of the folder (``archive``, ``tables``, ``index`` ...) -> bytes.
        templates: hosts whose pages are to a large part lines that they share.
        crawl: how the crawl stands; None where there was none.
    """

    funnel: Funnel
    records: list[RunRecord]
    rejects: dict[str, dict[str, int]]
    stale: list[str]
    sizes: dict[str, int]
    templates: list[TemplateAlarm]
    crawl: CrawlStatus | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A row that a stage did not pass on, for more than being surplus.

    Attributes:
        stage: name of the stage.
        url: of the page.
        reason: why, in a short fixed wording.
        detail: what was found, or ``""``.
    """

    stage: str
    url: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one stage decided about one page.

    Attributes:
        stage: name of the stage.
        decision: what it decided, such as ``kept`` or ``duplicate``.
        reason: why, with the figures that decided it.
    """

    stage: str
    decision: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Everything that was decided about one page.

    Attributes:
        url: the page.
        steps: one or more for each stage that saw the page, in the order of the stages.
        removal: for which page it was removed and in what both differ; None if it was not.
        ledger: what became of each text node of the page; None where nobody asked.
    """

    url: str
    steps: list[Step]
    removal: Removal | None = None
    ledger: list[LedgerLine] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One page that answers a query.

    Attributes:
        url: where the page is.
        title: its title, or ``""``.
        snippet: plain text around the query's words.
        score: how well it answers; only comparable within one result.
        near_copies: pages that are left out because this one stands for them.
        highlights: first and last-but-one place of each of the query's words in the snippet.
        is_fetched: whether more is known of the page than what others call it.
    """

    url: str
    title: str
    snippet: str
    score: float
    near_copies: int
    highlights: list[list[int]] = field(default_factory=list[list[int]])
    is_fetched: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The answer to one query.

    Attributes:
        total: pages that match, whatever part of them is listed.
        hits: the listed part, best first.
        facets: site, language, page_type, category or year -> value -> pages that match and
            have it, most pages first; only what was asked for.
        suggestion: the query as it may have been meant, or ``""``.
        expansion: word of the query -> words that were looked for as well.
    """

    total: int
    hits: list[Hit]
    facets: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    suggestion: str = ""
    expansion: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePart:
    """What one word in one field, or what is known of a page, adds to its score.

    Attributes:
        word: the word, or several side by side; ``""`` for what is known of the page.
        field: where it stands; else ``link``, ``freshness``, ``spam`` or ``hub``.
        frequency: times it stands there.
        length: words of the field, on the scale of the index.
        average: usual words of the field.
        weight: of the field.
        idf: how telling the word is.
        adds: to the score.
    """

    word: str
    field: str
    adds: float
    frequency: float = 0.0
    length: float = 0.0
    average: float = 0.0
    weight: float = 0.0
    idf: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReport:
    """How the score of one page for one query comes about; the parts add up to it."""

    url: str
    query: str
    score: float
    parts: list[ScorePart]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What one export wrote.

    Attributes:
        rows: rows, files or records written.
        rejects: reason -> rows that the format could not take for that reason.
    """

    rows: int
    rejects: dict[str, int]

    @property
    def is_clean(self) -> bool:
        """Nothing was left out but by plain sorting."""
        return all(map(is_sorting, self.rejects))


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetReport:
    """What one ``forget`` removed.

    Attributes:
        captures: captures taken out of the archive.
        pages: pages that were live and no longer are.
    """

    captures: int
    pages: int
