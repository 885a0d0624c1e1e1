"""The laboratory as a notebook: one cell for each lesson, which anyone can run again.

Source: the notebook format, version 4.5, as nbformat documents it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from pagemill.errors import UsageError
from pagemill.measure.lab.lesson import Lesson, Row
from pagemill.measure.lab.lessons import LESSONS
from pagemill.measure.picture.dots import dots

_INTRODUCTION = (
    "# The laboratory\n\n"
    "Each cell invents a web from a seed, measures it in the classic ways, and holds the "
    "figures against the truth. Dots off the line are the known bias of a way; those on it "
    "show what takes the bias out. Another seed is another web.\n\n"
    "To run it: `pip install pagemill jupyter`, then `jupyter lab` in this folder."
)
_BEGINNING = "from pagemill.measure.lab.notebook import lesson\n\nSEED = {seed}"


@dataclass(frozen=True)
class Shown:
    """A lesson that was given; a notebook shows it as a picture over a table.

    Attributes:
        says: what it is about.
        rows: its figures.
    """

    says: str
    rows: tuple[Row, ...]

    def _repr_html_(self) -> str:
        return self.html()

    def html(self) -> str:
        """The picture and the table below it."""
        picture = dots(self.says, [(row.how, row.value, row.truth) for row in self.rows])
        lines = "".join(
            f"<tr><td>{escape(row.how)}</td><td>{shown(row.value)}</td>"
            f"<td>{shown(row.truth)}</td><td>{escape(row.note)}</td></tr>"
            for row in self.rows
        )
        head = "<tr><th>way</th><th>measured</th><th>true</th><th>note</th></tr>"
        return f"{picture}<table>{head}{lines}</table>"


def lesson(name: str, seed: int = 0) -> Shown:
    """Give a lesson.

    Raises:
        UsageError: there is none of that name.
    """
    found = [one for one in LESSONS if one.name == name]
    if not found:
        names = ", ".join(one.name for one in LESSONS)
        raise UsageError(f"{name}: no such lesson; there are {names}")
    return Shown(found[0].says, tuple(found[0].rows(seed)))


def shown(value: float | None) -> str:
    """A figure with as many digits as it deserves; a dash for a refusal."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3f}"


def notebook(lessons: Sequence[Lesson], seed: int = 0) -> str:
    """A notebook that gives lessons, with what they show for a seed.

    Args:
        lessons: which.
        seed: of the invented webs.

    Returns:
        Text of the file, JSON.
    """
    cells = [
        _text("introduction", _INTRODUCTION),
        _code("beginning", _BEGINNING.format(seed=seed), ()),
    ]
    for number, one in enumerate(lessons, 2):
        cells.append(_text(f"{one.name}-says", f"## {one.name}\n\n{_sentence(one)}"))
        given = Shown(one.says, tuple(one.rows(seed)))
        output = {
            "output_type": "execute_result",
            "execution_count": number,
            "metadata": {},
            "data": {"text/html": given.html(), "text/plain": one.says},
        }
        source = f'lesson("{one.name}", SEED)'
        cells.append(_code(one.name, source, (output,), number))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _sentence(one: Lesson) -> str:
    return (one.rows.__doc__ or one.says).strip()


def _text(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def _code(
    name: str, source: str, outputs: tuple[dict[str, Any], ...], number: int = 1
) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "id": name,
        "metadata": {},
        "execution_count": number,
        "source": source,
        "outputs": list(outputs),
    }
