from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from pagemill.model.docview import DocView
from pagemill.model.ledger import LedgerLine
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


class Place(NamedTuple):
    x: int
    name: str


@dataclass
class Tree:
    """A tree."""

    leaves: list[Leaf]
    first: Leaf | None
    counts: dict[str, float]
    pair: tuple[int, int]
    many: tuple[int, ...]
    place: Place


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
        "pair": row({"type": "integer"}, {"type": "integer"}),
        "many": {"type": "array", "items": {"type": "integer"}},
        "place": row({"title": "x", "type": "integer"}, {"title": "name", "type": "string"}),
    }


def row(*elements):
    return {
        "type": "array",
        "prefixItems": list(elements),
        "items": False,
        "minItems": 2,
        "maxItems": 2,
    }


def test_the_nouns_of_pagemill_describe_themselves():
    known = {}
    schema(DocView, known)
    assert {"DocView", "TopicLink", "EncodingGuess", "Frame", "Span"} == known.keys()
    assert known["DocView"]["properties"]["keywords"]["description"].startswith("most telling")
    places = known["Span"]["properties"]
    assert {"source", "text", "markdown", "html"} < places.keys()
    assert places["source"]["minItems"] == 2


def test_the_box_of_a_block_has_its_place_in_json():
    known = {}
    schema(LedgerLine, known)
    (box, nothing) = known["LedgerLine"]["properties"]["box"]["anyOf"]
    assert [one["title"] for one in box["prefixItems"]] == ["x", "y", "width", "height"]
    assert nothing == {"type": "null"}


def test_what_has_no_place_in_json_is_refused():
    with pytest.raises(TypeError, match="no JSON schema"):
        schema(set[str], {})
