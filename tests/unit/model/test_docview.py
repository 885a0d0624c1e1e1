import dataclasses

import pytest

from pagemill.model.docview import GENRES, PAGE_TYPES, DocView, EncodingGuess

ELEMENTS = [
    *("url", "canonical", "title", "abstract", "keywords", "text", "markdown", "html"),
    *("category", "topic_links", "page_type", "genre", "language", "author", "published_at"),
    *("encoding", "media_type", "converter"),
    *("page_type_confidence", "page_type_evidence", "genre_confidence"),
    *("category_confidence", "frames", "spans"),
]


def test_a_docview_has_the_elements_of_the_lecture_and_a_few_more():
    assert [field.name for field in dataclasses.fields(DocView)] == ELEMENTS


def test_page_types_and_genres_are_told_apart():
    assert PAGE_TYPES == ("topic", "hub", "image")
    assert not set(PAGE_TYPES) & set(GENRES)


def test_a_guess_cannot_be_changed():
    guess = EncodingGuess(name="utf-8", evidence="bom", confidence=1.0)
    with pytest.raises(AttributeError):
        guess.name = "gb18030"
