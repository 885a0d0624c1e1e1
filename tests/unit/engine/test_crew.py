from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.engine.crew import chosen
from pagemill.engine.local import ProcessRunner
from pagemill.errors import UsageError


def test_without_a_cluster_processes_of_this_machine_do_the_work():
    runner = chosen(3, None)
    assert isinstance(runner, ProcessRunner)
    assert runner.workers == 3


def test_workers_are_of_this_machine(tmp_path: Path):
    collection = Collection.create(tmp_path / "c")
    with pytest.raises(UsageError, match="give one of both"):
        collection.build(workers=2, cluster="local")
