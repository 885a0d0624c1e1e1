"""Exports are loaded as they are by Hugging Face ``datasets``, without a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from material import folder, outcome, smallweb

pytest.importorskip("datasets")

LOADER = """
import json, sys
import datasets

datasets.disable_progress_bars()
kind, place = sys.argv[1:]
if kind == "folder":
    found = datasets.load_dataset(place)
else:
    found = datasets.load_dataset(kind, data_files=place)
[(split, rows)] = found.items()
features = {name: str(one) for name, one in rows.features.items()}
chosen = rows.select_columns(sys.stdin.read().split())[:]
told = {"split": split, "features": features, "rows": chosen}
json.dump(told, sys.stdout)
"""

Loaded = dict[str, Any]


@pytest.fixture
def load(tmp_path: Path) -> Callable[[str, Path, list[str]], Loaded]:
    """Return a function that loads an export in a process of its own, offline."""

    def loaded(kind: str, place: Path, columns: list[str]) -> Loaded:
        settings = {
            "HF_HOME": str(tmp_path / "cache"),
            "HF_HUB_OFFLINE": "1",
            "HF_DATASETS_OFFLINE": "1",
        }
        done = subprocess.run(
            [sys.executable, "-c", LOADER, kind, str(place)],
            input=" ".join(columns),
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found: Loaded = json.loads(done.stdout)
        return found

    return loaded


@pytest.fixture
def exported(built: Path, run_pagemill: Any, tmp_path: Path) -> Callable[..., Path]:
    """Return a function that exports the built collection."""

    def export(form: str, name: str, *more: str) -> Path:
        out = tmp_path / name
        outcome.assert_done(run_pagemill("export", built, "--to", form, out, *more))
        return out

    return export


def kept(built: Path) -> dict[str, dict[str, Any]]:
    removed = {
        row["url"]
        for row in folder.rows(built, "clusters")
        if row["url"] != row["representative"]
    }
    return {
        row["url"]: row for row in folder.rows(built, "docviews") if row["url"] not in removed
    }


def test_a_data_set_is_loaded_by_its_folder_alone(
    built: Path,
    exported: Callable[..., Path],
    load: Callable[[str, Path, list[str]], Loaded],
) -> None:
    out = exported("dataset", "set", "--rights")
    columns = [
        "url",
        "text",
        "keywords",
        "language",
        "page_type_confidence",
        "licence",
        "opt_out",
    ]
    found = load("folder", out, columns)
    wanted = kept(built)
    assert found["split"] == "train"
    rows = found["rows"]
    assert sorted(rows["url"]) == sorted(wanted)
    texts = dict(zip(rows["url"], rows["text"], strict=True))
    assert texts == {url: row["text"] for url, row in wanted.items()}
    assert all(isinstance(some, list) for some in rows["keywords"])
    assert found["features"].keys() >= {
        *columns,
        "title",
        "markdown",
        "fetched_at",
        "topic_links",
    }
    card = (out / "README.md").read_text("utf-8")
    assert card.startswith("---\npretty_name:")
    assert "## To heed" in card


@pytest.mark.parametrize(("form", "kind"), [("parquet", "parquet"), ("jsonl", "json")])
def test_files_are_loaded_as_they_are(
    built: Path,
    exported: Callable[..., Path],
    load: Callable[[str, Path, list[str]], Loaded],
    form: str,
    kind: str,
) -> None:
    found = load(kind, exported(form, f"out.{form}"), ["url", "markdown"])
    rows = found["rows"]
    assert dict(zip(rows["url"], rows["markdown"], strict=True)) == {
        url: row["markdown"] for url, row in kept(built).items()
    }


def test_the_schema_is_fixed_whatever_is_in_the_collection(
    collect: Callable[..., Path],
    exported: Callable[..., Path],
    load: Callable[[str, Path, list[str]], Loaded],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    whole = load("folder", exported("dataset", "whole"), ["url"])
    page = smallweb.article(smallweb.numbers(8), 6)
    source = tmp_path / "one.jsonl"
    source.write_text(json.dumps({"url": page.url, "html": page.payload.decode()}))
    one = collect(tmp_path / "one", source)
    out = tmp_path / "other"
    outcome.assert_done(run_pagemill("export", one, "--to", "dataset", out))
    other = load("folder", out, ["url"])
    assert other["features"] == whole["features"]
    assert other["rows"]["url"] == [page.url]


def test_a_table_of_products_is_loaded(
    collect: Callable[..., Path],
    load: Callable[[str, Path, list[str]], Loaded],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    page = smallweb.article(smallweb.numbers(8), 6)
    rope = {"@type": "Product", "name": "Rope", "sku": "7", "offers": {"price": "9.50"}}
    said = f'<script type="application/ld+json">{json.dumps(rope)}</script>'
    source = tmp_path / "one.jsonl"
    source.write_text(json.dumps({"url": page.url, "html": page.payload.decode() + said}))
    one, out = collect(tmp_path / "one", source), tmp_path / "products.parquet"
    outcome.assert_done(run_pagemill("export", one, "--to", "products", out))
    found = load("parquet", out, ["name", "url", "identifiers"])
    assert found["features"]["price"] == "Value('float64')"
    assert found["rows"] == {"name": ["Rope"], "url": [page.url], "identifiers": [["sku:7"]]}
