from __future__ import annotations

import random
from pathlib import Path

import pytest

from pagemill.api import Collection


def sentence(pick: random.Random, count: int = 12) -> str:
    return " ".join(f"word{pick.randrange(5000)}" for _ in range(count)).capitalize() + "."


def write(root: Path, host: str, path: str, text: str) -> None:
    page = root / host / path
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(f"<html><body><article>{text}</article></body></html>", "utf-8")


@pytest.fixture(scope="module")
def web(tmp_path_factory) -> Collection:
    """Six pages and their mirror in another host's folder, one reprint, one site's template."""
    root = tmp_path_factory.mktemp("sites")
    pick = random.Random(1)
    for number in range(6):
        text = "".join(f"<p>{sentence(pick)}</p>" for _ in range(6))
        write(root / "web", "a.example", f"docs/p{number}.html", text)
        write(root / "web", "b.example", f"mirror/docs/p{number}.html", text)
        if number == 3:
            write(root / "web", "c.example", "taken/over.html", text)
    template = "".join(f"<p>{sentence(pick, 30)}</p>" for _ in range(4))
    for number in range(12):
        own = f"<p>{sentence(pick, 30)}</p>"
        write(root / "web", "d.example", f"x{number}.html", template + own)
    collection = Collection.create(root / "c")
    collection.import_([root / "web"], mirror=True)
    collection.build(workers=1)
    return collection


def test_mirrors_are_told_apart_from_reprints(web):
    report = web.sites()
    (mirror,) = [each for each in report.mirrors if "a.example" in (each.kept, each.other)]
    assert {mirror.kept, mirror.other} == {"a.example", "b.example/mirror"}
    assert (mirror.paths, mirror.equal) == (6, 6)
    assert report.pages == 25
    assert report.without_mirrors == 19  # the six of the mirror are gone
    assert report.without_reprints == web.funnel().kept
    assert report.without_mirrors - report.without_reprints >= 1  # the page taken over
    assert report.in_mirrors == pytest.approx(6 / 25)
    assert report.reprinted == pytest.approx(1 - report.without_reprints / 19)
    assert report.redundant == pytest.approx(1 - report.without_reprints / 25)


def test_copies_within_and_across_sites_are_counted_apart(web):
    report = web.sites()
    funnel = web.funnel()
    removed = funnel.exact_duplicates + funnel.near_duplicates
    assert report.same_site + report.cross_site == removed
    assert report.cross_site >= 7


def test_a_host_full_of_template_is_named_with_examples(web):
    (alarm,) = web.sites().templates
    assert alarm.host == "d.example"
    assert alarm.pages == 12
    assert alarm.share == pytest.approx(0.8, abs=0.03)
    assert len(alarm.examples) == 3
    assert alarm.examples[0].startswith("Word")
