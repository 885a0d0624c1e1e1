"""Who carries out the tasks: processes of this machine, or the nodes of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagemill.engine.local import ProcessRunner, processes
from pagemill.errors import UsageError

if TYPE_CHECKING:
    from pagemill.engine.cluster import RayRunner


def chosen(workers: int | None, cluster: str | None) -> ProcessRunner | RayRunner:
    """The runner to begin.

    Args:
        workers: processes of this machine; None for one for each processor.
        cluster: address of a cluster; None for this machine.

    Raises:
        UsageError: both are given; fewer than one process; Ray is not installed.
    """
    if cluster is None:
        return ProcessRunner(processes(workers))
    if workers is not None:
        raise UsageError(
            f"workers: {workers}; they are of this machine, and the cluster at {cluster} has "
            f"what its nodes offer: give one of both"
        )
    from pagemill.engine.cluster import RayRunner  # noqa: PLC0415 - for those who have one

    return RayRunner(cluster)
