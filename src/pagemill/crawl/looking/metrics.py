"""A crawl's figures as Prometheus reads them.

Source: the Prometheus text exposition format, version 0.0.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pagemill.crawl.looking.standing import Standing

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_PREFIX = "pagemill_crawl"


def exposition(standing: Standing, queued: int, hosts: int) -> str:
    """The figures of a crawl.

    Args:
        standing: how it stands.
        queued: addresses still to be asked for.
        hosts: hosts whose turn it can be.
    """
    counters = {
        "fetched": ("answers kept", standing.fetched),
        "received_bytes": ("bytes of bodies received", standing.received),
    }
    gauges = {
        "queued": ("addresses still to be asked for", queued),
        "active_hosts": ("hosts whose turn it can be", hosts),
        "idle": ("1 while nothing may be asked for", int(bool(standing.idle))),
    }
    labelled = {
        "attempts": ("attempts by outcome", "outcome", standing.outcomes),
        "refused": ("addresses not asked for, by reason", "reason", standing.refusals),
        "failed": ("addresses without an answer, by reason", "reason", standing.failures),
        "hidden": ("pages that show little, by class", "class", standing.hidden),
        "answers": ("answers by status", "status", standing.statuses),
    }
    lines: list[str] = []
    for name, (said, value) in counters.items():
        lines += _metric(f"{name}_total", "counter", said, [f" {value}"])
    for name, (said, value) in gauges.items():
        lines += _metric(name, "gauge", said, [f" {value}"])
    for name, (said, label, counts) in labelled.items():
        lines += _metric(f"{name}_total", "counter", said, _labelled(label, counts))
    return "\n".join(lines) + "\n"


def _metric(name: str, kind: str, said: str, values: list[str]) -> Iterator[str]:
    yield f"# HELP {_PREFIX}_{name} {said}"
    yield f"# TYPE {_PREFIX}_{name} {kind}"
    yield from (f"{_PREFIX}_{name}{value}" for value in values)


def _labelled(label: str, counts: Mapping[str, int]) -> list[str]:
    return [f'{{{label}="{_escaped(key)}"}} {value}' for key, value in counts.items()]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
