from dataclasses import dataclass
from typing import Any

import pytest

from pagemill.model.docview import DocView
from pagemill.serve.interface.schema import schema


@dataclass
class Leaf:
    """A leaf.

    Attributes:
        size: how large
            it is.
    """

    size: int
    notes: Any


@dataclass
class Tree:
    """A tree."""

    leaves: list[Leaf]
    first: Leaf | None
    counts: dict[str, float]
    pair: tuple[int, int]


def test_a_dataclass_is_an_object_with_all_its_fields():
    known = {}
    assert schema(Tree, known) == {"$ref": "#/components/schemas/Tree"}
    assert known["Leaf"] == {
        "type": "object",
        "description": "A leaf.",
        "required": ["size", "notes"],
        "properties": {
            "size": {"type": "integer", "description": "how large it is."},
            "notes": {},
        },
    }
    leaf = {"$ref": "#/components/schemas/Leaf"}
    assert known["Tree"]["properties"] == {
        "leaves": {"type": "array", "items": leaf},
        "first": {"anyOf": [leaf, {"type": "null"}]},
        "counts": {"type": "object", "additionalProperties": {"type": "number"}},
        "pair": {"type": "array", "items": {"type": "integer"}},
    }


def test_the_nouns_of_pagemill_describe_themselves():
    known = {}
    schema(DocView, known)
    assert {"DocView", "TopicLink", "EncodingGuess", "Frame"} == known.keys()
    assert known["DocView"]["properties"]["keywords"]["description"].startswith("most telling")


def test_what_has_no_place_in_json_is_refused():
    with pytest.raises(TypeError, match="no JSON schema"):
        schema(set[str], {})
