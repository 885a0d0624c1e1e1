import json

import pytest

from pagemill.view.jsonld import kinds, names_of, text_of, things


def test_every_object_is_found_outer_before_inner():
    script = json.dumps({"@graph": [{"@type": "A", "part": {"@type": "B"}}, {"@type": "C"}]})
    assert [kinds(thing) for thing in things([script])] == [(), ("A",), ("B",), ("C",)]


@pytest.mark.parametrize("script", ["", "{", "nonsense", '{"a": ', "[" * 100_000, "null", "7"])
def test_broken_json_gives_nothing(script):
    assert things([script]) == []


def test_deep_huge_and_many_are_bounded():
    assert len(things(['{"a":' * 500 + "1" + "}" * 500])) < 20
    assert things(["[" + "1," * 600_000 + "1]"]) == []
    assert len(things([json.dumps([{"a": 1}] * 5_000)])) == 2_000


def test_json_with_wrapping_and_bare_line_ends_is_read():
    assert things(['<!-- {"a": "b\nc"} -->']) == [{"a": "b\nc"}]
    assert things(['{"a": 1};']) == [{"a": 1}]


def test_types_lose_the_address_of_their_vocabulary():
    assert kinds({"@type": "https://schema.org/Article"}) == ("Article",)
    assert kinds({"@type": ["Article", 7, "Report"]}) == ("Article", "Report")
    assert kinds({}) == ()


def test_text_is_collapsed_and_the_first_of_several():
    assert text_of({"name": " a\n b "}, "name") == "a b"
    assert text_of({"name": ["a", "b"]}, "name") == "a"
    assert text_of({"name": {"@value": "a"}}, "name") == "a"
    assert text_of({"name": 7}, "name") == ""


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, []),
        (7, []),
        ("I. Vell", ["I. Vell"]),
        ({"name": "I. Vell"}, ["I. Vell"]),
        ({"name": 7}, []),
        ([None, {"name": "I. Vell"}, " O. Carrow "], ["I. Vell", "O. Carrow"]),
    ],
)
def test_names_of_persons(value, names):
    assert names_of({"author": value}, "author") == names
