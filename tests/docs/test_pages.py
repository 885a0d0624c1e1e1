"""Pages, packages, decisions and terms belong together, and every link leads somewhere."""

from __future__ import annotations

import re
import tomllib

import pytest

from material.pages import DOCS, PAGES, REPOSITORY, table_rows
from pagemill import pipeline
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.index import stage as index
from pagemill.view.words.params import WordsParams

SOURCE = REPOSITORY / "src" / "pagemill"
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
REFERENCE = {
    "README",
    "commands",
    "configuration",
    "collection-format",
    "main-content",
    "near-duplicates",
}
DECISIONS = sorted(path.name for path in (DOCS / "decisions").glob("*.md"))


def test_every_package_has_a_page_and_every_page_a_package():
    pages = {path.stem for path in DOCS.glob("*.md")} - REFERENCE
    assert pages == set(PACKAGES)


def test_the_list_of_pages_names_every_page():
    listed = re.findall(r"\]\(([a-z-]+)\.md\)", (DOCS / "README.md").read_text("utf-8"))
    assert set(listed) == {path.stem for path in DOCS.glob("*.md")} - {"README"}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_stands_in_the_architecture(package):
    assert f"`{package}/`" in (REPOSITORY / "ARCHITECTURE.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_source_file_that_is_named_exists(page):
    named = re.findall(
        r"`((?:src|tests|scripts|docs|examples)/[\w./-]+)`", page.read_text("utf-8")
    )
    assert [path for path in named if not (REPOSITORY / path).exists()] == []


def test_decisions_have_different_numbers():
    numbers = [name[:4] for name in DECISIONS]
    assert all(re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", name) for name in DECISIONS)
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_says_what_would_change_it(name):
    text = (DOCS / "decisions" / name).read_text("utf-8")
    assert text.startswith((f"# {name[:4]} ", f"# {name[:4]}: "))
    assert "change our mind" in text


def test_every_dependency_has_a_decision():
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.split(r"[<>=\[]", one)[0] for one in project["dependencies"]]
    decided = " ".join((DOCS / "decisions" / name).read_text("utf-8") for name in DECISIONS)
    assert [name for name in names if name not in decided.lower()] == []


def test_terms_stand_in_order_with_a_meaning_and_a_file():
    rows = table_rows((REPOSITORY / "GLOSSARY.md").read_text("utf-8"))
    terms = [row[0] for row in rows]
    assert terms == sorted(terms, key=str.lower)
    assert len(terms) == len(set(terms))
    assert all(row[2] and row[4].startswith("`src/") for row in rows)


def test_the_table_of_stages_is_the_pipeline():
    rows = table_rows((REPOSITORY / "ARCHITECTURE.md").read_text("utf-8"))
    listed = [row[0] for row in rows if len(row) == 4]
    everything = Config(words=WordsParams(keywords="relative"))
    names = [stage.name for stage in pipeline.stages(Layout(REPOSITORY), everything)]
    assert listed == [*names, index.NAME]


def test_the_changelog_names_the_version():
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"## {project['version']}\n" in (REPOSITORY / "CHANGELOG.md").read_text("utf-8")
