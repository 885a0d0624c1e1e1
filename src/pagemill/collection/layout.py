"""Names of the files and folders of a collection."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pagemill.errors import CollectionError

FORMAT = 1
"""Version of this layout; a folder with a higher one was written by a newer pagemill."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies below the root of a collection."""

    root: Path

    @property
    def config(self) -> Path:
        """The only file that a person edits."""
        return self.root / "collection.toml"

    @property
    def current(self) -> Path:
        """Which run of each table is live."""
        return self.root / "CURRENT.json"

    @property
    def archive(self) -> Path:
        """WARC files with their CDXJ index: every capture."""
        return self.root / "archive"

    @property
    def conversions(self) -> Path:
        """Documents as pages, each made once; may be deleted."""
        return self.root / "conversions"

    @property
    def lookup(self) -> Path:
        """Keys of every page's text, for near duplicates of one text; may be deleted."""
        return self.root / "lookup"

    def sizes(self) -> dict[str, int]:
        """Bytes in each part of the folder."""
        homes = [self.archive, self.tables, self.index, self.runs]
        if self.excerpts.is_dir():
            homes.append(self.excerpts)
        return {home.name: sum(map(_size, home.rglob("*"))) for home in homes}

    @property
    def import_journal(self) -> Path:
        """How far an unfinished import has come."""
        return self.root / "import.json"

    @property
    def crawl(self) -> Path:
        """The crawl: its own table with the frontier, and its log."""
        return self.root / "crawl"

    @property
    def crawl_log(self) -> Path:
        """Parquet parts with a row for each attempt of a crawl to fetch an address."""
        return self.crawl / "log"

    @property
    def crawl_order(self) -> Path:
        """What the running crawl was told to do, if anything."""
        return self.crawl / "order"

    @property
    def forgotten(self) -> Path:
        """What was forgotten and must not be taken in again."""
        return self.root / "forgotten.jsonl"

    @property
    def taxonomy(self) -> Path:
        """Learned of labelled examples by order; where it is missing the ready one is used."""
        return self.root / "taxonomy.npz"

    @property
    def queries(self) -> Path:
        """What was asked, where the settings want that kept."""
        return self.root / "queries.jsonl"

    @property
    def interests(self) -> Path:
        """The profile of the person who searches here, where there is one."""
        return self.root / "interests.json"

    @property
    def access(self) -> Path:
        """Which pages each user may see."""
        return self.root / "access.toml"

    @property
    def excerpts(self) -> Path:
        """What each user may see, as collections of their own; may be deleted."""
        return self.root / "excerpts"

    @property
    def lock(self) -> Path:
        """Held by the one process that writes."""
        return self.root / ".lock"

    @property
    def tables(self) -> Path:
        """Derived Parquet tables, one folder each."""
        return self.root / "tables"

    @property
    def scratch(self) -> Path:
        """Half-made work; may be deleted whenever nothing runs."""
        return self.root / "tables" / ".scratch"

    @property
    def kept(self) -> Path:
        """Numbers that one build keeps for the next; may be deleted whenever nothing runs."""
        return self.root / "tables" / ".kept"

    @property
    def index(self) -> Path:
        """The search index, one folder for each run."""
        return self.root / "index"

    @property
    def pages(self) -> Path:
        """The table of pages: tablets, made from archive and tables."""
        return self.root / "pages"

    @property
    def runs(self) -> Path:
        """Records of what was done."""
        return self.root / "runs"

    def table(self, name: str, run: str) -> Path:
        """Folder of one run of a table."""
        return self.tables / name / run

    def rejects(self, stage: str, run: str) -> Path:
        """Folder of what one run of a stage did not pass on."""
        return self.tables / "rejects" / stage / run

    def record(self, run: str) -> Path:
        """Record of one run."""
        return self.runs / f"{run}.json"


def _size(path: Path) -> int:
    """Bytes of a file; a link to one takes no room."""
    return path.stat().st_size if path.is_file() and not path.is_symlink() else 0


def part_name(number: int, count: int) -> str:
    """File name of a part, which says how many there are."""
    return f"part-{number:05d}-of-{count:05d}.parquet"


def parts(folder: Path) -> list[Path]:
    """Part files of a table folder, in order; none where the folder is absent.

    Raises:
        CollectionError: a part is missing, or one too many is there.
    """
    found = sorted(folder.glob("part-*-of-*.parquet"))
    names = [part_name(number, len(found)) for number in range(len(found))]
    if [path.name for path in found] != names:
        raise CollectionError(
            f"{folder}: {len(found)} part files are there, not those that were written; delete "
            f"the folder 'tables' of the collection and run 'pagemill build' to make all "
            f"tables again from the archive"
        )
    return found


def is_whole(folder: Path) -> bool:
    """Whether all part files of a table folder are there."""
    try:
        return bool(parts(folder))
    except CollectionError:
        return False
