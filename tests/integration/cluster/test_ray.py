"""A cluster of several nodes makes the tables of one machine, whatever dies meanwhile."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from material import folder, smallweb

pytestmark = pytest.mark.slow
pytest.importorskip("ray", reason="Ray is not installed")

TESTS = Path(__file__).resolve().parents[2]
OWN_NETWORK = ["unshare", "-r", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
ARTICLES = 1200


@pytest.fixture(scope="module", autouse=True)
def own_network() -> None:
    """Skip where no network of our own can be had: Ray listens on outer addresses."""
    ready = shutil.which("unshare") and shutil.which("ip")
    if not ready or subprocess.run([*OWN_NETWORK, "true"], check=False).returncode:
        pytest.skip("no network namespace for Ray can be made here")


@pytest.fixture(scope="module")
def imported(collect: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a collection with some parts of each table, nothing built."""
    home = tmp_path_factory.mktemp("cluster")
    source = smallweb.write_warc(home / "web.warc.gz", smallweb.web(7, ARTICLES))
    return collect(home / "c", source, build=False)


@pytest.fixture(scope="module")
def alone(imported: Path, run_pagemill: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same collection, built on this machine."""
    root = Path(shutil.copytree(imported, tmp_path_factory.mktemp("alone") / "c"))
    assert run_pagemill("build", root).returncode in (0, 1)
    return root


def happened(scenario: str, root: Path) -> dict[str, Any]:
    """Play a scenario on a collection; return what is told of it."""
    paths = [str(TESTS), *sys.path]
    told = subprocess.run(
        [*OWN_NETWORK, sys.executable, "-m", "material.raynodes", scenario, str(root)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    log = root.with_name(f"{root.name}.log")
    shown = log.read_text(errors="replace") if log.exists() else ""
    assert told.returncode == 0, told.stderr[-3000:] + shown[-3000:]
    answer: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    answer["log"] = shown
    return answer


@pytest.mark.parametrize("scenario", ["node-lost", "worker-killed"])
def test_the_nodes_make_the_tables_of_one_machine(
    scenario: str, imported: Path, alone: Path, tmp_path: Path
) -> None:
    root = Path(shutil.copytree(imported, tmp_path / "c"))
    told = happened(scenario, root)
    assert told["codes"] in ([0], [1]), told["log"]
    assert "Traceback" not in told["log"]
    assert told.get("killed", 1) > 0
    assert folder.all_part_bytes(root) == folder.all_part_bytes(alone)
    assert len(folder.all_part_bytes(root)) > 12
    assert folder.run_records(root) == folder.run_records(alone)


def test_a_build_that_was_killed_goes_on_and_keeps_what_was_done(
    imported: Path, alone: Path, tmp_path: Path
) -> None:
    root = Path(shutil.copytree(imported, tmp_path / "c"))
    told = happened("driver-restarted", root)
    assert told["codes"][0] == -9
    assert told["codes"][1] in (0, 1), told["log"]
    assert told["done"]
    assert set(told["done"]) <= set(told["kept"])
    assert folder.all_part_bytes(root) == folder.all_part_bytes(alone)
    assert folder.run_records(root) == folder.run_records(alone)
