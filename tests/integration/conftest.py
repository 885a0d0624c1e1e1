"""A small web and the collection made from it, each once for all integration tests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from material import outcome, smallweb


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return two WARC files, a JSONL file and a folder of HTML."""
    return smallweb.write_sources(tmp_path_factory.mktemp("sources"))


@pytest.fixture(scope="session")
def collect(run_pagemill: Any) -> Callable[..., Path]:
    """Return a function that makes a collection from sources, built unless told otherwise."""

    def make(root: Path, *given: Path, build: bool = True) -> Path:
        outcome.assert_done(run_pagemill("init", root))
        if given:
            imported = run_pagemill("import", root, *given)
            outcome.assert_calm(imported)
            assert imported.returncode in (0, 1), outcome.shown(imported)
        if build:
            built = run_pagemill("build", root)
            outcome.assert_calm(built)
            assert built.returncode in (0, 1), outcome.shown(built)
        return root

    return make


@pytest.fixture(scope="session")
def imported(
    collect: Callable[..., Path], sources: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a collection with everything imported, nothing built. Copy it to change it."""
    root = tmp_path_factory.mktemp("imported") / "c"
    return collect(root, *sources, build=False)


@pytest.fixture(scope="session")
def built(imported: Path, run_pagemill: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same collection, built without any interruption. Copy it to change it."""
    root = tmp_path_factory.mktemp("built") / "c"
    shutil.copytree(imported, root)
    result = run_pagemill("build", root)
    outcome.assert_calm(result)
    assert result.returncode in (0, 1), outcome.shown(result)
    return root


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[Path], Path]:
    """Return a function that copies a collection, to be changed freely."""

    def copy(root: Path) -> Path:
        return Path(shutil.copytree(root, tmp_path / f"copy-{len(list(tmp_path.iterdir()))}"))

    return copy


@pytest.fixture(scope="session")
def answers(run_pagemill: Any) -> Callable[[Path], dict[str, Any]]:
    """Return a function that asks a collection what anybody could ask it."""
    queries = (
        "lantern harbour",
        "青石板",
        "the narrow bridge",
        "crème brûlée",
        "number 17",
        "",
    )

    def ask(root: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for query in queries:
            result = run_pagemill("search", root, query, "--json")
            outcome.assert_done(result)
            found[query] = json.loads(result.stdout)
            for hit in found[query]["hits"]:
                hit["score"] = round(hit["score"], 3)
        result = run_pagemill("status", root, "--json")
        outcome.assert_done(result)
        status = json.loads(result.stdout)
        records = [
            {key: value for key, value in record.items() if key not in ("started_at", "took_s")}
            for record in status["records"]
        ]
        found["status"] = {
            "funnel": status["funnel"],
            "rejects": status["rejects"],
            "stale": status["stale"],
            "records": sorted(records, key=lambda record: str(record["run"])),
        }
        return found

    return ask


@pytest.fixture(scope="session")
def answers_of_built(built: Path, answers: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    """Return what the uninterrupted collection answers."""
    return answers(built)
