"""``python -m pagemill`` is the command ``pagemill``."""

from __future__ import annotations

import sys

from pagemill.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
