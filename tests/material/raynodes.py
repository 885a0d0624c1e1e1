"""Nodes of a Ray cluster on one machine, and builds that lose some of them.

Run as ``python -m material.raynodes SCENARIO ROOT`` in a network of its own: Ray would use the
machine's outer address otherwise. Prints what happened as JSON. Every process that is killed
is one that this program started, or one that such a process started.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONGEST_S = 240.0


def main(scenario: str, root: Path) -> None:
    """Begin a head and two nodes, build, do the harm, print what came of it."""
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_raylet_start_wait_time_s": "180"}
    from ray.cluster_utils import Cluster  # noqa: PLC0415 - it reads the settings above

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
        print(json.dumps(SCENARIOS[scenario](cluster, nodes, root)))
    finally:
        cluster.shutdown()


def node_lost(cluster: Any, nodes: list[Any], root: Path) -> dict[str, Any]:
    """Kill all processes of a node amid a stage, and add another node."""
    build = _begun(cluster, root)
    _until(lambda: len(_accounts(root)) > 0, build)
    nodes[0].kill_all_processes(check_alive=False, allow_graceful=False)
    cluster.add_node(num_cpus=1)
    return {"codes": [build.wait(LONGEST_S)]}


def worker_killed(cluster: Any, nodes: list[Any], root: Path) -> dict[str, Any]:
    """Kill the processes that carry out tasks, three times amid a stage."""
    del nodes
    build = _begun(cluster, root)
    killed = 0
    for stage in range(3):
        _until(lambda: len(_accounts(root)) > stage or build.poll() is not None, build)  # noqa: B023
        for process in _carrying():
            os.kill(process, signal.SIGKILL)
            killed += 1
    return {"codes": [build.wait(LONGEST_S)], "killed": killed}


def driver_restarted(cluster: Any, nodes: list[Any], root: Path) -> dict[str, Any]:
    """Kill the build amid a stage, and run the same command again."""
    del nodes
    build = _begun(cluster, root)
    _until(lambda: len(_accounts(root)) > 1, build)
    build.send_signal(signal.SIGKILL)
    codes = [build.wait(LONGEST_S)]
    time.sleep(2.0)  # what the cluster was at ends with its driver
    done = {str(path.name): path.stat().st_mtime_ns for path in _done(root)}
    codes.append(_begun(cluster, root).wait(LONGEST_S))
    kept = [
        path.name
        for path in (root / "tables").rglob("*.parquet")
        if done.get(path.name) == path.stat().st_mtime_ns
    ]
    return {"codes": codes, "done": sorted(done), "kept": sorted(kept)}


SCENARIOS: dict[str, Callable[[Any, list[Any], Path], dict[str, Any]]] = {
    "node-lost": node_lost,
    "worker-killed": worker_killed,
    "driver-restarted": driver_restarted,
}


def _begun(cluster: Any, root: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pagemill", "build", str(root), "--quiet"]
    with root.with_name(f"{root.name}.log").open("ab") as log:
        return subprocess.Popen(
            [*command, "--engine", "ray", "--address", cluster.address],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


def _until(holds: Callable[[], bool], build: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + LONGEST_S
    while not holds():
        if time.monotonic() > end or build.poll() is not None:
            raise RuntimeError(f"the build ended too early, or too late: {build.returncode}")
        time.sleep(0.02)


def _accounts(root: Path) -> list[Path]:
    """Accounts of tasks of the page function that are done, while its stage runs."""
    return list((root / "tables" / "docviews").glob("*.tmp/.accounts/*.json"))


def _done(root: Path) -> list[Path]:
    folder = root / "tables" / "docviews"
    ended = {path.stem for path in _accounts(root)}
    return [one for one in folder.glob("*.tmp/*.parquet") if one.stem.split("-")[1] in ended]


def _carrying() -> list[int]:
    """Processes of Ray that carry out a task now."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::_carried_out"):
            found.append(int(folder.name))
    return found


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
