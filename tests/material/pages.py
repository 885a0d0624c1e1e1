"""The pages of the documentation and what stands in them."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = REPOSITORY / "docs"
PAGES = sorted(
    [*REPOSITORY.glob("*.md"), *DOCS.rglob("*.md"), *REPOSITORY.glob("examples/*.md")]
)


def code_blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a language, in order."""
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )


def shown_commands(page: Path) -> list[str]:
    """Return every line of a shell block that calls pagemill."""
    lines = "".join(code_blocks(page, "sh")).splitlines()
    return [line for line in lines if line.startswith("pagemill ")]


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of every table row, headings and rules left out."""
    rows: list[list[str]] = []
    lines = text.splitlines()
    for place, line in enumerate(lines):
        is_heading = place + 1 < len(lines) and lines[place + 1].startswith("|---")
        if line.startswith("| ") and not is_heading:
            rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows
