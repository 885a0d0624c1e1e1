"""A bounded run of the fuzzer over every reader of foreign bytes."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "fuzz.py"
TARGETS = ["decoder", "addresses", "pages", "archives", "answers", "indexes", "crawled"]
TARGETS += ["documents"]
SECONDS = 0.6


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    argv, sys.argv = sys.argv, [str(SCRIPT), "--random"]  # without instrumentation
    try:
        spec.loader.exec_module(module)
    finally:
        sys.argv = argv
    return module


def test_every_target_is_run(fuzz: ModuleType) -> None:
    assert list(fuzz.TARGETS) == TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_stands_whatever_it_is_given(fuzz: ModuleType, name: str) -> None:
    assert fuzz.run_random(SECONDS, [fuzz.TARGETS[name]], seed=7) >= 3


def test_a_fault_is_found(fuzz: ModuleType) -> None:
    def brittle(data: bytes) -> None:
        fuzz.demand(b"%" not in data)

    with pytest.raises(AssertionError):
        fuzz.run_random(20, [fuzz.Target(brittle, (b"abc",))])
