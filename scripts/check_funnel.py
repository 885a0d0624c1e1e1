"""Checks the answers of ``build --json`` and ``search --json`` on the pages of the demo.

Usage: check_funnel.py BUILD.json SEARCH.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main() -> None:
    """Stop with a message where an account does not balance or a duplicate was not found."""
    build, search = (json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:3])
    funnel = build["funnel"]
    print("funnel:", ", ".join(f"{name} {count}" for name, count in funnel.items()))
    duplicates = funnel["exact_duplicates"] + funnel["near_duplicates"]
    checks = {
        "pages and duplicates do not add up": funnel["pages"] == funnel["kept"] + duplicates,
        "pages were made from nothing": funnel["captures"] >= funnel["pages"] >= 50,
        "no exact duplicate was found": funnel["exact_duplicates"] > 0,
        "no near duplicate was found": funnel["near_duplicates"] > 0,
        "the search found nothing": search["total"] > 0 and bool(search["hits"]),
    }
    wrong = [message for message, holds in checks.items() if not holds]
    if wrong:
        sys.exit("main job: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
