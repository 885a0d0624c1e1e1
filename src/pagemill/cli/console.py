"""What verbs print: plain lines, tables and JSON, kept apart from remarks and progress."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, is_dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TextIO, cast

from pagemill.cli.progress import ProgressLine, ProgressLines
from pagemill.cli.streams import remark

if TYPE_CHECKING:  # the help of the whole command must not wait for the reports
    from pagemill.model.capture import Damage
    from pagemill.model.report import Funnel

DAMAGE_SHOWN = 20
"""Damaged places listed as text; ``--json`` lists all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    """The two streams of a verb and how it was asked to use them.

    Attributes:
        out: takes what was asked for.
        err: takes progress and remarks.
        is_quiet: nothing but errors and warnings goes to ``err``.
        is_json: the verb prints JSON, so no other line may go to ``out``.
    """

    out: TextIO
    err: TextIO
    is_quiet: bool = False
    is_json: bool = False

    def say(self, line: str = "") -> None:
        """Print one line of the answer."""
        print(visible(line), file=self.out)

    def remark(self, line: str) -> None:
        """Print one line that is not part of the answer."""
        if not self.is_quiet:
            remark(visible(line) + "\n", self.err)

    def warn(self, line: str) -> None:
        """Print one line that a person must see, whatever was asked for."""
        remark(visible(line) + "\n", self.err)

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Print rows under headings; numbers stand to the right."""
        for line in table_lines(headings, rows):
            self.say(line)

    def json(self, value: object) -> None:
        """Print one JSON document: a report, or anything made of plain values."""
        text = json.dumps(plain(value), ensure_ascii=False, indent=2, default=_spelled)
        print(text, file=self.out)

    def json_lists(self, lists: Mapping[str, Iterable[object]]) -> None:
        """Print a JSON object of long lists, one element on a line, none held twice."""
        opening = "{"
        for key, values in lists.items():
            print(f"{opening}\n  {json.dumps(key)}: [", end="", file=self.out)
            comma = ""
            for value in values:
                text = json.dumps(plain(value), ensure_ascii=False)
                print(f"{comma}\n    {text}", end="", file=self.out)
                comma = ","
            print("\n  ]" if comma else "]", end="", file=self.out)
            opening = ","
        print("\n}", file=self.out)

    @contextmanager
    def progress(
        self, verb: str, *, as_json: bool = False
    ) -> Generator[ProgressLine | ProgressLines]:
        """Show progress from now on until the block ends, for people or for programs."""
        line = (
            ProgressLines(stream=self.err)
            if as_json
            else ProgressLine(stream=self.err, verb=verb, is_quiet=self.is_quiet)
        )
        line.start()
        try:
            yield line
        finally:
            line.close()


def plain(value: object) -> Any:
    """Turn reports and nouns into dictionaries, lists and scalars."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, list):
        return [plain(one) for one in cast("list[object]", value)]
    return value


def _spelled(value: object) -> str:
    """An instant as JSON has it; all of ours are in UTC."""
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def visible(text: str) -> str:
    """Drop control characters but line ends and tabs: a page must not steer a terminal."""
    return "".join(
        char for char in text if char in "\n\t" or unicodedata.category(char) != "Cc"
    )


def one_line(text: str) -> str:
    """Collapse all white space to single spaces."""
    return " ".join(text.split())


def cells(text: str) -> int:
    """Cells of a terminal that a text takes: two for each wide character of East Asia."""
    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "FW")
        for char in text
    )


def pad(text: str, width: int, fill: str = " ") -> str:
    """Fill a line up to so many cells."""
    return text + fill * max(0, width - cells(text))


def folded(text: str, width: int) -> list[str]:
    """Break a text into lines of at most ``width`` cells, at blanks where there are any."""
    lines = [""]
    for word in re.findall(r"\s*\S+", one_line(visible(text))):
        if cells(lines[-1] + word) <= width:
            lines[-1] += word
            continue
        lines.append("")
        for char in word.lstrip():
            if cells(lines[-1] + char) > width:
                lines.append("")
            lines[-1] += char
    return [line for line in lines if line]


def table_lines(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Set rows in columns as wide as their widest cell."""
    body = [[_cell(value) for value in row] for row in rows]
    numeric = [
        bool(body) and all(row[column].is_number for row in body)
        for column in range(len(headings))
    ]
    texts = [list(headings), *([cell.text for cell in row] for row in body)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(headings))]
    for row in texts:
        cells = (
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        )
        yield "  ".join(cells).rstrip()


def funnel_rows(funnel: Funnel) -> list[tuple[str, int]]:
    """Name each narrowing of the funnel, in order."""
    return [
        ("captures", funnel.captures),
        ("pages", funnel.pages),
        ("exact duplicates", funnel.exact_duplicates),
        ("near duplicates", funnel.near_duplicates),
        ("kept", funnel.kept),
    ]


def damage_lines(damage: Sequence[Damage]) -> Iterator[str]:
    """List damaged places, and count those for which there is no room."""
    for place in damage[:DAMAGE_SHOWN]:
        # Digits alone: the offset is there to be copied into another command.
        where = f" at byte {place.offset}" if place.offset >= 0 else ""
        yield f"damage: {place.file}{where}: {place.kind}"
    if len(damage) > DAMAGE_SHOWN:
        yield f"damage: {len(damage) - DAMAGE_SHOWN:,} more places; --json lists all"


def reject_lines(faults: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Tell for each source, in one line, how much of it was not taken and why."""
    for source, reasons in list(faults.items())[:DAMAGE_SHOWN]:
        told = ", ".join(f"{count:,} {reason}" for reason, count in sorted(reasons.items()))
        yield f"rejected: {source}: {sum(reasons.values()):,} not stored ({told})"
    if len(faults) > DAMAGE_SHOWN:
        yield f"rejected: {len(faults) - DAMAGE_SHOWN:,} more sources; --json lists all"


def size(count_bytes: int) -> str:
    """Write a number of bytes for people, in powers of 1024."""
    amount = float(count_bytes)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if amount < 1024:
            return f"{amount:,.0f} {unit}" if unit == "B" else f"{amount:,.1f} {unit}"
        amount /= 1024
    return f"{amount:,.1f} TiB"


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    is_number: bool


def _cell(value: object) -> _Cell:
    if isinstance(value, int):
        return _Cell(f"{value:,}", is_number=True)
    if isinstance(value, float):
        return _Cell(f"{value:.3f}", is_number=True)
    return _Cell(one_line(str(value)), is_number=False)
