"""Which run of each table is live, and the records of all runs."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from pagemill.collection.durable import replace_json
from pagemill.collection.layout import FORMAT, Layout, parts
from pagemill.errors import CollectionError
from pagemill.model.run import RunRecord


def current(layout: Layout) -> dict[str, str]:
    """Table name -> live run; none where ``CURRENT.json`` was deleted.

    Raises:
        CollectionError: the folder is no collection, is damaged, or is of a newer version.
    """
    try:
        value: Any = json.loads(layout.current.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if layout.config.is_file():  # everything but the sources of truth may be deleted
            return {}
        raise CollectionError(_foreign(layout)) from None
    except NotADirectoryError:
        raise CollectionError(f"{layout.root}: not a folder, so no collection") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise CollectionError(_damaged(layout, str(error))) from None
    return _checked(layout, value)


def live_parts(layout: Layout, table: str) -> list[Path]:
    """Part files of the live run of a table; none where it was not built yet.

    Raises:
        CollectionError: parts are missing, so what the others say would be wrong.
    """
    run = current(layout).get(table)
    if run is None:
        return []
    folder = layout.table(table, run)
    found = parts(folder)
    if not found:
        raise CollectionError(
            f"{folder}: all part files are missing; run 'pagemill build {layout.root}' to make "
            f"the table again from the archive"
        )
    return found


def built_parts(layout: Layout, table: str) -> list[Path]:
    """The same of a table without which there is no answer.

    Raises:
        CollectionError: it was not built yet, or parts are missing.
    """
    if table not in current(layout):
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}'"
        )
    return live_parts(layout, table)


def _checked(layout: Layout, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise CollectionError(_damaged(layout, "it holds no object"))
    fields = cast("dict[str, Any]", value)
    version, tables = fields.get("format"), fields.get("tables")
    if isinstance(version, int) and version > FORMAT:
        raise CollectionError(
            f"{layout.root}: collection format {version} was written by a newer pagemill "
            f"(this one reads up to {FORMAT}); install the newer version"
        )
    if version != FORMAT or not isinstance(tables, dict):
        raise CollectionError(_damaged(layout, "'format' or 'tables' is missing"))
    return {str(name): str(run) for name, run in cast("dict[str, Any]", tables).items()}


def _foreign(layout: Layout) -> str:
    is_taken = layout.root.is_dir() and any(layout.root.iterdir())
    place = "NEW-FOLDER" if is_taken else layout.root  # none is made among other files
    return (
        f"{layout.root}: not a collection (no collection.toml); make one with "
        f"'pagemill init {place}'"
    )


def _damaged(layout: Layout, why: str) -> str:
    return (
        f"{layout.current}: damaged ({why}); the archive is not affected: delete this file "
        f"and run 'pagemill build {layout.root}'"
    )


def publish(layout: Layout, tables: dict[str, str]) -> None:
    """Make these runs the live ones, all at once."""
    replace_json(layout.current, {"format": FORMAT, "tables": tables})


def write_record(layout: Layout, record: RunRecord) -> None:
    """Keep the record of a run, after checking its accounts."""
    record.check()
    layout.runs.mkdir(exist_ok=True)
    replace_json(layout.record(record.run), asdict(record))


def read_record(layout: Layout, run: str) -> RunRecord | None:
    """The record of a run, or None where there is none that can be read."""
    try:
        return RunRecord(**json.loads(layout.record(run).read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def records(layout: Layout) -> list[RunRecord]:
    """All readable records, oldest first."""
    found = (read_record(layout, path.stem) for path in layout.runs.glob("*.json"))
    known = [record for record in found if record is not None]
    return sorted(known, key=lambda record: (record.started_at, record.stage, record.run))
