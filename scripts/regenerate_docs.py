"""Writes the generated blocks of the documentation: verbs, tables and settings.

A generated block stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``; what stands
around it is written by hand. Run ``python scripts/regenerate_docs.py`` after changing a verb, a
column or a setting. With ``--check`` it only tells whether something would change.
"""

from __future__ import annotations

import argparse
import inspect
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_type_hints

from pagemill import config, tables
from pagemill.cli.main import VERBS, whole_parser
from pagemill.collection import parquet
from pagemill.html.url_rules import PROFILES, RULES
from pagemill.model.capture import Capture
from pagemill.model.docview import DocView

DOCS = Path(__file__).resolve().parents[1] / "docs"
WIDTH = "88"

# What a column means, where no noun of pagemill.model says it already.
MEANINGS = {
    "url_hash": "first 8 bytes of BLAKE2b-64 of the URL, big-endian; orders all tables",
    "outcome": "`fetched`, `redirect`, `failed`, `refused`, `slowed` or `later`",
    "size": "bytes of the body received",
    "took": "seconds",
    "depth": "links from a seed",
    "target": "where a redirect leads",
    "payload_bytes": "bytes of the payload",
    "warc_file": "file name below `archive/`",
    "warc_offset": "bytes from the start of that file to the record",
    "warc_length": "bytes of the record in that file, as compressed there",
    "standing": "`current` for the capture that stands for its page, else why it does not",
    "topic_links": "links that belong to the topic, with their anchor text",
    "topic_link_scores": "of each of these links: cosine of its words and the content",
    "frames": "frames of the page; the text says `joined`, or why it is not",
    "encoding": "character encoding the payload was read with, WHATWG name in lower case",
    "encoding_evidence": "what decided it: `bom`, `http`, `meta`, `xml`, `utf-8`, `detector`, "
    "`fallback` or `text`",
    "encoding_confidence": "0 to 1",
    "detected": 'media type that the payload shows, or `""` where it shows none',
    "converter": 'name and version of the converter; `""` for what is a page already',
    "text_digest": 'BLAKE2b-128 of the normalised text, 32 hex digits; `""` for no text',
    "host_key": "first 8 bytes of BLAKE2b-64 of the host, big-endian",
    "host": "host name in lower case ASCII; of pages without one their folder",
    "line": "the line, white space collapsed",
    "pages": "texts of the host that have the line",
    "of_pages": "texts of the host that were looked through",
    "words": "words in the line",
    "share": "share of the host's words in such lines",
    "term_key": "hash of language and term, by which the counts of a term meet",
    "term": 'the word, or pair of characters; `""` in the row that counts the pages',
    "pages_with": "pages of the language in which the term stands",
    "pages_twice": "pages in which it stands twice or more",
    "absolute": "keywords by the absolute strategy: the heaviest terms",
    "relative": "keywords by the relative strategy: terms heavier than the average by far",
    "learned": "what tells the state of the frequencies they were chosen by; 0 for none",
    "template": "what tells the boilerplate of the page's host from any other; 0 for none",
    "text_id": "first 8 bytes of the digest of the text that is compared: names one text, "
    "however many pages have it",
    "shingles": "distinct shingles in the text",
    "minima": "minimum of each permutation of the shingles: the sketch",
    "band_key": "hash of one band of a sketch; equal keys make candidates",
    "left": "the smaller of both ids",
    "right": "the larger of both ids",
    "intersection": "shingles in both texts",
    "union": "shingles in at least one of both texts",
    "similarity": "exact Jaccard coefficient of both shingle sets: intersection / union",
    "method": "how the pair was found",
    "representative": "URL of the page that is kept for this one",
    "relation": "why it is in the cluster: the kept page itself, an exact or a near duplicate",
    "reason": "short, fixed wording under which rejects are counted",
    "detail": "what exactly was found",
    "unseen": "true where the row was sorted out before the stage looked at it",
}


def table_classes() -> list[type[Any]]:
    """Return the classes that are tables, not views of some columns of one."""
    found: dict[str, type[Any]] = {}
    for _, kind in inspect.getmembers(tables, inspect.isclass):
        if kind.__module__ == tables.__name__:
            widest = found.get(kind.name, kind)
            found[kind.name] = max(widest, kind, key=lambda one: len(fields(one)))
    order = list(vars(tables).values())
    return sorted(found.values(), key=order.index)


