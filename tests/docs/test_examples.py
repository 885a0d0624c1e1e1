"""What the documentation shows can be typed: every command parses, the README runs."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from material.pages import PAGES, REPOSITORY, code_blocks, shown_commands
from pagemill.cli.main import VERBS, loaded, whole_parser

README = REPOSITORY / "README.md"
EXAMPLES = [line for verb in VERBS for line in loaded(verb).EXAMPLE.splitlines()]
COMMANDS = [line for page in PAGES for line in shown_commands(page)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder that looks like the repository to the README's examples."""
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("line", sorted({*EXAMPLES, *COMMANDS}))
def test_every_command_that_is_shown_parses(line):
    words = shlex.split(line.partition(" < ")[0], comments=True)[1:]
    assert whole_parser(words[0]).parse_args(words).verb == words[0]


def test_the_readme_shows_every_verb_in_the_order_of_the_work():
    assert [line.split()[1] for line in shown_commands(README)] == list(VERBS)


def test_the_scripts_that_the_readme_names_can_be_run():
    scripts = [
        line.split()[0]
        for line in "".join(code_blocks(README, "sh")).splitlines()
        if line.startswith("./")
    ]
    assert scripts == ["./demo", "./test"]
    assert all(os.access(REPOSITORY / name, os.X_OK) for name in [*scripts, ".ci/run"])


def test_the_commands_of_the_readme_run_in_their_order(folder):
    for line in shown_commands(README):
        words = shlex.split(line)[1:]
        if words[0] == "crawl":  # asks nobody: the guard refuses the address
            words += ["--resolve", "www.example.org=127.0.0.1"]
        if words[0] == "serve":  # would go on until it is interrupted
            words += ["--dry-run"]
        result = run(folder, "-m", "pagemill", *words)
        assert result.returncode in {0, 1}, f"{line}\n{result.stderr}"
        assert result.stdout, line
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize("number", range(len(code_blocks(README, "python"))))
def test_the_python_of_the_readme_runs(number, folder):
    script = folder / "example.py"
    script.write_text(code_blocks(README, "python")[number], "utf-8")
    result = run(folder, str(script))
    assert result.returncode == 0, result.stderr
    assert result.stdout
