"""Interests shown, enlarged and erased."""

from __future__ import annotations

import shutil
from argparse import Namespace

import pytest

from pagemill.cli.find.profile import run
from pagemill.errors import UsageError


def test_interests_are_made_of_named_pages_and_erased(built, tmp_path, desk):
    root = shutil.copytree(built.root, tmp_path / "c")
    asked = Namespace(dir=root, add=[], erase=False)
    assert run(asked, desk.console())
    assert desk.out.getvalue() == "no interests are known\n"
    asked.add = ["http://b.example/2"]
    run(asked, desk.console())
    assert "title" in desk.out.getvalue() or "word2x" in desk.out.getvalue()
    assert (root / "interests.json").exists()
    run(Namespace(dir=root, add=[], erase=True), desk.console())
    assert not (root / "interests.json").exists()
    with pytest.raises(UsageError, match="--erase"):
        run(Namespace(dir=root, add=["http://b.example/2"], erase=True), desk.console())
