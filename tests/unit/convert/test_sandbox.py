"""Hostile documents in a process of their own: each costs itself and no more."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from material.documents import DEEP, EVERY_KIND, LAUGHS, bomb, document
from pagemill.convert import registry
from pagemill.convert import sandbox as under_test
from pagemill.convert.params import ConvertParams
from pagemill.convert.sandbox import Sandbox
from pagemill.errors import DocumentError
from pagemill.media import types
from pagemill.media.sniff import media_type

HOSTILE = """
import os, signal, time

class Hostile:
    name, version, media_types = "hostile", "1", ("application/x-hostile",)

    def convert(self, payload, media_type):
        scope = dict(globals())
        exec(payload.decode(), scope)
        return scope.get("page", "<body>survived</body>")
"""
KIND = "application/x-hostile"
LIMITS = ConvertParams(max_seconds=2, max_memory_bytes=400 << 20, max_output_bytes=1 << 20)


def install(folder: Path, source: str, entry: str) -> None:
    """Lay out a distribution with a converter, as an installer would."""
    (folder / "hostile_plugin.py").write_text(source)
    about = folder / "hostile_plugin-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: hostile-plugin\nVersion: 1.0\n"
    )
    (about / "entry_points.txt").write_text(f"[pagemill.converters]\nhostile = {entry}\n")


@pytest.fixture
def hostile(tmp_path, monkeypatch) -> Generator[Sandbox]:
    """Give a sandbox with a converter that does what the document says."""
    install(tmp_path, HOSTILE, "hostile_plugin:Hostile")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.plug_ins.cache_clear()
    box = Sandbox(LIMITS)
    yield box
    box.close()
    registry.plug_ins.cache_clear()
    sys.modules.pop("hostile_plugin", None)


@pytest.fixture
def box() -> Generator[Sandbox]:
    found = Sandbox(LIMITS)
    yield found
    found.close()


def test_a_document_becomes_a_page_that_says_what_made_it(box):
    found = box.convert(document("article.docx"), types.DOCX)
    assert "<h1>Harbour tides explained</h1>" in found.html
    assert (found.media_type, found.converter) == (types.DOCX, "word 1")


def test_one_process_serves_many_documents(box):
    box.convert(document("article.docx"), types.DOCX)
    first = box._process.pid
    box.convert(document("article.odt"), types.ODT)
    assert box._process.pid == first


@pytest.mark.parametrize(
    ("order", "reason", "detail"),
    [
        ("while True: pass", "took too long", "more than 2 s"),
        ("time.sleep(60)", "took too long", "more than 2 s"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "crashed the converter", "SIGSEGV"),
        ("os.abort()", "crashed the converter", "SIGABRT"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "crashed the converter", "memory"),
        ("os._exit(0)", "crashed the converter", "exit code 0"),
        ("x = bytearray(1 << 30)", "took too much memory", ""),
        ("raise ValueError('odd')", "broken document", "ValueError: odd"),
        ("raise SystemExit(3)", "broken document", "SystemExit: 3"),
        ("def f(): f()\nf()", "nested too deeply", ""),
    ],
)
def test_a_crash_hang_or_bomb_costs_one_document(hostile, order, reason, detail):
    with pytest.raises(DocumentError) as caught:
        hostile.convert(order.encode(), KIND)
    assert caught.value.reason == reason
    assert detail in caught.value.detail
    assert hostile.convert(b"", KIND).html == "<body>survived</body>"


def test_a_page_beyond_the_limit_is_a_bomb(hostile):
    with pytest.raises(DocumentError, match="bomb: more than 1048576 bytes of HTML"):
        hostile.convert(b"page = 'x' * (2 << 20)", KIND)
    assert hostile.convert(b"", KIND).html == "<body>survived</body>"


def test_no_file_can_be_written(hostile, tmp_path):
    target = tmp_path / "written"
    order = f"f = open({str(target)!r}, 'w'); f.write('x' * 100000); f.close()"
    with pytest.raises(DocumentError, match="broken document: OSError"):
        hostile.convert(order.encode(), KIND)
    assert not target.exists() or target.stat().st_size == 0


def test_the_environment_of_the_caller_is_not_told(hostile, monkeypatch):
    monkeypatch.setenv("PAGEMILL_TEST_WORD", "hidden")
    order = b"assert 'PAGEMILL_TEST_WORD' not in os.environ"
    assert hostile.convert(order, KIND).html == "<body>survived</body>"


@pytest.mark.parametrize(
    ("payload", "kind", "reason"),
    [
        (bomb(), types.DOCX, "bomb"),
        (LAUGHS, types.XML, "bomb"),
        (DEEP, types.XML, "nested too deeply"),
        (document("locked.pdf"), types.PDF, "encrypted"),
        (document("article.pdf")[:9_000], types.PDF, "broken document"),
        (b"", types.PPTX, "broken document"),
        (b"x" * 100, "image/png", "media type image/png"),
    ],
)
def test_documents_made_to_do_harm_are_rejects(box, payload, kind, reason):
    with pytest.raises(DocumentError) as caught:
        box.convert(payload, kind)
    assert caught.value.reason == reason


def test_text_that_nests_two_million_deep_takes_nobody_down(box):
    with suppress(DocumentError):
        box.convert(b"{\\rtf1 " + b"{" * 2_000_000, types.RTF)
    assert box.convert(document("article.rtf"), types.RTF).media_type == types.RTF


@pytest.mark.parametrize("name", EVERY_KIND)
def test_an_empty_cut_or_overwritten_document_costs_itself_alone(box, name):
    payload = document(name)
    kind = media_type(payload, "")
    third = len(payload) // 3
    overwritten = payload[:third] + b"\xff" * 200 + payload[third + 200 :]
    reasons: list[str] = []
    halves = payload[:100], payload[: len(payload) // 2], payload[:-60]
    for harmed in (b"", *halves, overwritten):
        try:
            assert box.convert(harmed, kind).media_type == kind
        except DocumentError as error:
            reasons.append(error.reason)
    assert set(reasons) <= {"broken document", "crashed the converter", "bomb"}
    assert box.convert(payload, kind).html


@pytest.mark.parametrize("name", EVERY_KIND)
def test_a_huge_document_of_any_kind_is_not_looked_at(name):
    payload = document(name)
    small = Sandbox(replace(LIMITS, max_document_bytes=len(payload) - 1))
    with pytest.raises(DocumentError, match="too large"):
        small.convert(payload, media_type(payload, ""))
    assert small._process is None


def test_a_document_over_the_limit_is_not_looked_at():
    small = Sandbox(replace(LIMITS, max_document_bytes=1_000))
    with pytest.raises(DocumentError, match="too large: 14848 bytes; at most 1000"):
        small.convert(document("article.doc"), types.DOC)
    assert small._process is None


def test_a_process_that_was_ended_from_outside_is_replaced(box):
    box.convert(document("article.docx"), types.DOCX)
    first = box._process
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert box.convert(document("article.docx"), types.DOCX).converter == "word 1"
    assert box._process.pid != first.pid


def test_a_process_is_replaced_after_many_documents(box, monkeypatch):
    monkeypatch.setattr(under_test, "_DOCUMENTS_PER_PROCESS", 2)
    seen = set()
    for _ in range(5):
        box.convert(b"<a><b>x</b></a>", types.XML)
        seen.add(box._process.pid)
    assert len(seen) == 3


def test_threads_take_turns(box):
    found: list[str] = []

    def convert(name: str, kind: str) -> None:
        found.append(box.convert(document(name), kind).media_type)

    jobs = [("article.docx", types.DOCX), ("article.odt", types.ODT)] * 4
    threads = [threading.Thread(target=convert, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(kind for _, kind in jobs)


def test_a_forked_process_starts_its_own(box):
    box.convert(document("article.docx"), types.DOCX)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            own = box.convert(document("article.odt"), types.ODT)
            os.write(writing, own.media_type.encode())
            box.close()
        finally:
            os._exit(0)
    os.close(writing)
    assert os.read(reading, 200).decode() == types.ODT
    os.close(reading)
    os.waitpid(child, 0)
    assert box.convert(document("article.docx"), types.DOCX).media_type == types.DOCX


def test_each_set_of_limits_has_one_sandbox():
    assert under_test.sandbox() is under_test.sandbox(ConvertParams())
    assert under_test.sandbox(LIMITS) is not under_test.sandbox()
