"""Titles, dates, authors, keywords, abstracts and links by pagemill and its peers, in one run.

    python -m benchmarks.bench_elements [--every 1] [--keep FILE]

Needs the shared pages; peers as ``bench_extraction`` says, and ``pip install htmldate``. Each
gets the same characters and address of each page of aed, wcxb and zhnews; pagemill's content is
out of fold. How each element is judged:

- title: the same words as the true one, in order;
- date: the same day;
- author: the same set of words as the true one, "by" and "and" aside;
- keywords: words of keywords against words of the topic tags of wcxb, stems, F1 of the means;
- abstract: share of these tag words that it mentions; and share of pages where it is made of
  whole sentences: it ends with a full stop or the like, and its words stand in the true text;
- links: links with anchor texts of three words or more. One whose anchor text stands in the
  true text belongs to the topic: precision and recall, each page counted alike.

A peer that does not offer an element has no figure; a page that it says nothing of counts as
wrong. The last lines are the difference to the best peer with its 95 % interval by sites.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import pickle
import random
import re
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from benchmarks.outside import SYSTEMS, Outside
from tests.quality.extraction import Task, forest_of, scorer, tasks_of

from pagemill.html.encoding import decoded
from pagemill.html.links import base_url
from pagemill.html.tree import parsed
from pagemill.html.url import linked
from pagemill.text.tokenize import words
from pagemill.view import byline
from pagemill.view.abstract import abstract
from pagemill.view.forms.render import rendered
from pagemill.view.keywords import READ, keywords, terms_of
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose
from pagemill.view.title import page_title
from pagemill.view.topic_links import topic_links

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).resolve().parents[2] / "shared"))
OURS = "pagemill"
SETS = ("aed", "wcxb", "zhnews")
ROUNDS = 1000
PAGES_AT_ONCE = 64
ENDINGS = r"[.!?。！？…][\"'”’)\]]*$"
OF_THE_SET = {"guide", "web", "sourc", "pool", "import", "verifi"}
_MARKDOWN_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")

Said = dict[str, Any]
"""Element -> what a system says of it; an element that it does not offer is not there."""

System = Callable[[str, str], Said]


class Judged(NamedTuple):
    """How right one system is on one page: element -> 0 to 1, and pairs for keywords, links."""

    site: str
    scores: dict[str, float]


def ours(html: str, url: str, model: str) -> Said:
    """All elements by pagemill, its content by the model of a fold."""
    tree = parsed(html)
    blocks, declared = cut(tree), metadata(tree)
    title, body = declared.title_element, declared.body
    choice = choose(tree, blocks, title, body, knows=forest_of(model))
    base = base_url(tree, url, "utf-8")

    def resolve(href: str) -> str | None:
        address = linked(base, href, "utf-8")
        return address if address and address.startswith("http") else None

    text = rendered(tree, blocks, choice.kept, resolve).text
    found = page_title(tree, declared, url)
    terms = terms_of(text[:READ])
    telling = keywords(terms, found, declared.keywords)
    lines = [
        " ".join(blocks.text[number].split())
        for number in choice.kept
        if blocks.is_sentence[number] and tree.tags[blocks.element[number]][0] != "h"
    ]
    return {
        "title": found,
        "date": byline.published_at(tree, declared, url, found),
        "author": byline.author(tree, declared, found),
        "keywords": telling,
        "abstract": abstract(lines[:20], telling, found),
        "links": [link.text for link in topic_links(tree, blocks, choice, terms, resolve)],
    }


def anchors(html: str) -> list[str]:
    """Anchor texts of a piece of HTML."""
    if not html.strip():
        return []
    tree = parsed(html)
    return [tree.text(node) for node in tree.nodes("a") if tree.attribute(node, "href")]


def _trafilatura(library: ModuleType) -> System:
    def say(html: str, url: str) -> Said:
        found = library.extract_metadata(html, default_url=url or None)
        text = library.extract(html, include_links=True, output_format="markdown") or ""
        return {
            "title": found.title,
            "date": found.date,
            "author": found.author,
            "keywords": [*(found.tags or []), *(found.categories or [])],
            "abstract": found.description,
            "links": _MARKDOWN_LINK.findall(text),
        }

    return say


def _newspaper(library: ModuleType) -> System:
    def say(html: str, url: str) -> Said:
        page = library.Article(url or "http://a.example/", fetch_images=False)
        page.download(input_html=html)
        page.parse()
        # Its own keywords and summaries want data that it would have to download.
        return {
            "title": page.title,
            "date": str(page.publish_date or "")[:10],
            "author": ", ".join(page.authors),
            "keywords": page.meta_keywords,
            "abstract": page.meta_description,
            "links": anchors(page.article_html or ""),
        }

    return say


def _goose(library: ModuleType) -> System:
    goose = library.Goose({"enable_image_fetching": False, "strict": False})

    def say(html: str, url: str) -> Said:
        del url
        page = goose.extract(raw_html=html)
        return {
            "title": page.title,
            "date": str(page.publish_date or "")[:10],
            "author": ", ".join(page.authors or []),
            "keywords": [*(page.tags or []), *(page.meta_keywords or "").split(",")],
            "abstract": page.meta_description,
        }

    return say


def _readability(library: ModuleType) -> System:
    def say(html: str, url: str) -> Said:
        del url
        page = library.Document(html)
        return {"title": page.short_title(), "links": anchors(page.summary())}

    return say


def _htmldate(library: ModuleType) -> System:
    return lambda html, url: {"date": library.find_date(html, url=url or None) or ""}


PEERS: Mapping[str, tuple[str, Callable[[ModuleType], System]]] = {
    "trafilatura": ("trafilatura", _trafilatura),
    "newspaper4k": ("newspaper", _newspaper),
    "goose3": ("goose3", _goose),
    "readability-lxml": ("readability", _readability),
    "htmldate": ("htmldate", _htmldate),
}
OFFERED = {"magic-html": ("title",), "rs-trafilatura": ("title", "date", "author", "abstract")}


@cache
def peer(name: str) -> System | None:
    """Load a peer; None where it is not installed."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    try:
        if name in SYSTEMS:
            outside = Outside(name)

            def say(html: str, url: str) -> Said:
                page = outside.page(html, url)
                page["abstract"] = page.get("description") or ""
                said = {one: page.get(one) or "" for one in OFFERED[name]}
                return said | {"links": anchors(page.get("html") or "")}

            return say
        module, make = PEERS[name]
        return make(importlib.import_module(module))
    except ImportError:
        return None


