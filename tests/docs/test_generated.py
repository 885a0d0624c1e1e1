"""Generated blocks of the documentation are what the code says now."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest

from material.pages import DOCS, REPOSITORY, table_rows


def generator() -> ModuleType:
    path = REPOSITORY / "scripts" / "regenerate_docs.py"
    spec = importlib.util.spec_from_file_location("regenerate_docs", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = generator()


@pytest.mark.parametrize("name", GENERATOR.BLOCKS)
def test_generated_blocks_are_up_to_date(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", GENERATOR.WIDTH)
    page, text = GENERATOR.regenerated(name)
    # Versions of Python wrap help in different places; words and their order stay.
    assert page.read_text("utf-8").split() == text.split(), (
        f"{page.name} is stale: run python scripts/regenerate_docs.py"
    )


def test_every_column_and_no_other_is_documented():
    documented = table_rows((DOCS / "collection-format.md").read_text("utf-8"))
    columns = [
        f"`{column.name}`"
        for table in GENERATOR.table_classes()
        for column in GENERATOR.parquet.schema(table)
    ]
    assert [row[0] for row in documented] == columns
    assert all(row[2] for row in documented)


def test_no_meaning_is_left_of_a_column_that_is_gone():
    columns = {
        column.name
        for table in GENERATOR.table_classes()
        for column in GENERATOR.parquet.schema(table)
    }
    assert GENERATOR.MEANINGS.keys() <= columns
