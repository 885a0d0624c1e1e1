from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from material.stages import notes
from pagemill.collection import parquet
from pagemill.engine.process import may_copy

SCRIPT = """
import json, os, sys
from pathlib import Path
from pagemill.engine import alone
alone.claim()
from material import stages
from pagemill.collection import lock
from pagemill.collection.layout import Layout
from pagemill.engine.local import ProcessRunner
from pagemill.engine.task import ShardTask

def task(number):
    home = Path(sys.argv[1])
    target = home / str(number)
    return ShardTask(stage=stages.measuring(), source=home / f"{number}.parquet",
        target=target / "t", rejects=target / "r", account=target / "a")

with lock.writing(Layout(Path(sys.argv[1]))), ProcessRunner(2, patience_s=0.5) as runner:
    answers = dict(runner.carry_out([task(number) for number in range(4)]))
    workers = [worker.process for worker in runner._crew]
    commands = [Path(f"/proc/{one.pid}/cmdline").read_bytes() for one in workers]
    own = Path("/proc/self/cmdline").read_bytes()
    held = [os.readlink(f"/proc/{one.pid}/fd/{number}") for one in workers
            for number in os.listdir(f"/proc/{one.pid}/fd")]
    at_once = Path(f"/proc/{workers[0].pid}/fd/1").readlink()
print(json.dumps({
    "rejects": [answers[number].rejects for number in range(4)],
    "copies": [command == own for command in commands],
    "locks": sum(name.endswith(str(Layout(Path(sys.argv[1])).lock)) for name in held),
    "sockets": sum(name.startswith("socket:") for name in held),
    "prints_to": str(at_once),
    "left": [one.poll() for one in workers],
}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")
def test_a_process_of_our_own_is_copied_and_hostile_documents_cost_themselves(tmp_path):
    for number, text in enumerate(["fine", "abort", "hang", "memory"]):
        parquet.write_part(notes(["a", text]), tmp_path / f"{number}.parquet")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["rejects"] == [
        {},
        {"crashed the parser": 1},
        {"took too long": 1},
        {"took too much memory": 1},
    ]
    assert all(told["copies"])
    assert told["locks"] == 0
    assert told["sockets"] == len(told["copies"]), "each holds its own line and no other"
    assert told["prints_to"] == "/dev/null"
    assert set(told["left"]) == {0}
    assert done.stderr == b""


def test_a_callers_process_is_never_copied():
    assert not may_copy()
