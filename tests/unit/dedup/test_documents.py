import pytest

from pagemill.dedup.documents import columns
from pagemill.errors import UsageError


class Values:
    def __init__(self, values):
        self.values = values

    def to_pylist(self):
        return self.values


class Table:
    def __init__(self, **named):
        self.named = named

    def column(self, name):
        return Values(self.named[name])


class Frame(dict):
    columns = ("id", "text")


def test_pairs_are_sorted_by_id():
    assert columns([("b", "two"), ("a", "one")]) == (["a", "b"], ["one", "two"])


def test_pairs_may_come_from_a_generator():
    assert columns((name, name) for name in "ba") == (["a", "b"], ["a", "b"])


def test_a_table_gives_its_columns():
    table = Table(id=["b", "a"], text=["two", None], other=[1, 2])
    assert columns(table) == (["a", "b"], ["", "two"])


def test_a_pair_without_a_text_is_refused():
    with pytest.raises(UsageError, match="row 0 is"):
        columns([("a", None)])


def test_a_missing_column_is_named():
    with pytest.raises(UsageError, match="no column 'text'"):
        columns(Table(id=["a"]))


def test_an_id_that_comes_twice_is_named():
    with pytest.raises(UsageError, match="'a': comes twice"):
        columns([("a", "one"), ("b", "two"), ("a", "three")])


@pytest.mark.parametrize(
    "row", ["ab", ("a",), ("a", "b", "c"), (1, "text"), ("a", b"bytes"), None, {"id": "a"}]
)
def test_a_row_that_is_no_pair_of_strings_is_shown(row):
    with pytest.raises(UsageError, match="row 1"):
        columns([("x", "fine"), row])


def test_a_mapping_is_refused_with_a_hint():
    with pytest.raises(UsageError, match=r"docs\.items\(\)"):
        columns({"a": "one"})


@pytest.mark.parametrize("docs", [None, 5, "ab", b"ab"])
def test_what_holds_no_documents_is_refused_in_a_sentence(docs):
    with pytest.raises(UsageError, match="give pairs of id and text"):
        columns(docs)
