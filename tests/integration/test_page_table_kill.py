"""A server of tablets that is killed loses nothing that it promised, and another goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from pagemill.pages.family import Family
from pagemill.pages.row_key import row_key
from pagemill.pages.table import PageTable

WRITER = """
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from pagemill.pages.cell import Cell
from pagemill.pages.family import Family
from pagemill.pages.row_key import row_key
from pagemill.pages.table import PageTable

root, server, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
table = PageTable(root, server, tablets=2)
while True:
    key = row_key(f"http://h{number % 7}.org/{number % 50}")
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number)
    with table.transaction(key) as (row, change):
        for family in (Family.CAPTURE, Family.FETCH, Family.ANCHOR):
            change.put(Cell(key, family, "c", at, b"%d" % number * 200))
    print(number, flush=True)
    number += 1
"""
ROUNDS = 5


def promised(root: Path, server: str, first: int, count: int) -> int:
    """Let a process write until it has promised ``count`` rows more, then kill it."""
    command = [sys.executable, "-c", WRITER, str(root), server, str(first)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        last = first - 1
        for _ in range(count):
            last = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
    return int(rest[-1]) if rest else last


@pytest.mark.slow
def test_whatever_was_promised_survives_and_rows_are_whole(tmp_path: Path):
    chance = Random(7)
    number = 0
    known: list[int] = []
    for turn in range(ROUNDS):
        last = promised(tmp_path / "p", f"server-{turn}", number, chance.randrange(1, 400))
        known += range(number, last + 1)
        with PageTable(tmp_path / "p") as table:
            for old in known:
                key = row_key(f"http://h{old % 7}.org/{old % 50}")
                row = table.row(key)
                for family in (Family.CAPTURE, Family.FETCH, Family.ANCHOR):
                    values = [cell.value for cell in row.column(family, "c")]
                    assert b"%d" % old * 200 in values, (turn, old, family)
                times = [
                    [cell.at for cell in row.column(family, "c")]
                    for family in (Family.CAPTURE, Family.FETCH, Family.ANCHOR)
                ]
                assert times[0] == times[1] == times[2]
            assert table.server_of(row_key("http://h1.org/1")) in {
                f"server-{turn}" for turn in range(turn + 1)
            }
        number = last + 2  # one more may be there that was written and not promised