def stems(text: str) -> set[str]:
    """Words of three letters or more without their commonest endings."""
    return {re.sub(r"(ies|es|s|ing|ed)$", "", word) for word in words(text) if len(word) > 2}


def day(stated: Any) -> str:
    """A day with its zeros."""
    return "-".join(part.zfill(2) for part in str(stated or "")[:10].strip().split("-"))


def names(stated: Any) -> set[str]:
    """Words of one or more names."""
    return set(words(str(stated or ""))) - {"by", "and"}


def judge(
    score: ModuleType, truth: Mapping[str, Any], html: str, said: Said
) -> dict[str, float]:
    """How right what was said of one page is."""
    found: dict[str, float] = {}
    if truth.get("title") and "title" in said:
        wanted = "".join(score.tokens(truth["title"]))
        found["title"] = float("".join(score.tokens(said["title"] or "")) == wanted)
    if truth.get("date") and truth.get("date_kind") != "crawl" and "date" in said:
        found["date"] = float(day(said["date"]) == day(truth["date"]))
    if truth.get("author") and "author" in said:
        found["author"] = float(names(said["author"]) == names(truth["author"]))
    tags = stems(" ".join(truth.get("keywords") or []).replace("-", " ")) - OF_THE_SET
    if tags and "keywords" in said:
        own = stems(" ".join(said["keywords"] or []))
        found["keywords P"] = len(own & tags) / max(1, len(own))
        found["keywords R"] = len(own & tags) / len(tags)
    if "abstract" in said:
        summary = str(said["abstract"] or "")
        if tags:
            found["abstract tags"] = len(stems(summary) & tags) / len(tags)
        found["abstract whole"] = float(_is_whole(score, summary, truth["main_text"]))
    if "links" in said:
        found |= _links(score, truth["main_text"], html, said["links"])
    return found


def _is_whole(score: ModuleType, summary: str, text: str) -> bool:
    if not re.search(ENDINGS, summary.strip()):
        return False
    known = set(score.shingles(score.tokens(text), 4))
    runs = list(score.shingles(score.tokens(summary), 4))
    return bool(runs) and sum(run in known for run in runs) >= 0.8 * len(runs)


def _links(score: ModuleType, text: str, html: str, said: Sequence[str]) -> dict[str, float]:
    running = f" {' '.join(score.tokens(text))} "

    def told(some: Sequence[str]) -> set[str]:
        found = (" ".join(score.tokens(one)) for one in some)
        return {one for one in found if one.count(" ") >= 2}

    topical = {one for one in told(anchors(html)) if f" {one} " in running}
    own = told(said)
    if not topical:
        return {}
    both = len(own & topical)
    return {"links P": both / len(own) if own else 0.0, "links R": both / len(topical)}


