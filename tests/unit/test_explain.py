from __future__ import annotations

import shutil

import pytest

from pagemill.api import Collection
from pagemill.collection.forgotten import Forgotten, write
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.explain import explain


def steps(collection: Collection, url: str) -> list[tuple[str, str, str]]:
    found = explain(Layout(collection.root), url)
    assert found.url == url
    return [(step.stage, step.decision, step.reason) for step in found.steps]


def test_a_kept_page_tells_every_stage_in_order(built):
    found = steps(built, "https://a.example/1")
    assert [stage for stage, _, _ in found] == [
        "captures",
        "docviews",
        "sketches",
        "verified",
        "verified",
        "clusters",
        "index",
    ]
    assert found[-2][1:] == ("kept", "stands for 2 copies")
    assert found[-1][1] == "indexed"
    assert "resource of 2026-03-01T00:00:00Z" in found[0][2]


def test_a_removed_page_names_the_one_that_is_kept(built):
    found = steps(built, "http://c.example/near")
    assert found[-2][1] == "removed for https://a.example/1"
    assert found[-2][2].startswith("near copy, similarity 0.")
    assert found[-1][1] == "left out"
    similar = [step for step in found if step[0] == "verified"]
    assert "shingles in common" in similar[0][2]


def test_every_capture_of_a_page_is_told(built):
    found = [step for step in steps(built, "http://b.example/2") if step[0] == "captures"]
    assert [decision for _, decision, _ in found] == ["superseded", "current"]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://b.example/gone", "status 404"),
        ("http://b.example/i", "media type image/png"),
    ],
)
def test_a_page_that_was_not_looked_at_tells_why(built, url, why):
    ((stage, decision, _),) = steps(built, url)
    assert (stage, decision) == ("captures", why)


def test_a_page_without_words_tells_where_it_stopped(built):
    found = steps(built, "http://b.example/漢字")
    assert ("sketches", "rejected", "no words") in found


def test_a_page_is_found_by_the_spelling_of_its_address_that_is_kept_or_normal(built):
    assert built.explain("HTTPS://A.example:443/%31").url == "https://a.example/1"
    assert built.explain("http://b.example/漢字").url == "http://b.example/漢字"


def test_rows_that_were_rejected_for_more_than_being_surplus_are_listed(built):
    found = [(one.stage, one.url, one.reason) for one in built.rejects()]
    assert ("sketches", "http://b.example/漢字", "no words") in found
    assert not [reason for _, _, reason in found if reason.startswith("status")]


@pytest.mark.parametrize("url", ["http://nowhere.example/", "", "no url", "http://x/\udcff"])
def test_an_unknown_url_is_reported(built, url):
    with pytest.raises(UsageError, match="knows nothing of this URL"):
        steps(built, url)


def test_a_forgotten_page_is_told_as_such(built, tmp_path):
    root = shutil.copytree(built.root, tmp_path / "c")
    write(Layout(root).forgotten, [Forgotten(what="d.example", at="2026-03-01T00:00:00Z")])
    found = explain(Layout(root), "http://d.example/x")
    assert [(step.stage, step.decision) for step in found.steps] == [("import", "refused")]


def test_a_forgotten_page_is_told_as_such_even_where_a_row_of_it_is_left(built, tmp_path):
    root = shutil.copytree(built.root, tmp_path / "c")
    write(Layout(root).forgotten, [Forgotten(what="a.example", at="2026-03-01T00:00:00Z")])
    found = explain(Layout(root), "http://a.example/1")
    assert (found.steps[0].stage, found.steps[0].decision) == ("import", "refused")
    assert len(found.steps) > 1


def test_a_collection_that_was_not_built_knows_nothing(tmp_path):
    collection = Collection.create(tmp_path / "c")
    with pytest.raises(UsageError, match="pagemill build"):
        steps(collection, "http://a.example/1")


def test_a_near_copy_shows_in_what_it_differs(built):
    removal = built.explain("http://c.example/near").removal
    assert removal is not None
    assert (removal.kept, removal.relation) == ("https://a.example/1", "near")
    assert 0.8 <= removal.similarity < 1
    assert removal.method == "exact comparison of shingle sets"
    assert [(each.kept, each.removed) for each in removal.passages] == [("word1x5", "changed")]


def test_an_exact_copy_differs_in_nothing(built):
    removal = built.explain("http://a.example/1").removal
    assert removal is not None
    assert (removal.relation, removal.similarity, removal.passages) == ("exact", 1.0, ())
    assert removal.method == "equal digests of the normalised texts"


def test_a_kept_page_has_no_removal(built):
    assert built.explain("https://a.example/1").removal is None


def test_of_very_many_differences_the_first_are_told(built, monkeypatch):
    monkeypatch.setattr("pagemill.explain._MOST_PASSAGES", 0)
    removal = built.explain("http://c.example/near").removal
    assert removal is not None
    assert (removal.passages, removal.more) == ((), 1)


def test_malformed_bytes_are_told_with_their_places(tmp_path):
    page = "<p>Crème brûlée kostet vier Taler, sagt die Señora, übrigens schön.</p>" * 40
    payload = b"\xff" + page.encode() + b"\xe4\xb8 end"
    folder = tmp_path / "pages" / "a.example"
    folder.mkdir(parents=True)
    (folder / "x.html").write_bytes(payload)
    collection = Collection.create(tmp_path / "c")
    collection.import_([tmp_path / "pages"])
    collection.build(workers=1)
    [view] = collection.docviews()
    assert view.encoding.name == "utf-8"
    told = [step for step in steps(collection, view.url) if "malformed" in step[1]]
    assert told == [
        (
            "docviews",
            "malformed UTF-8 in 2 places",
            f"byte 0 (no byte of UTF-8), byte {len(payload) - 6:,} (cut short)",
        )
    ]


def test_the_evidence_for_an_encoding_is_told_with_its_confidence(tmp_path):
    folder = tmp_path / "pages" / "a.example"
    folder.mkdir(parents=True)
    page = "<meta charset=gb2312><p>守闸人推开木窗，十二座旧桥逐一加固。</p>" * 4
    (folder / "x.html").write_bytes(page.encode("gb18030"))
    collection = Collection.create(tmp_path / "c")
    collection.import_([tmp_path / "pages"])
    collection.build(workers=1)
    [view] = collection.docviews()
    guess = view.encoding
    assert (guess.name, guess.evidence) == ("gbk", "meta")
    assert 0.9 < guess.confidence <= 1
    told = f"gbk by meta ({guess.confidence:.2f})"
    assert any(told in reason for _, _, reason in steps(collection, view.url))


def test_frames_are_told_with_what_became_of_them(tmp_path):
    source = tmp_path / "pages.jsonl"
    source.write_text(
        '{"url":"http://a.example/","html":"<title>x</title><frameset><frame src=/y>"}\n'
    )
    collection = Collection.create(tmp_path / "c")
    collection.import_([source])
    collection.build(workers=1)
    assert (
        "docviews",
        "frame",
        "http://a.example/y: not captured",
    ) in steps(collection, "http://a.example/")


def test_the_ledger_tells_what_became_of_each_text_node_when_asked(built):
    layout = Layout(built.root)
    assert explain(layout, "https://a.example/1").ledger is None
    lines = explain(layout, "https://a.example/1", ledger=True).ledger
    assert lines
    text = "".join(line.text for line in lines if line.kept)
    assert "".join(text.split()) == "".join(built.docview("https://a.example/1").text.split())


def test_the_ledger_of_what_is_no_page_is_empty(built):
    assert explain(Layout(built.root), "http://b.example/i", ledger=True).ledger == []
