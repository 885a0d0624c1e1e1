"""Arguments that several verbs take, so that they read the same everywhere."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path


def natural(text: str) -> int:
    """Read a whole number of at least 0."""
    return _whole(text, least=0)


def positive(text: str) -> int:
    """Read a whole number of at least 1."""
    return _whole(text, least=1)


def share(text: str) -> float:
    """Read a number above 0 and at most 1."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1:
        raise ArgumentTypeError(f"{text!r} is not a number above 0 and at most 1")
    return number


def place(text: str) -> Path:
    """Read the name of a file or folder; an empty one is a slip, not the folder we are in."""
    if not text:
        raise ArgumentTypeError("the name is empty; give that of a file or folder")
    return Path(text)


def instant(text: str) -> datetime:
    """Read a day or an instant; without a time zone it is in UTC."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ArgumentTypeError(
            f"{text!r} is no time; write it as 2026-03-01 or 2026-03-01T12:00"
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def source(text: str) -> Path | str:
    """Read the name of a file or folder, or an address."""
    return text if "://" in text else place(text)


def add_collection(parser: ArgumentParser) -> None:
    """Let the verb take the collection's folder as its first argument."""
    parser.add_argument("dir", metavar="DIR", type=place, help="folder of the collection")


def add_read_collection(parser: ArgumentParser) -> None:
    """Let the verb take the collection's folder, and the user in whose name it is read."""
    add_collection(parser)
    add_user(parser)


def add_user(parser: ArgumentParser) -> None:
    """Let the verb be asked in the name of a user."""
    parser.add_argument(
        "--user",
        metavar="NAME",
        default="",
        help="ask in the name of a user of access.toml, who sees only what it allows",
    )


def add_json(parser: ArgumentParser) -> None:
    """Let the verb print its report as JSON."""
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one JSON document to standard output instead of text",
    )


def add_quiet(parser: ArgumentParser) -> None:
    """Let the verb work without showing progress."""
    parser.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        help="no progress and remarks on standard error; warnings stay",
    )


def _whole(text: str, *, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return number
