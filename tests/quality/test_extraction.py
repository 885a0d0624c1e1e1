"""Extraction keeps its quality on real pages: floors that may only rise."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).parent
REQUIRED_MEAN = 0.84


def command() -> ModuleType:
    """Load the scoring command, by a name that its worker processes find again."""
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
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    floors = json.loads((HERE / "floors.json").read_text("utf-8"))["extraction"]
    extraction = command()
    found = extraction.scores(shared)
    reached = {score.name: round(score.f1, 4) for score in found}
    reached["mean"] = round(extraction.headline(found), 4)
    below = {name: reached[name] for name, floor in floors.items() if reached[name] < floor}
    assert not below, f"{below} below {floors}"
    assert floors["mean"] >= REQUIRED_MEAN
