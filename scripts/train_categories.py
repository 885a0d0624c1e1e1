"""Train the ready taxonomy, and print honest figures by folds of sites.

    python scripts/train_categories.py [--ship]

Needs the shared pages (folder from PAGEMILL_SHARED, else ../shared); no library for training.
``scripts/categories.tsv`` labels English pages of wcxb, aeb and aed with one of fourteen
categories, by title, address and first lines; what fits none or is in another language has no
label. Pages are purified by the shipped model, which has seen them: what category they have it
was never told.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pagemill
from pagemill.view.category.learning import Example, learned
from pagemill.view.category.taxonomy import FILE, Taxonomy, write
from pagemill.view.category.vectors import bag
from pagemill.view.keywords import READ, terms_of

LABELS = Path(__file__).parent / "categories.tsv"


def labels() -> dict[tuple[str, str], str]:
    """(set, id) -> category."""
    with LABELS.open(encoding="utf-8", newline="") as lines:
        return {
            (row["set"], row["id"]): row["category"]
            for row in csv.DictReader(lines, delimiter="\t")
        }


def examples(shared: Path) -> Iterator[Example]:
    """Every labelled page, in the order of the sets."""
    known = labels()
    for name in sorted({name for name, _ in known}):
        folder = shared / "data/pages" / name
        for line in (folder / "truth.jsonl").read_text("utf-8").rstrip("\n").split("\n"):
            truth: dict[str, Any] = json.loads(line)
            category = known.get((name, str(truth["id"])))
            if category:
                page = gzip.decompress((folder / f"html/{truth['id']}.html.gz").read_bytes())
                view = pagemill.docview(page, truth.get("url") or "")
                counts = bag(terms_of(view.text[:READ]), terms_of(view.title))
                yield Example(category, truth["site"], counts)


def report(taxonomy: Taxonomy) -> None:
    """Print how good it is."""
    card = taxonomy.card
    print(f"{card['examples']} pages of {card['groups']} sites; taken: {card['method']}")
    for method, accuracy in card["accuracy"].items():
        print(f"  {method}: right {accuracy:.3f}, mean F1 {card['mean_f1'][method]:.3f}")
    print(f"stated {card['stated']:.3f}, of these right {card['right_if_stated']:.3f}")
    for one in card["categories"]:
        figures = f"P {one['precision']:.3f}, R {one['recall']:.3f}"
        print(f"  {one['category']}: {one['examples']} pages, {figures}")


def main() -> None:
    """Run from the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--ship", action="store_true", help="write the taxonomy that is shipped")
    options = asked.parse_args()
    shared = Path(os.environ.get("PAGEMILL_SHARED") or Path.cwd().parent / "shared")
    taxonomy = learned(list(examples(shared)))
    report(taxonomy)
    if options.ship:
        path = Path(sys.modules[Taxonomy.__module__].__file__ or "").parent / FILE
        write(taxonomy, path)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
