"""Elements of real pages and categories of labelled ones: floors that may only rise."""

from __future__ import annotations

import importlib
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from pagemill.view.category.learning import learned
from pagemill.view.category.taxonomy import ready

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

pytestmark = [pytest.mark.shared, pytest.mark.slow]


def floors(group: str) -> dict[str, float]:
    found: dict[str, float] = json.loads((HERE / "floors.json").read_text("utf-8"))[group]
    return found


def test_elements_of_unseen_sites_reach_their_floors(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    elements = importlib.import_module("tests.quality.elements")
    extraction = importlib.import_module("tests.quality.extraction")
    tasks = [task for task in extraction.tasks_of(shared) if task.name in elements.SETS]
    with ProcessPoolExecutor(2) as pool:
        rows = list(pool.map(elements.own, tasks, chunksize=16))
    found = {name: elements.figure(rows, parts) for name, parts in elements.COLUMNS.items()}
    print({name: round(figure, 4) for name, figure in found.items()})
    wanted = floors("elements")
    assert wanted.keys() == found.keys()
    assert not {name: found[name] for name, floor in wanted.items() if found[name] < floor}


def test_categories_of_unseen_sites_reach_their_floors(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    examples = importlib.import_module("train_categories").examples(shared)
    card = learned(list(examples)).card
    found = {
        "accuracy": card["accuracy"][card["method"]],
        "mean F1": card["mean_f1"][card["method"]],
        "right if stated": card["right_if_stated"],
    }
    print(found)
    assert not {
        name: found[name] for name, floor in floors("category").items() if found[name] < floor
    }
    assert ready().card["examples"] == card["examples"], "train and ship the taxonomy again"
