from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from pagemill.dedup import duplicates
from pagemill.dedup.duplicates import Encoded, find_duplicates, find_duplicates_on_disk
from pagemill.dedup.spill import texts as spill
from pagemill.dedup.spill.texts import (
    Picked,
    SpilledTexts,
    decoded,
    fetched,
    lengths,
    picked,
    pieces,
)
from pagemill.errors import UsageError

TEXTS = [
    "one two three four five",
    "",
    "中文的文章",
    "half \ud800 a pair",
    "one  two three four five",
]


def test_texts_come_back_as_they_were(tmp_path):
    with SpilledTexts(tmp_path) as texts:
        for text in TEXTS:
            texts.append(text)
        texts.whole()
        assert list(texts) == TEXTS
        assert texts[1:3] == TEXTS[1:3]
        assert lengths(texts).tolist() == [len(text) for text in TEXTS]
        assert not list(tmp_path.iterdir())  # the file has no name that could be left behind
        picked = Picked(texts, np.array([2, 0]))
        assert list(picked) == [TEXTS[2], TEXTS[0]]
        assert picked[0:1] == [TEXTS[2]]
        assert picked[1] == TEXTS[0]
        assert lengths(picked).tolist() == [5, 23]


def test_duplicates_on_disk_are_those_in_memory(tmp_path):
    words = [f"w{number}" for number in range(300)]
    docs = [
        (f"d{number:03}", " ".join(words[number % 60 : number % 60 + 100 + number % 7]))
        for number in range(200, 0, -1)
    ]
    docs += [(f"t{number}", text) for number, text in enumerate(TEXTS)]
    memory, disk = find_duplicates(docs), find_duplicates_on_disk(iter(docs), tmp_path)
    assert list(disk.pairs) == list(memory.pairs)
    assert disk.clusters == memory.clusters
    assert (disk.empty, disk.wordless) == (memory.empty, memory.wordless)
    assert list(disk.removed()) == list(memory.removed())
    assert disk.kept_for == memory.kept_for
    for name in ("d001", "d120", "t0", "t1"):
        one, other = disk.of(name), memory.of(name)
        assert one.clusters == other.clusters
        assert list(one.pairs) == list(other.pairs)
        assert list(one.removed()) == list(other.removed())
    with pytest.raises(ValueError, match="none"):
        disk.of("none")
    assert disk.pairs.to_arrow() == memory.pairs.to_arrow()
    assert not list(tmp_path.iterdir())


def test_encoded_texts_give_the_same(tmp_path):
    docs = [(f"d{number}", text) for number, text in enumerate(TEXTS) if number != 3]
    docs += [
        ("e", "Grüße an alle, die das hier lesen"),
        ("f", "grüße an alle die das hier lesen"),
    ]
    data = [text.encode() for _, text in docs]
    offsets = np.cumsum([3, *map(len, data)])
    encoded = Encoded([name for name, _ in docs], b"xyz" + b"".join(data), offsets)
    memory, disk = find_duplicates(docs), find_duplicates_on_disk([encoded], tmp_path)
    assert list(disk.pairs) == list(memory.pairs)
    assert disk.clusters == memory.clusters
    assert len(disk.clusters) == 2


@pytest.mark.parametrize("size", [1, 30, 1 << 20])
def test_pieces_hold_every_text_once(tmp_path, monkeypatch, size):
    monkeypatch.setattr(spill, "_CHUNK", size)
    numbers = np.array([4, 0, 2])
    with SpilledTexts(tmp_path) as texts:
        for text in TEXTS:
            texts.append(text)
        texts.whole()
        for source in (picked(texts, numbers), picked(TEXTS, numbers)):
            found = {
                int(row): text
                for rows, part in pieces(source, size)
                for row, text in zip(rows, part, strict=True)
                if row >= 0
            }
            assert [found[row] for row in range(3)] == [TEXTS[number] for number in numbers]


def test_an_id_that_comes_twice_is_refused(tmp_path):
    with pytest.raises(UsageError, match="twice"):
        find_duplicates_on_disk([("a", "x"), ("a", "y")], tmp_path)


@pytest.mark.parametrize(
    "docs",
    [[("a",)], [("a", 3)], [(3, "a")], [None], ["ab"], [("a", "b", "c")], {"a": "b"}, "ab"],
)
def test_what_is_no_pair_of_id_and_text_is_refused_as_in_memory(tmp_path, docs):
    with pytest.raises(UsageError) as memory:
        find_duplicates(docs)
    with pytest.raises(UsageError) as disk:
        find_duplicates_on_disk(docs, tmp_path)
    assert str(disk.value) == str(memory.value)
    assert not list(tmp_path.iterdir())


def test_ids_that_do_not_fit_the_texts_are_refused(tmp_path):
    with pytest.raises(UsageError, match="1 ids with offsets of 2 texts"):
        find_duplicates_on_disk([Encoded(["a"], b"xy", np.array([0, 1, 2]))], tmp_path)


def test_texts_without_words_wait_in_batches_too():
    batches = list(duplicates._batches((f"d{number}", "") for number in range(20_000)))
    assert max(len(batch.ids) for batch in batches) < 10_000
    assert sum(len(batch.ids) for batch in batches) == 20_000
    long = duplicates._batches((f"{number}" + "x" * (1 << 19), "") for number in range(9))
    assert max(len(batch.ids) for batch in long) < 4


def test_pieces_of_a_file_are_read_into_the_same_memory(tmp_path):
    with SpilledTexts(tmp_path) as texts:
        for text in TEXTS:
            texts.append(text)
        texts.whole()
        room = bytearray()
        numbers = np.array([4, 2, 3, 1, 0, 2])
        found = [list(piece) for piece in fetched(texts, numbers, 24, room)]
        assert list(chain.from_iterable(found)) == [TEXTS[number] for number in numbers]
        assert len(found) > 1
        raw = [piece for part in fetched(texts, numbers, 24) for piece in part.raw()]
        assert list(map(decoded, raw)) == list(chain.from_iterable(found))
        assert len(room) < sum(map(len, raw))
