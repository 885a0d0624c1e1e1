"""The standard streams when something is wrong with them: closed, full, or left alone."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO


def fill_gaps() -> None:
    """Put a null device where a standard stream was closed by whoever started the process.

    Otherwise the next file that is opened gets the stream's number, and what is meant for the
    stream ends up in the file. Must run before any file is opened for writing.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is what the system gives out, so this fills the gap.
            os.open(os.devnull, os.O_RDWR)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def remark(text: str, stream: TextIO) -> None:
    """Write to a stream whose loss must not stop the work, as progress and errors do."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        drop(stream)


def drop(stream: TextIO) -> None:
    """Let what cannot be written go, or it would fail again when the interpreter ends."""
    with suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
