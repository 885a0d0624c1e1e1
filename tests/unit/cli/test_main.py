import errno
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pagemill.cli.main import ADVICE, VERBS, loaded, main, whole_parser

FULL_DISK = Path("/dev/full")


def ran(words: Sequence[str], **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command as its own process, with output buffered as it is for users."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    command = [sys.executable, "-m", "pagemill", *words]
    return subprocess.run(
        command, env=environment, text=True, stderr=subprocess.PIPE, check=False, **options
    )


def test_help_names_every_verb_and_every_exit_code(capsys):
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {verb} " in shown for verb in VERBS)
    assert all(f"  {code}  " in shown for code in range(4))


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb, capsys):
    assert main([verb, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"example:\n  pagemill {verb}" in shown
    assert loaded(verb).DESCRIPTION.splitlines()[0] in shown


@pytest.mark.parametrize("verb", VERBS)
def test_every_argument_says_what_it_does(verb):
    verbs = next(a for a in whole_parser(verb)._actions if a.dest == "verb")
    assert all(action.help for action in verbs.choices[verb]._actions)


@pytest.mark.parametrize("verb", VERBS)
def test_every_argument_of_a_verb_is_read_by_it(verb):
    verbs = next(a for a in whole_parser(verb)._actions if a.dest == "verb")
    given = {action.dest for action in verbs.choices[verb]._actions}
    source = inspect.getsource(sys.modules[loaded(verb).__name__])
    read = {name for name in given if re.search(rf'\bargs\.{name}\b|"{name}"', source)}
    assert given - read <= {"help", "json", "quiet"}  # the console's


OWNERS = {
    *("init", "crawl", "import", "build", "forget", "check", "profile", "categories"),
    *("compare-methods", "judge", "measure", "changes", "lab"),
}
"""Verbs that write, that measure, or that tell the owner about the owner."""


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_that_reads_takes_a_user(verb):
    verbs = next(a for a in whole_parser(verb)._actions if a.dest == "verb")
    chosen = verbs.choices[verb]
    names = {name for action in chosen._actions for name in action.option_strings}
    assert ("--user" in names) == (verb not in OWNERS)


def test_help_loads_neither_numpy_nor_pyarrow():
    script = (
        "import sys; from pagemill.cli.main import main; main(['--help']);"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'pyarrow', 'pagemill.api')))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "VERB"),
        (["serch", "x"], "did you mean search?"),
        (["frobnicate"], "no such verb; see pagemill --help"),
        (["build"], "DIR; see pagemill build --help"),
        (["build", "x", "--workers", "0"], "'0' is not a whole number of at least 1"),
        (["build", "x", "--workers", "two"], "'two' is not a whole number"),
        (["search", "x", "y", "--offset", "-1"], "--offset"),
        (
            ["export", "x", "--to", "pdf", "out"],
            "'jsonl', 'parquet', 'markdown', 'dc', 'schema.org', 'warc'",
        ),
        (["view", "no-such-file.html"], "no-such-file.html: no such file"),
        (["view", "https://example.org/"], "add --in DIR"),
        (["view", "."], "a folder"),
        (["view", "/dev/null"], "not a plain file"),
        (["view", ""], "'': an empty name"),
        (["init", ""], "the name is empty"),
        (["import", "x", ""], "the name is empty"),
        (["view", "u", "--in", "x", "--url", "y"], "leave them out with --in"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(words, part, capsys):
    assert main(words) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    assert said.err.startswith("pagemill: error: ")
    assert part in said.err


@pytest.mark.parametrize("verb", ["import", "build", "status", "search", "explain", "forget"])
def test_a_folder_that_is_no_collection_is_one_line_and_exit_code_3(verb, tmp_path, capsys):
    more = {"import": ["s"], "search": ["q"], "explain": ["u"], "forget": ["u"]}.get(verb, [])
    assert main([verb, str(tmp_path / "none"), *more]) == 3
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    assert "none" in said.err


def test_a_folder_cannot_be_made_inside_a_file(tmp_path, capsys):
    (tmp_path / "file").write_text("x")
    assert main(["init", str(tmp_path / "file" / "collection")]) == 3
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [["--help"], ["build", "--help"], ["--version"]])
def test_a_full_disk_under_standard_output_is_told_in_one_line(words):
    with FULL_DISK.open("w") as full:
        result = ran(words, stdout=full)
    assert result.returncode == 3
    assert result.stderr.count("\n") == 1
    assert "No space left on device" in result.stderr
    assert "free some space" in result.stderr


def test_a_reader_that_has_seen_enough_is_no_error():
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        result = ran(["--help"], stdout=write_end)
    finally:
        os.close(write_end)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_change_neither_the_work_nor_the_exit_code(closed, tmp_path):
    command = f'"{sys.executable}" -m pagemill "$@" {closed}'
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    def exit_code(*words: str) -> int:
        shell = ["sh", "-c", command, "sh", *words]
        return subprocess.run(
            shell, env=environment, capture_output=True, check=False
        ).returncode

    assert exit_code("init", str(tmp_path / "made")) == 0
    assert exit_code("status", str(tmp_path / "made")) == 0
    assert exit_code("status", str(tmp_path / "none")) == 3


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs /dev/full")
def test_a_full_disk_under_standard_error_does_not_stop_the_work(tmp_path):
    made = str(tmp_path / "made")
    assert main(["init", made]) == 0
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "pagemill", "build", made]
    with FULL_DISK.open("w") as full:
        result = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=full, check=False
        )
    assert result.returncode == 0
    assert b"kept" in result.stdout


def test_every_system_error_that_is_common_on_disks_has_advice():
    assert {errno.ENOSPC, errno.EROFS, errno.EACCES} <= ADVICE.keys()


def test_a_page_is_shown_whatever_the_terminal_can_encode(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<html><body><p>面包的味道，烤箱的温度。</p></body></html>", "utf-8")
    command = [sys.executable, "-m", "pagemill", "view", str(page), "--format", "text"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONIOENCODING": "ascii",
    }
    result = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert result.returncode == 0
    assert "面包的味道" in result.stdout.decode("utf-8")
