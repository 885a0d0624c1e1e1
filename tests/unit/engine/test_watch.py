from __future__ import annotations

import tempfile
import time

from pagemill.engine import watch
from pagemill.engine.watch import WatchFile


def test_one_process_reads_what_the_other_noted():
    with tempfile.TemporaryFile() as file:
        writer, reader = WatchFile(file.fileno()), WatchFile(file.fileno())
    assert reader.read()[0] == 0
    before = time.monotonic()
    writer.note((1 << 64) - 1)
    document, at = reader.read()
    assert document == (1 << 64) - 1
    assert before <= at <= time.monotonic()
    writer.note(0)
    assert reader.read()[0] == 0


def test_a_second_look_at_the_file_does_not_wipe_it():
    with tempfile.TemporaryFile() as file:
        WatchFile(file.fileno()).note(7)
        assert WatchFile(file.fileno()).read()[0] == 7


def test_notes_go_nowhere_where_nobody_watches():
    watch.at(5)
    watch.idle()


def test_the_process_notes_where_it_was_told_to(monkeypatch):
    monkeypatch.setattr(watch, "_open", [])
    with tempfile.TemporaryFile() as file:
        reader = WatchFile(file.fileno())
        watch.start(file.fileno())
    watch.at(9)
    assert reader.read()[0] == 9
    watch.idle()
    assert reader.read()[0] == 0