def judged(task: Task) -> dict[str, Judged]:
    """Ask all systems about one page."""
    score = sys.modules.get("pages_score") or scorer(Path(task.shared))
    html = decoded(task.payload(), "")[0]
    url = task.truth.get("url") or ""
    found: dict[str, Judged] = {}
    for name in (OURS, *PEERS, *SYSTEMS):
        try:
            if name == OURS:
                said = ours(html, url, task.model)
            else:
                system = peer(name)
                if system is None:
                    continue
                said = system(html, url)
        except Exception:  # noqa: BLE001 - peers raise what they like
            said = dict.fromkeys(ELEMENTS_OF.get(name, ()), "") | {}
        found[name] = Judged(task.truth["site"], judge(score, task.truth, html, said))
    return found


ELEMENTS_OF: Mapping[str, tuple[str, ...]] = {
    "trafilatura": ("title", "date", "author", "keywords", "abstract", "links"),
    "newspaper4k": ("title", "date", "author", "keywords", "abstract", "links"),
    "goose3": ("title", "date", "author", "keywords", "abstract"),
    "readability-lxml": ("title", "links"),
    "htmldate": ("date",),
    **OFFERED,
}
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "title": ("title",),
    "date": ("date",),
    "author": ("author",),
    "keywords F1": ("keywords P", "keywords R"),
    "abstract: tags": ("abstract tags",),
    "abstract: whole": ("abstract whole",),
    "links F1": ("links P", "links R"),
}


def figure(rows: Sequence[Judged], parts: Sequence[str]) -> float | None:
    """Mean of a score; of two, the harmonic mean of both means."""
    means: list[float] = []
    for part in parts:
        values = [row.scores[part] for row in rows if part in row.scores]
        if not values:
            return None
        means.append(sum(values) / len(values))
    return len(means) / sum(1 / max(mean, 1e-9) for mean in means)


def interval(
    mine: Sequence[Judged], other: Sequence[Judged], parts: Sequence[str]
) -> tuple[float, float]:
    """95 % interval of the difference, drawing sites."""
    sites: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(mine):
        sites[row.site].append(number)
    order = sorted(sites)
    draw = random.Random(20)  # noqa: S311 - a bootstrap
    seen: list[float] = []
    for _ in range(ROUNDS):
        pick = [number for site in draw.choices(order, k=len(order)) for number in sites[site]]
        left = figure([mine[number] for number in pick], parts)
        right = figure([other[number] for number in pick], parts)
        seen.append((left or 0.0) - (right or 0.0))
    seen.sort()
    return seen[int(0.025 * ROUNDS)], seen[int(0.975 * ROUNDS) - 1]


def report(found: Sequence[Mapping[str, Judged]]) -> None:
    """Print the table, then the difference to the best peer of each element."""
    systems = list(found[0])
    rows = {name: [page[name] for page in found] for name in systems}
    reached = {
        name: {column: figure(rows[name], parts) for column, parts in COLUMNS.items()}
        for name in systems
    }
    print("| system | " + " | ".join(COLUMNS) + " |\n" + "|---" * (len(COLUMNS) + 1) + "|")
    for name in systems:
        cells = ["" if value is None else f"{value:.3f}" for value in reached[name].values()]
        print(f"| {name} | {' | '.join(cells)} |")
    print("\n| element | best peer | pagemill minus it | 95 % over sites |\n|---|---|---|---|")
    for column, parts in COLUMNS.items():
        offering = [name for name in systems if name != OURS and reached[name][column]]
        best = max(offering, key=lambda name: reached[name][column] or 0.0)
        gain = (reached[OURS][column] or 0.0) - (reached[best][column] or 0.0)
        low, high = interval(rows[OURS], rows[best], parts)
        print(f"| {column} | {best} | {gain:+.3f} | {low:+.3f} to {high:+.3f} |")


def main() -> None:
    """Run from the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--every", type=int, default=1, help="every n-th page only")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--keep", type=Path, help="file of what was judged so far")
    options = asked.parse_args()
    tasks = [task for task in tasks_of(SHARED) if task.name in SETS][:: options.every]
    found: list[dict[str, Judged]] = []
    if options.keep and options.keep.exists():
        found = pickle.loads(options.keep.read_bytes())  # noqa: S301 - our own
    with ProcessPoolExecutor(options.workers) as pool:
        while rest := tasks[len(found) : len(found) + PAGES_AT_ONCE]:
            found += pool.map(judged, rest, chunksize=4)
            if options.keep:
                options.keep.write_bytes(pickle.dumps(found))
    report(found)


if __name__ == "__main__":
    main()
