"""The same content in other templates, and other content in the same one, through a build."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from pathlib import Path

import pytest

from material import folder
from pagemill.api import Collection

SITES = ("north.example", "south.example", "east.example", "west.example")
SHARED, OWN = 8, 24


def words(pick: random.Random, count: int) -> str:
    return " ".join(f"word{pick.randrange(20_000)}" for _ in range(count)).capitalize() + "."


def paragraphs(pick: random.Random, count: int, size: int) -> str:
    return "".join(f"<p>{words(pick, size)}</p>" for _ in range(count))


def html(template: tuple[str, str], content: str, *, marked: bool) -> str:
    """A page whose template is marked up as one, or stands in the middle of the text."""
    top, bottom = template
    if marked:
        frame = f"<header><nav>{top}</nav></header><main><article>{{}}</article></main>"
        frame += f"<footer>{bottom}</footer>"
    else:
        frame = f"<article>{top}{{}}{bottom}</article>"
    return f"<html><body>{frame.format(content)}</body></html>"


def web(root: Path, *, marked: bool) -> dict[str, str]:
    """Write four sites of one template each; the content of every address."""
    pick = random.Random(5)
    shared = [paragraphs(pick, 4, 40) for _ in range(SHARED)]
    content_of: dict[str, str] = {}
    for name in SITES:
        template = paragraphs(pick, 6, 40), paragraphs(pick, 6, 40)
        own = [paragraphs(pick, 4, 40) for _ in range(OWN)]
        for number, content in enumerate(shared + own):
            path = root / name / f"p{number}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(html(template, content, marked=marked), "utf-8")
            content_of[f"http://{name}/p{number}.html"] = content
    return content_of


@pytest.mark.parametrize("marked", [True, False], ids=["purified", "not purified"])
def test_templates_neither_hide_duplicates_nor_make_them(tmp_path: Path, marked: bool):
    content_of = web(tmp_path / "web", marked=marked)
    collection = Collection.create(tmp_path / "c")
    collection.import_([tmp_path / "web"], mirror=True)
    collection.build(workers=1)
    pages: dict[str, set[str]] = defaultdict(set)
    for url, content in content_of.items():
        pages[content].add(url)
    right = wrong = 0
    for cluster in collection.duplicates().clusters:
        for member in set(cluster.members) - {cluster.representative}:
            if member in pages[content_of[cluster.representative]]:
                right += 1
            else:
                wrong += 1
    copies = SHARED * (len(SITES) - 1)
    print(f"recall {right / copies:.3f}, merged {wrong / len(content_of):.4f}")
    assert right >= 0.95 * copies
    assert wrong <= 0.01 * len(content_of)
    alarms = [alarm.host for alarm in collection.status().templates]
    assert sorted(alarms) == ([] if marked else sorted(SITES))


def test_a_collection_that_grew_has_the_boilerplate_of_one_built_at_once(tmp_path: Path):
    content_of = web(tmp_path / "web", marked=False)
    files = sorted((tmp_path / "web").rglob("*.html"))
    assert len(files) == len(content_of)
    random.Random(2).shuffle(files)
    whole, grown = (Collection.create(tmp_path / name) for name in ("whole", "grown"))
    # Of nine pages of a host nothing is boilerplate; with the next steps more hosts have it.
    for number, step in enumerate((files[:12], files[12:50], files[50:])):
        for file in step:
            host = tmp_path / f"step{number}" / file.parent.name
            host.mkdir(parents=True, exist_ok=True)
            file.rename(host / file.name)
            os.utime(host / file.name, (1_700_000_000, 1_700_000_000))
        grown.import_([tmp_path / f"step{number}"], mirror=True)
        grown.build(workers=1)
        lines = len(folder.rows(grown.root, "boilerplate"))
        assert (lines > 0) == (number > 0)
    whole.import_([tmp_path / f"step{number}" for number in (2, 0, 1)], mirror=True)
    whole.build(workers=2)
    assert folder.different_parts(grown.root, whole.root, pointers=False) == []
