import builtins

import pytest

from pagemill.cli.main import whole_parser
from pagemill.cli.serve import run
from pagemill.errors import CollectionError, UsageError


def asked(root, *words):
    return whole_parser("serve").parse_args(["serve", str(root), *words])


def test_a_dry_run_says_where_it_would_be_shown(built, desk):
    assert run(asked(built.root, "--dry-run", "--port", "9"), desk.console())
    assert desk.out.getvalue() == f"ready: {built.root} would be shown at 127.0.0.1:9\n"


def test_other_machines_are_let_in_only_with_a_login(built, desk, tmp_path):
    with pytest.raises(UsageError, match="must log in"):
        run(asked(built.root, "--dry-run", "--host", "0.0.0.0"), desk.console())
    kept = tmp_path / "password"
    kept.write_text("a long password\n")
    kept.chmod(0o600)
    words = ("--dry-run", "--host", "0.0.0.0", "--password-file", str(kept))
    assert run(asked(built.root, *words), desk.console())


def test_what_is_missing_is_named(built, desk, monkeypatch):
    found = builtins.__import__

    def without(name, *rest):
        if name.startswith("pagemill.serve"):
            raise ModuleNotFoundError("no", name="uvicorn")
        return found(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UsageError, match=r"uvicorn is not installed; .*pagemill\[serve\]"):
        run(asked(built.root, "--dry-run"), desk.console())


def test_there_must_be_a_collection(tmp_path, desk):
    with pytest.raises(CollectionError, match="pagemill init"):
        run(asked(tmp_path / "none"), desk.console())
