"""The command ``pagemill``, also as ``python -m pagemill``: a process of its own."""

from __future__ import annotations

import sys


def command() -> int:
    """Run the command line of this process and return its exit code."""
    try:
        from pagemill.cli.streams import fill_gaps  # noqa: PLC0415 - an interrupt may come by now

        fill_gaps()
        from pagemill.cli.main import main  # noqa: PLC0415
        from pagemill.engine import alone  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.stderr.write("pagemill: error: interrupted before anything was begun\n")
        return 3
    alone.claim()
    return main()


if __name__ == "__main__":
    sys.exit(command())
