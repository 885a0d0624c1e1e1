from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pagemill.collection.layout import Layout
from pagemill.collection.lock import writing
from pagemill.errors import SurroundingsError


def test_a_second_writer_is_refused_until_the_first_has_ended(tmp_path):
    layout = Layout(tmp_path)
    with writing(layout), pytest.raises(SurroundingsError, match="another pagemill"):
        writing(layout).__enter__()
    with writing(layout):
        pass


def test_a_failure_gives_the_lock_back(tmp_path):
    layout = Layout(tmp_path)
    with pytest.raises(KeyError), writing(layout):
        raise KeyError
    with writing(layout):
        pass


def test_the_lock_of_a_killed_process_is_free(tmp_path):
    script = (
        "import sys; from pathlib import Path\n"
        "from pagemill.collection.layout import Layout\n"
        "from pagemill.collection.lock import writing\n"
        "with writing(Layout(Path(sys.argv[1]))):\n"
        "    print('held', flush=True); sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    layout = Layout(tmp_path)
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(SurroundingsError):
            writing(layout).__enter__()
        other.kill()
    with writing(layout):
        pass
