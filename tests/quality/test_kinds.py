"""Genres, hub and image pages keep their quality: floors that may only rise."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from pagemill.view.kind.traits import names
from pagemill.view.purify.learned import read

HERE = Path(__file__).parent
REQUIRED = {"genre accuracy": 0.76, "hub recall": 0.4, "hub precision": 0.7}


def floors(group: str) -> dict[str, float]:
    found: dict[str, float] = json.loads((HERE / "floors.json").read_text("utf-8"))[group]
    return found


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load the scoring command as its worker processes do."""
    monkeypatch.syspath_prepend(str(HERE.parents[1]))
    return importlib.import_module("tests.quality.kinds")


def below(figures: dict[str, float], group: str) -> dict[str, float]:
    print({name: round(figure, 4) for name, figure in figures.items()})
    return {
        name: figures[name] for name, floor in floors(group).items() if figures[name] < floor
    }


@pytest.mark.shared
@pytest.mark.slow
def test_genres_and_hubs_of_unseen_sites_reach_their_floors(
    shared: Path, kinds: ModuleType
) -> None:
    assert not below(kinds.real(shared), "kinds")


def test_hub_and_image_pages_of_our_own_reach_their_floors(kinds: ModuleType) -> None:
    assert not below(kinds.own(), "own_kinds")


def test_boxes_of_rendered_pages_drop_what_stands_beside_their_centre(
    kinds: ModuleType,
) -> None:
    found = kinds.rendered()
    assert not below(found, "rendered")
    assert found["boxes: block precision"] > found["no boxes: block precision"]
    assert found["boxes: block recall"] >= found["no boxes: block recall"]


def test_the_floors_keep_what_is_required() -> None:
    assert all(floors("kinds")[name] >= least for name, least in REQUIRED.items())


@pytest.mark.parametrize("fold", range(5))
def test_trees_of_folds_ask_for_the_traits_that_there_are(fold: int) -> None:
    forest = read(HERE / "folds" / f"genres-{fold}.npz")
    assert forest.names == names()
    assert np.all(np.diff(forest.table.astype(int)) >= 0)


def test_every_body_stands_in_every_frame(kinds: ModuleType) -> None:
    made = list(kinds.pages())
    assert len({page.name for page in made}) == len(made) == 52
    assert all(not page.centre & page.edges for page in made)
