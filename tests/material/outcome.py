"""Judging what a command printed.

What is taken for granted about wording: a fault is one line that begins with ``error:``,
``warning:``, ``damage:`` or ``rejected:``, with or without ``pagemill:`` or
``pagemill VERB:`` before it; other lines are progress or results.
"""

from __future__ import annotations

import re
import subprocess

FAULT = re.compile(
    r"^(?:pagemill(?: [a-z]+)?: *)?(?:error|warning|damage|damaged|rejected|reject)\b *:",
    re.IGNORECASE,
)
Result = subprocess.CompletedProcess[str]


def printed(result: Result) -> list[str]:
    """Return every line that a person saw, progress overwritten by a carriage return too."""
    both = f"{result.stdout or ''}\n{result.stderr or ''}"
    return [line.strip() for line in re.split(r"[\r\n]+", both) if line.strip()]


def fault_lines(result: Result) -> list[str]:
    """Return the lines that report a fault."""
    return [line for line in printed(result) if FAULT.match(line)]


def shown(result: Result) -> str:
    """Return command, code and output, for the message of a failing test."""
    output = "\n".join(printed(result)[-30:])
    return f"{' '.join(map(str, result.args))}\nexit code {result.returncode}\n{output}"


def assert_calm(result: Result) -> None:
    """Nobody ever sees the inside of the machine, whatever happens."""
    text = f"{result.stdout or ''}\n{result.stderr or ''}"
    for sign in ("Traceback", "panicked at", 'File "', "Error: [Errno", "core dumped"):
        assert sign not in text, shown(result)
    assert result.returncode in (0, 1, 2, 3), shown(result)


def assert_fails(result: Result, codes: int | tuple[int, ...], *names: str) -> str:
    """One line says what, where and what to do; it names the things given.

    Returns:
        That line.
    """
    assert_calm(result)
    wanted = (codes,) if isinstance(codes, int) else codes
    assert result.returncode in wanted, f"wanted exit code {wanted}\n{shown(result)}"
    lines = fault_lines(result)
    assert len(lines) == 1, f"wanted one line for the fault, got {lines}\n{shown(result)}"
    for name in names:
        assert name in lines[0], f"{name!r} is not in the line\n{shown(result)}"
    assert len(lines[0]) < 500, shown(result)
    return lines[0]


def assert_done(result: Result, code: int = 0) -> None:
    """The command did its work and kept calm."""
    assert_calm(result)
    assert result.returncode == code, f"wanted exit code {code}\n{shown(result)}"
