"""A bounded run of the fuzzer over every reader of foreign bytes."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
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


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_stands_what_is_made_up_by_what_it_covers(name: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    command = [sys.executable, str(SCRIPT), name, "-runs=1500", "-seed=7"]
    result = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
        check=False,
        env=os.environ | {"PYTHONHASHSEED": "0"},  # the same inputs in every run
    )
    assert result.returncode == 0, result.stderr[-2_000:]
    runs = re.search(r"Done (\d+) runs", result.stderr)
    assert runs is not None
    assert int(runs[1]) >= 10


def test_a_fault_is_found(fuzz: ModuleType) -> None:
    def brittle(data: bytes) -> None:
        fuzz.demand(b"%" not in data)

    with pytest.raises(AssertionError):
        fuzz.run_random(20, [fuzz.Target(brittle, (b"abc",))])
