from __future__ import annotations

import gzip
import json
import shutil

import pytest

import pagemill
from pagemill.comparing import compare_methods, documents_of
from pagemill.errors import DocumentError, UsageError

STORY = "The night ferry leaves at ten and whoever misses it sleeps on the pier till morning."
DOCS = [("a", STORY), ("b", STORY + " So."), ("c", "Something else altogether, with words.")]


def test_methods_are_compared_by_name():
    found = compare_methods(DOCS, methods=["bands", "digest"])
    assert [figures.method for figures in found.figures] == ["bands", "digest"]
    assert [figures.recall for figures in found.figures] == [1.0, 0.0]
    assert (found.texts, found.given, found.duplicates) == (3, 3, 1)
    assert isinstance(pagemill.compare_methods(DOCS, methods=["sha"]), pagemill.Comparison)


def test_a_sample_is_taken_of_many():
    docs = DOCS + [
        (f"z{number}", f"text number {number} of many others") for number in range(9)
    ]
    found = compare_methods(docs, methods=["sha"], most=4)
    assert (found.texts, found.given) == (4, 12)
    assert compare_methods(docs, methods=["sha"], most=0).texts == 12


@pytest.mark.parametrize("wrong", [{"methods": ["sah"]}, {"threshold": 1.5}])
def test_wrong_wishes_are_refused(wrong):
    with pytest.raises(UsageError):
        compare_methods(DOCS, **wrong)


def test_lines_have_a_text_and_an_id_or_a_url(tmp_path):
    rows = [{"id": "a", "text": "one"}, {"url": "http://b.example/", "text": "two"}, {}]
    plain = tmp_path / "docs.jsonl"
    plain.write_text("\n".join(json.dumps(row) for row in rows[:2]) + "\n\n", "utf-8")
    assert documents_of([plain]) == [("a", "one"), ("http://b.example/", "two")]
    packed = tmp_path / "docs.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps({"id": 7, "text": "x"}).encode()))
    assert documents_of([packed]) == [("7", "x")]
    plain.write_text(json.dumps(rows[2]), "utf-8")
    with pytest.raises(UsageError, match=r"docs.jsonl line 1: no JSON object with a text"):
        documents_of([plain])
    packed.write_bytes(packed.read_bytes()[:-6])
    with pytest.raises(UsageError, match="no whole gzip file"):
        documents_of([packed])


def test_folders_give_their_texts_and_pages(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "a.txt").write_text("plain", "utf-8")
    (tmp_path / "in" / "b.html").write_text(f"<title>T</title><p>{STORY}</p>", "utf-8")
    (tmp_path / "c.png").write_bytes(b"x")
    found = dict(documents_of([tmp_path]))
    assert found == {
        str(tmp_path / "a.txt"): "plain",
        str(tmp_path / "in" / "b.html"): STORY,
    }


def test_what_is_not_there_or_no_page_is_told(tmp_path):
    with pytest.raises(UsageError, match="no such file or folder"):
        documents_of([tmp_path / "none"])
    image = tmp_path / "a.html"
    image.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    with pytest.raises(DocumentError, match=r"a\.html"):
        documents_of([image])


def test_the_same_id_twice_is_made_two(tmp_path):
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text('{"id": "1", "text": "x"}\n', "utf-8")
    assert [name for name, _ in documents_of([tmp_path])] == ["1#0", "1#1"]


def test_a_collection_gives_its_pages(built):
    assert {name for name, _ in documents_of([built.root])} == {
        view.url for view in built.docviews()
    }


def test_duplicates_are_looked_for_anew_by_any_method(built):
    usual, anew = built.duplicates(), built.duplicates(method="bands")
    assert anew.clusters == usual.clusters
    assert set(usual.pairs) <= set(anew.pairs)
    strict = built.duplicates(threshold=1.0)
    assert {pair.similarity for pair in strict.pairs} == {1.0}
    by_words = built.duplicates(method="words", threshold=0.9)
    assert any(0.9 <= pair.similarity < 1 for pair in by_words.pairs)


def test_one_page_is_looked_for_by_any_method(built):
    near = "http://c.example/near"
    found = built.duplicates(near, method="winnowing")
    assert all(near in (pair.left, pair.right) for pair in found.pairs)
    assert [near in cluster.members for cluster in found.clusters] == [True]


def test_a_wrong_method_is_told_before_anything_is_read(built, tmp_path):
    with pytest.raises(UsageError, match="no such method"):
        built.duplicates(method="magic")
    with pytest.raises(UsageError, match="threshold 2"):
        built.duplicates(threshold=2)
    copy = shutil.copytree(built.root, tmp_path / "c")
    assert pagemill.Collection.open(copy).duplicates(method="sha").clusters
