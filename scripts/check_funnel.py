"""Checks what a build and a search of the example web answered, against its truth file.

Usage: check_funnel.py TRUTH.json BUILD.json SEARCH.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main() -> None:
    """Stop with a message where the funnel is not the true one or nothing was found."""
    truth, build, search = (json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:4])
    funnel = build["funnel"]
    print("funnel:", ", ".join(f"{name} {count}" for name, count in funnel.items()))
    true = truth["funnel"]
    # A copy in another template may count as exact or as near; its page is removed either way.
    wrong = [
        f"{name} is {funnel[name]}, not {true[name]}"
        for name in ("pages", "kept")
        if funnel[name] != true[name]
    ]
    if not (funnel["exact_duplicates"] and funnel["near_duplicates"]):
        wrong.append("duplicates of one kind were not found")
    if funnel["captures"] < funnel["pages"]:
        wrong.append("there are more pages than captures")
    if not (search["total"] and search["hits"]):
        wrong.append("the search found nothing")
    if wrong:
        sys.exit("main job: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
