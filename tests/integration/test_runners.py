"""The same archive gives the same tables, whoever carries out the tasks."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from material import folder
from pagemill import pipeline
from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.engine.execute import Site
from pagemill.engine.local import ProcessRunner, SerialRunner

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def serially(imported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the small web, built in this process."""
    root = Path(shutil.copytree(imported, tmp_path_factory.mktemp("serial") / "c"))
    collection = Collection.open(root)
    site = Site(Layout(root), SerialRunner(), lambda _: None, lambda: AT)
    pipeline.build(site, collection.config)
    return root


@pytest.mark.parametrize("workers", [1, 3])
def test_workers_give_the_bytes_that_one_process_gives(
    serially: Path, imported: Path, tmp_path: Path, workers: int
) -> None:
    root = Path(shutil.copytree(imported, tmp_path / "c"))
    collection = Collection.open(root)
    with ProcessRunner(workers) as runner:
        site = Site(Layout(root), runner, lambda _: None, lambda: AT)
        pipeline.build(site, collection.config)
    assert folder.all_part_bytes(root) == folder.all_part_bytes(serially)
    assert folder.all_part_bytes(root) != {}
    assert folder.run_records(root) == folder.run_records(serially)
    assert collection.funnel() == Collection.open(serially).funnel()
