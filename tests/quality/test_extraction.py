"""Extraction keeps its quality on real pages: floors that may only rise.

The floors hold for figures out of fold, and for the corpus whose digest stands beside them.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from pagemill.view.purify.learned import read
from pagemill.view.purify.measures import names

HERE = Path(__file__).parent
REQUIRED_MEAN = 0.90
REQUIRED_GENRES = 0.78
REQUIRED_SNIPPETS = 0.935


def floors() -> dict[str, float]:
    found: dict[str, float] = json.loads((HERE / "floors.json").read_text("utf-8"))[
        "extraction"
    ]
    return found


@pytest.fixture
def extraction(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load the scoring command, by a name that its worker processes find again."""
    monkeypatch.syspath_prepend(str(HERE))
    spec = importlib.util.spec_from_file_location("extraction", HERE / "extraction.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["extraction"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.shared
@pytest.mark.slow
def test_extraction_reaches_its_floor_on_every_set(
    shared: Path, extraction: ModuleType
) -> None:
    found = extraction.scores(shared)
    reached = {score.name: round(score.f1, 4) for score in found}
    reached["mean"] = round(extraction.headline(found), 4)
    reached["genres of wcxb"] = round(extraction.genre_mean(found), 4)
    print(reached)
    below = {name: reached[name] for name, floor in floors().items() if reached[name] < floor}
    assert not below, f"{below} below {floors()}"


def test_the_floors_keep_what_is_required() -> None:
    assert floors()["mean"] >= REQUIRED_MEAN
    assert floors()["genres of wcxb"] >= REQUIRED_GENRES
    assert floors()["trafeval"] >= REQUIRED_SNIPPETS


@pytest.mark.shared
def test_the_floors_are_of_this_corpus(shared: Path, extraction: ModuleType) -> None:
    pinned = json.loads((HERE / "floors.json").read_text("utf-8"))["corpus"]
    assert extraction.corpus(shared) == pinned, "measure again, and pin floors and corpus"


@pytest.mark.parametrize("name", [*(f"fold-{fold}" for fold in range(5)), "not-chinese"])
def test_models_of_folds_ask_for_the_columns_that_there_are(name: str) -> None:
    forest = read(HERE / "folds" / f"{name}.npz")
    assert forest.names == names()
    assert len(forest.roots) > 0
    assert np.all(np.diff(forest.table.astype(int)) >= 0)


def test_a_site_is_judged_by_a_model_that_never_saw_it(extraction: ModuleType) -> None:
    sites = [f"site-{number}.example" for number in range(50)]
    found = {extraction.model_of(site, frozenset(sites)) for site in sites}
    assert found == {f"fold-{fold}" for fold in range(5)}
    assert extraction.model_of("other.example", frozenset(sites)) == ""
