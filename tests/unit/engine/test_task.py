from __future__ import annotations

import json
from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import numpy as np
import pytest

from material import stages
from material.stages import Lengths, Notes, Params, notes
from pagemill.collection import parquet, scattered
from pagemill.collection.layout import part_name
from pagemill.engine.shape import part_count
from pagemill.engine.task import Accounts, RangeTask, ScatterTask, ShardTask, WholeTask
from pagemill.tables import Rejects


def shard_task(folder: Path, rows: Notes, run: object = stages.measured) -> ShardTask:
    source = folder / "source.parquet"
    writer = parquet.PartWriter(Notes, source)
    whole = parquet.rows(rows)
    for begin in range(0, len(whole), 3):
        writer.write(whole.slice(begin, min(begin + 3, len(whole))))
    writer.close()
    return ShardTask(
        stage=stages.measuring(run=run),
        source=source,
        target=folder / "lengths" / part_name(0, 1),
        rejects=folder / "rejects" / part_name(0, 1),
        account=folder / "account.json",
    )


def lengths(task: ShardTask) -> dict[str, int]:
    found = parquet.read(Lengths, [task.target])
    return dict(zip(found.url, found.length.tolist(), strict=True))


def rejects(task: ShardTask) -> list[tuple[str, str, bool]]:
    found = parquet.read(Rejects, [task.rejects])
    return list(zip(found.url, found.reason, found.unseen.tolist(), strict=True))


def test_each_row_of_a_shard_is_used_or_rejected_in_order(tmp_path):
    given = notes(["a", "reject", "old", "bb", "old", "reject", "ccc"])
    task = shard_task(tmp_path, given)
    accounts = task()
    assert accounts == Accounts(
        rows_in=7,
        rows_out=3,
        rejects={"not liked": 2, "superseded": 2},
        written={"lengths": 3},
    )
    assert list(lengths(task).items()) == [
        (given.url[0], 1),
        (given.url[3], 2),
        (given.url[6], 3),
    ]
    assert rejects(task) == [
        (given.url[1], "not liked", False),
        (given.url[2], "superseded", True),
        (given.url[4], "superseded", True),
        (given.url[5], "not liked", False),
    ]
    assert Accounts(**json.loads(task.account.read_text())) == accounts


def test_an_empty_shard_gives_empty_parts(tmp_path):
    task = shard_task(tmp_path, notes([]))
    assert task().rows_in == 0
    assert lengths(task) == {}
    assert rejects(task) == []


def test_a_task_that_fails_leaves_neither_part_nor_scratch(tmp_path):
    task = shard_task(tmp_path, notes(["a", "b", "c", "d", "bug"]))
    with pytest.raises(KeyError):
        task()
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"source.parquet"}


def test_a_poisoned_document_is_rejected_unseen(tmp_path):
    given = notes(["a", "bug", "c"])
    task = shard_task(tmp_path, given).without(int(given.url_hash[1]), "took too long")
    assert task().rejects == {"took too long": 1}
    assert rejects(task) == [(given.url[1], "took too long", True)]


def test_poison_does_not_replace_an_earlier_reason(tmp_path):
    given = notes(["old"])
    task = shard_task(tmp_path, given).without(int(given.url_hash[0]), "took too long")
    assert task().rejects == {"superseded": 1}


def test_sparing_a_document_twice_is_no_other_task(tmp_path):
    task = shard_task(tmp_path, notes(["a"]))
    spared = task.without(5, "crashed the parser")
    assert spared.poison == ((5, "crashed the parser"),)
    assert spared.without(5, "took too long") is spared


def later(task: ShardTask, folder: Path, rows: Notes) -> ShardTask:
    """The task of a later run, which may take over what ``task`` wrote."""
    fresh = shard_task(folder, rows)
    return replace(fresh, prior=(task.target,), prior_rejects=(task.rejects,))


def test_rows_that_did_not_change_are_taken_over_without_a_look(tmp_path):
    given = notes(["a", "reject", "ccc", "dddd"])
    first = shard_task(tmp_path / "first", given)
    first()
    # Every text would now be a failure, were it looked at.
    second = later(first, tmp_path / "second", replace(given, text=["bug"] * 4))
    assert second().rejects == {"not liked": 1}
    assert lengths(second) == lengths(first)
    assert rejects(second) == rejects(first)
    assert second.target.read_bytes() == first.target.read_bytes()


def test_a_row_whose_key_changed_is_computed(tmp_path):
    given = notes(["a", "b", "c"])
    first = shard_task(tmp_path / "first", given)
    first()
    changed = replace(
        given,
        text=["bug", "longer", "bug"],
        block_digest=[given.block_digest[0], "f" * 32, given.block_digest[2]],
    )
    second = later(first, tmp_path / "second", changed)
    second()
    assert list(lengths(second).values()) == [1, 6, 1]


def test_a_row_that_is_outdated_is_computed_though_its_key_is_the_same(tmp_path):
    given = notes(["a", "b", "c"])
    first = shard_task(tmp_path / "first", given)
    first()
    second = later(first, tmp_path / "second", replace(given, text=["bug", "longer", "bug"]))
    replace(second, outdated=frozenset({int(given.url_hash[1])}))()
    assert list(lengths(second).values()) == [1, 6, 1]


def test_a_row_that_was_sorted_out_before_and_is_not_now_is_computed(tmp_path):
    given = notes(["old", "b", "old"])
    first = shard_task(tmp_path / "first", given)
    first()
    second = later(first, tmp_path / "second", replace(given, text=["back", "b", "old"]))
    assert second().rejects == {"superseded": 1}
    assert lengths(second) == {given.url[0]: 4, given.url[1]: 1}


