"""How right the elements of a DocView are on real pages, and how each of them is judged.

- title: the same words as the true one, in order;
- date: the same day;
- author: the same set of words as the true one, "by" and "and" aside;
- keywords: words of keywords against words of the topic tags of wcxb, stems, F1 of the means;
- abstract: share of these tag words that it mentions; and share of pages where it is made of
  whole sentences: it ends with a full stop or the like, and its words stand in the true text;
- links: links with anchor texts of three words or more. One whose anchor text stands in the
  true text belongs to the topic: precision and recall, each page counted alike.

Content is that of the model that never saw the site. ``python -m benchmarks.bench_elements``
shows the peers on the same pages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tests.quality.extraction import Task, forest_of, scorer

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
from pagemill.view.purify.lead import with_lead
from pagemill.view.title import page_title
from pagemill.view.topic_links import topic_links

SETS = ("aed", "wcxb", "zhnews")
ENDINGS = r"[.!?。！？…][\"'”’)\]]*$"
OF_THE_SET = {"guide", "web", "sourc", "pool", "import", "verifi"}
"""Stems of tags that say how a page came into the set."""

Said = dict[str, Any]
"""Element -> what a system says of it; an element that it does not offer is not there."""


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
    choice = with_lead(tree, blocks, choice, declared.descriptions)
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
        if blocks.is_sentence[number]
        and tree.tags[blocks.element[number]][0] != "h"
        and number != choice.lead
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


def own(task: Task) -> Judged:
    """Judge what pagemill says of one page."""
    score = sys.modules.get("pages_score") or scorer(Path(task.shared))
    html = decoded(task.payload(), "")[0]
    said = ours(html, task.truth.get("url") or "", task.model)
    return Judged(task.truth["site"], judge(score, task.truth, html, said))
