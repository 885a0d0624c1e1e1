from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pagemill.model.docview import GENRES
from pagemill.view.assemble import docview
from pagemill.view.description import TYPES, dublin_core, dublin_core_html, schema_org

SENTENCE = "The keeper of the harbour lamp climbed ninety steps with a can of oil. "
PAGE = (
    "<html lang=en><head><title>Lamp &amp; oil | Courier</title>"
    "<meta name=author content='A. Vell'>"
    "<meta property='article:published_time' content='2024-05-07T10:52:50+01:00'></head>"
    f"<body><h1>Lamp &amp; oil</h1><p>{SENTENCE * 4}<a href=/oil>The oil</a></p></body></html>"
)
VIEW = replace(docview(PAGE, "http://a.example/lamp"), genre="article", category="science")


def test_dublin_core_has_the_elements_of_the_lecture() -> None:
    found = dublin_core(VIEW)
    assert found["identifier"] == ["http://a.example/lamp"]
    assert found["title"] == ["Lamp & oil"]
    assert found["creator"] == ["A. Vell"]
    assert found["date"] == ["2024-05-07T10:52:50+01:00"]
    assert found["type"] == ["Text", "article"]
    assert found["language"] == ["en"]
    assert found["subject"] == [*VIEW.keywords, "science"]
    assert found["description"] == [VIEW.abstract]
    assert found["relation"] == ["http://a.example/oil"]
    assert "source" not in found


@pytest.mark.parametrize(
    ("page_type", "term"), [("topic", "Text"), ("hub", "Collection"), ("image", "Image")]
)
def test_the_type_of_a_page_is_a_term_of_the_dcmi(page_type: str, term: str) -> None:
    found = dublin_core(replace(VIEW, page_type=page_type))
    assert found["type"] == [term, "article"]
    assert f'<meta name="DC.type" content="{term}">' in dublin_core_html(
        replace(VIEW, page_type=page_type)
    )


def test_where_a_copy_was_found_is_its_source() -> None:
    found = dublin_core(replace(VIEW, canonical="http://b.example/lamp"))
    assert found["identifier"] == ["http://b.example/lamp"]
    assert found["source"] == ["http://a.example/lamp"]


def test_what_is_not_known_is_left_out() -> None:
    bare = replace(VIEW, author="", published_at="", keywords=(), category="")
    assert not {"creator", "date", "subject"} & dublin_core(bare).keys()
    assert not {"author", "datePublished", "keywords"} & schema_org(bare).keys()


def test_meta_elements_can_be_read_back() -> None:
    assert 'content="Lamp &amp; oil"' in dublin_core_html(VIEW)
    assert docview(f"<head>{dublin_core_html(VIEW)}</head><p>{SENTENCE}").author == "A. Vell"


def test_json_ld_can_be_read_back() -> None:
    script = f"<script type=application/ld+json>{json.dumps(schema_org(VIEW))}</script>"
    again = docview(f"<head>{script}</head><body><p>{SENTENCE}", "http://a.example/lamp")
    assert again.author == "A. Vell"
    assert again.published_at == "2024-05-07T10:52:50+01:00"
    assert schema_org(VIEW)["articleBody"] == VIEW.text


@pytest.mark.parametrize("genre", GENRES)
def test_every_genre_has_a_type(genre: str) -> None:
    assert schema_org(replace(VIEW, genre=genre))["@type"] == TYPES[genre]
