import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.engine import cluster
from pagemill.engine.cluster import RayRunner
from pagemill.errors import CollectionError, SurroundingsError, UsageError
from pagemill.model.version import __version__

carried_out = cluster._carried_out


@pytest.fixture(autouse=True)
def _dismissed():
    """End the processes that carried out tasks here."""
    yield
    while cluster._crew:
        cluster._crew.pop().__exit__(None, None, None)


@dataclass(frozen=True)
class Says:
    """A task that answers with its process."""

    def __call__(self):
        return os.getpid()

    def without(self, document, reason):
        del document, reason
        return self


@dataclass(frozen=True)
class Fails(Says):
    """A task that finds its folder damaged."""

    def __call__(self):
        raise CollectionError("part-00000.parquet: damaged")


def test_a_node_keeps_the_process_of_its_tasks():
    first, second = carried_out(__version__, Says()), carried_out(__version__, Says())
    assert first == second
    assert first[0] != os.getpid()


def test_what_a_task_raises_goes_back_to_the_driver_and_the_node_goes_on():
    value, error = carried_out(__version__, Fails())
    assert value is None
    assert str(error) == "part-00000.parquet: damaged"
    assert isinstance(error, CollectionError)
    assert carried_out(__version__, Says())[1] is None


def test_a_node_of_another_release_does_nothing_and_says_so():
    value, error = carried_out("0.0.9", Says())
    assert value is None
    assert isinstance(error, SurroundingsError)
    assert f"has pagemill {__version__}" in str(error)
    assert "0.0.9" in str(error)


def test_without_ray_one_is_told_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'pagemill\[cluster\]'"):
        RayRunner()


def test_an_address_without_a_cluster_is_refused(tmp_path: Path, capsys):
    Collection.create(tmp_path / "c")
    assert main(["build", str(tmp_path / "c"), "--address", "10.0.0.1:6379"]) == 2
    assert "add --engine ray" in capsys.readouterr().err


def test_where_no_cluster_answers_one_line_says_so(tmp_path: Path, capsys):
    pytest.importorskip("ray")
    Collection.create(tmp_path / "c")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert (
            main(["build", str(tmp_path / "c"), "--engine", "ray", "--address", address]) == 3
        )
    assert f"{address}: no Ray cluster can be reached" in capsys.readouterr().err
