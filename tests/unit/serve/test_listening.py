import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request

import pytest

from pagemill.errors import SurroundingsError
from pagemill.serve.listening import _listening, _short
from pagemill.serve.settings import Settings


def test_an_address_in_use_is_told():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SurroundingsError, match="in use; choose another --port"):
            _listening(Settings(port=taken.getsockname()[1]))


def test_a_fault_is_logged_in_one_line(monkeypatch):
    monkeypatch.delenv("PAGEMILL_TRACEBACK", raising=False)
    fault = ValueError("odd")
    record = logging.LogRecord(
        "x", logging.ERROR, "", 1, "Exception", (), (ValueError, fault, None)
    )
    assert _short(record)
    assert record.exc_info is None
    assert "internal error: ValueError: odd" in record.getMessage()
    quiet = logging.LogRecord("x", logging.INFO, "", 1, "Started", (), None)
    assert not _short(quiet)


def test_the_command_serves_until_it_is_interrupted(small_web):
    command = [sys.executable, "-m", "pagemill", "serve", str(small_web.root), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        guard = threading.Timer(30, process.kill)
        guard.start()
        address = process.stdout.readline().split()[1]
        with urllib.request.urlopen(address, timeout=10) as answer:
            assert b"DocView generator" in answer.read()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        guard.cancel()
    assert process.returncode == 0
    assert told == "interrupt to end (Ctrl-C)\n"