def tables_block() -> Iterator[str]:
    """Describe every table and column."""
    for kind in table_classes():
        summary, _, rest = (inspect.getdoc(kind) or "").partition("\n\n")
        yield f"### {kind.name}\n\n{one_line(summary)}"
        if rest and "Attributes:" not in rest:
            yield f"\n{one_line(rest)}"
        yield "\n| column | type | meaning |\n|---|---|---|"
        for column in parquet.schema(kind):
            yield f"| `{column.name}` | {column.type} | {meaning(column.name)} |"
        yield ""


def meaning(column: str) -> str:
    """Say what a column means.

    Raises:
        KeyError: nobody has written it down yet.
    """
    for noun in (DocView, Capture):
        found = attributes(noun).get(column)
        if found and column not in MEANINGS:
            return found
    return MEANINGS[column]


def attributes(kind: type[Any]) -> dict[str, str]:
    """Read the ``Attributes`` of a docstring: name -> description, as Markdown."""
    text = inspect.getdoc(kind) or ""
    section = text.partition("Attributes:\n")[2].partition("\n\n")[0]
    found: dict[str, str] = {}
    for names, described in re.findall(
        r"^    ([a-z_0-9, ]+): (.*(?:\n        .*)*)", section, re.MULTILINE
    ):
        for name in names.split(", "):
            found[name] = markdown(one_line(described)).rstrip(".")
    return found


def settings_block() -> Iterator[str]:
    """Describe every section and key of ``collection.toml`` with its default."""
    hints = get_type_hints(config.Config)
    for section in fields(config.Config):
        kind = hints[section.name]
        described = attributes(kind)
        yield f"### [{section.name}]\n\n| key | default | meaning |\n|---|---|---|"
        for key in fields(kind):
            default = key.default if key.default is not MISSING else key.default_factory()
            yield f"| `{key.name}` | `{toml(default)}` | {described[key.name]} |"
        yield ""


def rules_block() -> Iterator[str]:
    """Describe every rule for addresses: why, and which profiles have it."""
    yield "| rule | why | " + " | ".join(f"`{name}`" for name in PROFILES) + " |"
    yield "|---|---|" + "---|" * len(PROFILES)
    for rule in RULES.values():
        marks = (" x " if rule.name in one.rules else "   " for one in PROFILES.values())
        yield f"| `{rule.name}` | {markdown(rule.reason)} |" + "|".join(marks) + "|"


def toml(value: Any) -> str:
    """Write a value as TOML does."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def verbs_block() -> Iterator[str]:
    """Show the help of the command and of every verb."""
    os.environ["COLUMNS"] = WIDTH
    yield f"## pagemill\n\n```text\n{whole_parser().format_help().rstrip()}\n```\n"
    for verb in VERBS:
        choices = next(a for a in whole_parser(verb)._actions if a.dest == "verb").choices
        shown = dict(choices or {})[verb].format_help().rstrip()
        yield f"## pagemill {verb}\n\n```text\n{shown}\n```\n"


def one_line(text: str) -> str:
    """Collapse all white space to single spaces."""
    return " ".join(text.split())


def markdown(text: str) -> str:
    """Turn the marks of docstrings into those of Markdown, safe within a table."""
    text = re.sub(r":[a-z]+:`~?\.?([^`]+)`", r"`\1`", text).replace("``", "`")
    return text.replace("|", "\\|")


BLOCKS = {
    "tables": ("collection-format.md", tables_block),
    "rules": ("html.md", rules_block),
    "settings": ("configuration.md", settings_block),
    "verbs": ("commands.md", verbs_block),
}


def regenerated(name: str) -> tuple[Path, str]:
    """Return a page and its text with the named block made anew."""
    page, block = BLOCKS[name]
    text = (DOCS / page).read_text("utf-8")
    opening, ending = f"<!-- generated: {name} -->\n", "<!-- end -->"
    before, _, rest = text.partition(opening)
    after = rest.partition(ending)[2]
    made = "\n".join(block()).rstrip()
    return DOCS / page, f"{before}{opening}\n{made}\n\n{ending}{after}"


def main() -> int:
    """Write or check all blocks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if stale")
    check = parser.parse_args().check
    stale = False
    for name in BLOCKS:
        page, text = regenerated(name)
        if text != page.read_text("utf-8"):
            stale = True
            if not check:
                page.write_text(text, "utf-8")
            print(f"{page.relative_to(DOCS.parent)}: {'stale' if check else 'written'}")
    return int(stale and check)


if __name__ == "__main__":
    sys.exit(main())
