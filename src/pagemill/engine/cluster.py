"""The runner of a cluster: the same tasks, carried out on the nodes of Ray.

Ray places the tasks, notices nodes that died and hands their tasks out again; pagemill adds no
scheduler. Tasks read and write the collection's folder, which every node sees at the same path
(NFS, a cluster file system). They are safe to carry out twice: a part file has the same bytes
whoever makes it, and gets its name when it is whole.

On a node a task runs in a worker process that is watched, as on one machine
(:mod:`pagemill.engine.local`): a document that crashes or hangs it costs that document.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from types import ModuleType, TracebackType
from typing import Any, Self

from pagemill.engine.local import ProcessRunner
from pagemill.engine.task import Task
from pagemill.errors import PagemillError, SurroundingsError, UsageError
from pagemill.model.version import __version__

LOCAL = "local"
"""The address of a cluster of this machine alone, begun for one run and ended with it."""

_IN_FLIGHT = 1000
"""Tasks that Ray knows of at once: many more than the slots of a hundred nodes."""

_PATIENCE_S = 10.0
"""How long the head of a cluster may take to answer."""

_TRIES = 20
"""How often a task is handed out again after its node or process died."""

_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is told to anybody
    "RAY_raylet_start_wait_time_s": "180",  # the default of 30 s is missed on a busy machine
}


class RayRunner:
    """On the nodes of a cluster that is running, or of one begun on this machine.

    Args:
        address: ``host:port`` of the cluster's head, ``auto`` for the one that this machine is
            a node of, or ``local``.

    Raises:
        UsageError: Ray is not installed.
        SurroundingsError: there is no cluster at that address.
    """

    def __init__(self, address: str = LOCAL) -> None:
        self.address = address
        self._ray = _ray()

    def __enter__(self) -> Self:
        try:
            _knock(self.address)
            self._ray.init(
                address=self.address,
                log_to_driver=False,
                logging_level="ERROR",
                include_dashboard=False if self.address == LOCAL else None,
            )
        except (OSError, OverflowError, RuntimeError, ValueError) as error:
            reason = str(error).strip().partition("\n")[0]
            raise SurroundingsError(
                f"{self.address}: no Ray cluster can be reached there ({reason}); start its "
                f"head with 'ray start --head', or give another --address"
            ) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ray.shutdown()

    def begin(self) -> None:
        """The workers of a cluster begin with their first tasks."""

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Have the nodes carry out the tasks.

        Raises:
            PagemillError: a task failed; those that were done stay done.
            SurroundingsError: a task's node or process died again and again.
        """
        remote = self._ray.remote(num_cpus=1, max_retries=_TRIES)(_carried_out)
        waiting = deque(enumerate(tasks))
        out: dict[Any, int] = {}
        try:
            while waiting or out:
                while waiting and len(out) < _IN_FLIGHT:
                    number, task = waiting.popleft()
                    out[remote.remote(__version__, task)] = number
                (ended,), _ = self._ray.wait(list(out), num_returns=1)
                yield out.pop(ended), self._answer(ended)
        finally:  # whoever stops early wants no more of them
            for ref in out:
                self._ray.cancel(ref, force=True)

    def _answer(self, ended: Any) -> Any:
        try:
            value, error = self._ray.get(ended)
        except self._ray.exceptions.RayError as lost:
            reason = str(lost).strip().partition("\n")[0]
            raise SurroundingsError(
                f"the cluster lost a task {_TRIES} times ({reason}); look at its nodes, then "
                f"run the same command again"
            ) from lost
        if error is not None:
            raise error
        return value


def _ray() -> ModuleType:
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise UsageError(
            "a cluster needs Ray, on each of its nodes; install it with "
            "pip install 'pagemill[cluster]'"
        ) from error
    return ray


def _knock(address: str) -> None:
    """Ask for a connection, for Ray would try for ever; raises OSError where there is none."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal():
        with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_S):
            pass


_crew: list[ProcessRunner] = []
"""The watched process of this process of Ray, kept from task to task."""


def _carried_out(version: str, task: Task) -> tuple[Any, Exception | None]:
    """What a node does: the answer, or the error that the driver is to raise."""
    if version != __version__:
        return None, SurroundingsError(
            f"{os.uname().nodename}: this node has pagemill {__version__}, and the build is "
            f"that of {version}; install the same everywhere"
        )
    if not _crew:
        _crew.append(ProcessRunner(1))
    try:
        ((_, answer),) = _crew[0].carry_out([task])
    except (PagemillError, OSError) as error:
        return None, error
    return answer, None