def test_a_row_that_was_used_before_and_is_sorted_out_now_is_rejected(tmp_path):
    given = notes(["a", "reject"])
    first = shard_task(tmp_path / "first", given)
    first()
    second = later(first, tmp_path / "second", replace(given, text=["old", "old"]))
    assert second().rejects == {"superseded": 2}
    assert lengths(second) == {}
    assert rejects(second) == [(url, "superseded", True) for url in given.url]


def test_a_document_that_ended_its_worker_is_tried_again_by_a_later_run(tmp_path):
    given = notes(["a", "b"])
    first = shard_task(tmp_path / "first", given).without(int(given.url_hash[1]), "x")
    first()
    second = later(first, tmp_path / "second", given)
    assert second().rejects == {}
    assert lengths(second) == {given.url[0]: 1, given.url[1]: 1}


def test_what_a_later_run_takes_over_does_not_show_in_its_bytes(tmp_path):
    texts = ["a", "reject", "old", "bb", "old", "reject", "ccc", "dddd", "reject"]
    given = notes(texts)
    fresh = shard_task(tmp_path / "fresh", given)
    fresh()
    known = [0, 1, 2, 5, 7]
    first = shard_task(tmp_path / "first", parquet.rows(given).take(known).columns())
    first()
    second = later(first, tmp_path / "second", given)
    second()
    assert second.target.read_bytes() == fresh.target.read_bytes()
    assert second.rejects.read_bytes() == fresh.rejects.read_bytes()


def ranges(folder: Path, given: list[Notes], per_part: int) -> tuple[list[Path], int]:
    """Carry out all tasks of a sorting stage; return its parts and the rows accounted for."""
    stage = stages.sorting(per_part)
    pieces: list[Path] = []
    for number, part in enumerate(given):
        parquet.write_part(part, folder / f"{number}.parquet")
        task = ScatterTask(
            stage=stage,
            load=stages.load,
            source=folder / f"{number}.parquet",
            target=folder / f"{number}.arrow",
        )
        assert task.without(1, "x") is task
        assert task().rows_in == len(part.url)
        pieces.append(task.target)
    count = part_count(scattered.scattered_rows(pieces), per_part)
    met = min(count, scattered.RANGES)
    width, share = scattered.RANGES // met, count // met
    targets = [folder / "out" / part_name(number, count) for number in range(count)]
    used = 0
    for number in range(met):
        task = RangeTask(
            stage=stage,
            sources=tuple(pieces),
            first=number * width,
            last=(number + 1) * width,
            targets=tuple(targets[number * share : (number + 1) * share]),
            account=folder / f"{number}.json",
        )
        assert task.without(1, "x") is task
        used += task().rows_out
    return targets, used


@pytest.mark.parametrize(("rows", "per_part"), [(0, 4), (1, 4), (9, 4), (70, 1), (33, 2)])
def test_every_row_lands_in_the_part_that_a_lookup_looks_in(tmp_path, rows, per_part):
    hashes = np.random.default_rng(rows).integers(0, 1 << 64, rows, np.uint64, endpoint=False)
    edges = [0, (1 << 64) - 1, 1 << 63, (1 << 63) - 1, 1 << 58][: min(rows, 5)]
    numbers = [*hashes.tolist()[len(edges) :], *edges]
    given = notes(["x"] * rows, numbers)
    half = rows // 2
    pieces = [parquet.rows(given).slice(0, half), parquet.rows(given).slice(half, rows)]
    parts, used = ranges(tmp_path, [piece.columns() for piece in pieces], per_part)
    assert used == rows
    assert len(parts) == part_count(rows, per_part)
    assert sorted(parquet.read(Notes, parts).url_hash.tolist()) == sorted(numbers)
    for number, url in zip(numbers, given.url, strict=True):
        assert url in parquet.lookup(Notes, parts, number).url


def test_row_groups_begin_where_the_stage_cuts(tmp_path):
    parts, _ = ranges(tmp_path, [notes(["x"] * 8)], 8)
    assert [len(batch) for batch in parquet.batches(Notes, parts[0])] == [3, 3, 2]


def test_parts_do_not_depend_on_how_the_input_lies(tmp_path):
    given = parquet.rows(notes(["x"] * 40))
    one, _ = ranges(tmp_path / "a", [given.columns()], 4)
    pieces = [given.take(range(start, 40, 3)).columns() for start in (2, 0, 1)]
    other, _ = ranges(tmp_path / "b", pieces, 4)
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_a_whole_task_writes_every_table_and_its_accounts(tmp_path):
    given = shard_task(tmp_path, notes(["a", "bb"]))
    given()
    task = WholeTask(
        stage=stages.summing(),
        sources=((given.target,),),
        targets=(tmp_path / "sums.parquet", tmp_path / "urls.parquet"),
        account=tmp_path / "whole.json",
    )
    assert task.without(1, "x") is task
    accounts = task()
    assert accounts.rows_in == accounts.rows_out == 2
    assert accounts.written == {"sums": 2, "urls": 2}
    assert parquet.read(stages.Sums, [tmp_path / "sums.parquet"]).length.tolist() == [1, 2]


def test_tasks_travel_between_processes(tmp_path):
    task = shard_task(tmp_path, notes(["a"]))
    copy = ForkingPickler.loads(ForkingPickler.dumps(task))
    assert copy == task
    assert copy.stage.params == Params()
