from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from material import stages
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, part_name
from pagemill.dedup.lookup.stage import Store, matches, refresh, segment_folders
from pagemill.dedup.params import DedupParams
from pagemill.errors import CollectionError
from pagemill.tables import DocTexts
from pagemill.text.normalize import text_digest

PARAMS = DedupParams()


def words(start: int, count: int = 60) -> str:
    return " ".join(f"w{number}" for number in range(start, start + count))


def publish(layout: Layout, texts: dict[int, str]) -> None:
    pages = sorted(texts)
    docs = DocTexts(
        url_hash=np.array(pages, np.uint64),
        url=[f"http://a.example/{page}" for page in pages],
        fetched_at=np.zeros(len(pages), "datetime64[us]"),
        block_digest=[""] * len(pages),
        text=[texts[page] for page in pages],
        text_digest=[text_digest(texts[page]) for page in pages],
    )
    run = f"docviews-{text_digest(repr(sorted(texts.items())))}"
    parquet.write_part(docs, layout.table("docviews", run) / part_name(0, 1))
    manifest.publish(layout, manifest.current(layout) | {"docviews": run})


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return stages.site(tmp_path / "c").layout


def told(layout: Layout, store: Store, text: str, **how: object) -> list[tuple[str, float]]:
    found = matches(layout, store, text, limit=10, rarest=bool(how.get("rarest")))
    return [(one.url[17:], round(one.similarity, 3)) for one in found]


def test_a_new_text_finds_the_pages_that_it_nearly_equals(layout):
    publish(layout, {1: words(0), 2: words(1), 3: words(500), 4: "sold out", 5: words(500)})
    store = refresh(layout, PARAMS)
    assert told(layout, store, words(0)) == [("1", 1.0), ("2", 0.966)]
    assert told(layout, store, words(500)) == [("3", 1.0), ("5", 1.0)]
    assert told(layout, store, "Sold out") == []
    assert told(layout, store, "sold  out") == [("4", 1.0)]
    assert told(layout, store, "") == []


def test_rare_passages_lead_to_pages_below_the_threshold(layout):
    publish(layout, {1: words(0, 300), 2: words(1000, 300)})
    store = refresh(layout, PARAMS)
    quote = words(100, 80)
    assert told(layout, store, quote) == []
    (found,) = matches(layout, store, quote, limit=5, rarest=True)
    assert found.url.endswith("/1")
    assert found.contained == 1.0
    assert found.similarity < 0.3


def test_growing_changing_and_shrinking_give_what_building_anew_gives(layout, tmp_path):
    texts = {number: words(100 * number) for number in range(40)}
    publish(layout, dict(list(texts.items())[:30]))
    store = refresh(layout, PARAMS)
    first = store.names()
    publish(layout, texts)
    store = refresh(layout, PARAMS)
    assert len(store.names()) == 2
    assert store.names()[0] == first[0]  # what was there is not touched
    texts[5] = words(9000)
    del texts[6]
    publish(layout, texts)
    store = refresh(layout, PARAMS)
    anew = stages.site(tmp_path / "anew").layout
    publish(anew, texts)
    fresh = refresh(anew, PARAMS)
    for text in [*texts.values(), words(500), words(600)]:
        for rarest in (False, True):
            assert told(layout, store, text, rarest=rarest) == told(
                anew, fresh, text, rarest=rarest
            )
    held = np.concatenate([one.pages for one in store.segments()])
    assert sorted(held.tolist()) == sorted(texts)
    folders = {path.name for path in layout.lookup.iterdir() if path.is_dir()}
    assert folders == set(store.names())


def test_other_parameters_begin_anew(layout):
    publish(layout, {1: words(0)})
    refresh(layout, PARAMS)
    store = refresh(layout, DedupParams(threshold=0.5))
    assert told(layout, store, words(10)) == [("1", 0.701)]


def test_before_the_first_build_there_is_nothing_to_look_in(layout):
    with pytest.raises(CollectionError, match="no pages yet"):
        refresh(layout, PARAMS)


COLUMNS = ("pages", "ids", "minima", "band_keys", "band_rows", "shingle_keys", "shingle_rows")


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("kept", [None, 0, 100, 140])
def test_a_damaged_segment_is_named_with_what_to_do(layout, column, kept):
    publish(layout, {1: words(0, 300), 2: words(1000, 300)})
    store = refresh(layout, PARAMS)
    path = layout.lookup / "000001" / f"{column}.npy"
    path.write_bytes(path.read_bytes()[:kept]) if kept is not None else path.unlink()
    with pytest.raises(CollectionError, match=r"damaged .* delete this folder"):
        told(layout, store, words(0))


@pytest.mark.parametrize(("old", "new"), [("segments", "sefments"), ("run", "rum"), ("{", "[")])
def test_a_damaged_list_of_segments_is_made_again(layout, old, new):
    publish(layout, {1: words(0)})
    path = refresh(layout, PARAMS).folder / "CURRENT.json"
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(old, new, 1), encoding="utf-8")
    assert told(layout, refresh(layout, PARAMS), words(0)) == [("1", 1.0)]
    path.write_text('["segments"]', encoding="utf-8")
    assert segment_folders(layout) == []
    assert told(layout, refresh(layout, PARAMS), words(0)) == [("1", 1.0)]


@pytest.mark.parametrize("rarest", [False, True])
def test_rows_that_no_text_has_are_damage(layout, rarest):
    publish(layout, {1: words(0, 300)})
    store = refresh(layout, PARAMS)
    for column in ("band_rows", "shingle_rows"):
        path = layout.lookup / "000001" / f"{column}.npy"
        rows = np.load(path)
        np.save(path, np.full_like(rows, 10**9))
    with pytest.raises(CollectionError, match=r"damaged .* delete this folder"):
        told(layout, store, words(0, 300), rarest=rarest)
