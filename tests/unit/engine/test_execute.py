from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from material import stages
from material.stages import AT, Lengths, Notes, Params, notes
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, parts
from pagemill.engine import execute as module
from pagemill.engine.execute import Site, execute, is_live, named, plain, run_id
from pagemill.engine.local import SerialRunner
from pagemill.engine.task import Task
from pagemill.errors import CollectionError
from pagemill.model.progress import Event

TEXTS = ["a", "reject", "old", "bb", "ccc", "old", "dddd", "e"]


class CountingRunner(SerialRunner):
    """Counts the tasks it was given."""

    def __init__(self) -> None:
        self.tasks = 0

    def carry_out(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        for number, answer in super().carry_out(tasks):
            self.tasks += 1
            yield number, answer


@pytest.fixture
def runner() -> CountingRunner:
    return CountingRunner()


@pytest.fixture
def site(tmp_path: Path, runner: CountingRunner) -> Site:
    return stages.site(tmp_path / "c", runner)


def files(layout: Layout) -> dict[str, bytes]:
    """Every file below ``tables``: scratch too."""
    return {
        str(path.relative_to(layout.root)): path.read_bytes()
        for path in sorted(layout.tables.rglob("*"))
        if path.is_file()
    }


def measured(site: Site) -> Lengths:
    live = manifest.current(site.layout)
    return parquet.read(Lengths, parts(site.layout.table("lengths", live["lengths"])))


def test_a_run_is_named_after_all_that_decides_its_result():
    stage = stages.measuring()
    name = run_id(stage, {"notes": "1"})
    assert name == named("measuring", 1, Params(), {"notes": "1"})
    assert name.startswith("measuring-")
    others = [
        run_id(stage, {"notes": "2"}),
        run_id(replace(stage, version=2), {"notes": "1"}),
        run_id(replace(stage, params=Params(factor=2)), {"notes": "1"}),
        run_id(replace(stage, name="other"), {"notes": "1"}),
    ]
    assert len({name, *others}) == 5
    assert plain(Params()) == {"trap": "", "factor": 1}


def test_a_stage_writes_its_table_its_rejects_and_its_record(site):
    stages.publish(site.layout, [notes(TEXTS[:4]), notes(TEXTS[4:])])
    record = execute(stages.measuring(), site)
    assert (record.rows_in, record.rows_out) == (8, 5)
    assert record.rejects == {"not liked": 1, "superseded": 2}
    assert record.written == {"lengths": 5}
    assert record.params == {"trap": "", "factor": 1}
    assert (record.started_at, record.took_s) == (AT.isoformat(), 0.0)
    assert manifest.read_record(site.layout, record.run) == record
    assert manifest.current(site.layout)["lengths"] == record.run
    assert measured(site).length.tolist() == [1, 2, 3, 4, 1]
    names = {Path(name).name for name in files(site.layout)}
    assert names == {"part-00000-of-00002.parquet", "part-00001-of-00002.parquet"}
    assert not list(site.layout.tables.rglob(".*"))


def test_the_same_again_has_nothing_to_do(site, runner):
    stages.publish(site.layout, [notes(TEXTS)])
    first = execute(stages.measuring(), site)
    before, done = files(site.layout), runner.tasks
    assert execute(stages.measuring(), site) == first
    assert (files(site.layout), runner.tasks) == (before, done)
    assert is_live(stages.measuring(), site.layout)


def test_other_parameters_make_another_run_and_remove_the_first(site):
    stages.publish(site.layout, [notes(TEXTS)])
    first = execute(stages.measuring(), site)
    changed = stages.measuring(Params(factor=3))
    assert not is_live(changed, site.layout)
    second = execute(changed, site)
    assert measured(site).length.tolist() == [3, 6, 9, 12, 3]
    assert not site.layout.table("lengths", first.run).exists()
    assert not site.layout.rejects("measuring", first.run).exists()
    assert is_live(changed, site.layout)
    assert second.run != first.run


def test_a_stage_without_its_input_is_not_live(site):
    assert not is_live(stages.measuring(), site.layout)


def test_lost_rows_end_the_run_before_anything_is_replaced(site):
    stages.publish(site.layout, [notes(TEXTS)])
    first = execute(stages.measuring(), site)
    before = files(site.layout)
    with pytest.raises(CollectionError, match="1 of 8 rows are neither used nor rejected"):
        execute(stages.measuring(Params(factor=2), run=stages.losing), site)
    assert manifest.current(site.layout)["lengths"] == first.run
    assert before.items() <= files(site.layout).items()


def test_what_was_done_before_a_failure_is_not_done_again(site, runner, tmp_path):
    texts = ["a", "bb", "trap", "dddd"]
    stages.publish(site.layout, [notes([text]) for text in texts])
    trap = tmp_path / "trap"
    trap.touch()
    stage = stages.measuring(Params(trap=str(trap)))
    with pytest.raises(OSError, match="trapped"):
        execute(stage, site)
    assert runner.tasks == 2
    assert "lengths" not in manifest.current(site.layout)
    trap.unlink()
    record = execute(stage, site)
    assert runner.tasks == 4
    assert record.rows_in == record.rows_out == 4
    assert measured(site).length.tolist() == [1, 2, 4, 4]


def test_an_account_that_was_cut_off_counts_for_nothing(site, runner, tmp_path):
    stages.publish(site.layout, [notes(["a"]), notes(["trap"])])
    trap = tmp_path / "trap"
    trap.touch()
    stage = stages.measuring(Params(trap=str(trap)))
    with pytest.raises(OSError, match="trapped"):
        execute(stage, site)
    (account,) = site.layout.tables.rglob(".accounts/*.json")
    account.write_text(account.read_text()[:20])
    trap.unlink()
    assert execute(stage, site).rows_in == 2
    assert runner.tasks == 3


def test_sorting_goes_on_behind_the_ranges_that_are_done(site, runner, tmp_path):
    trap = tmp_path / "trap"
    trap.touch()
    given = stages.shards(tmp_path, [notes(["a", "b", "c", "trap"] * 4)])
    stage = stages.sorting(1, Params(trap=str(trap)))
    with pytest.raises(OSError, match="trapped"):
        execute(stage, site, shards=given)
    done = runner.tasks
    assert done == 1 + 3
    trap.unlink()
    execute(stage, site, shards=given)
    assert runner.tasks == 1 + 16
    assert not list(site.layout.tables.rglob(".*"))


def test_sorting_takes_every_shard_once_whatever_lies_where(tmp_path):
    whole = parquet.rows(notes(["x"] * 30))
    found: list[dict[str, bytes]] = []
    for number, step in enumerate((1, 4, 7)):
        pieces = [whole.take(range(start, 30, step)).columns() for start in range(step)]
        home = tmp_path / str(number)
        site = stages.site(home)
        record = execute(stages.sorting(), site, shards=stages.shards(home, pieces))
        assert record.rows_in == record.rows_out == record.written["notes"] == 30
        assert record.inputs == {"sources": "1"}
        found.append(files(site.layout))
    assert found[0] == found[1] == found[2]


def test_a_stage_may_read_what_it_needs_of_a_part_alone(tmp_path):
    site = stages.site(tmp_path)
    stages.publish(site.layout, [notes(["a", "b", "c"]), notes(["d"])])

    def load(path: Path) -> Notes:
        found: Notes = parquet.Part(path).some(Notes, [0]).columns()
        return found

    record = execute(replace(stages.sorting(), load=load), site)
    (path,) = parts(site.layout.table("notes", record.run))
    assert (record.rows_in, record.rows_out) == (2, 2)
    assert sorted(parquet.read(Notes, [path]).text) == ["a", "d"]


def test_a_collection_grown_in_steps_has_the_tables_of_one_built_at_once(tmp_path, runner):
    texts = ["a", "reject", "old", "bb", "ccc", "old", "dddd", "e"] * 4
    whole = parquet.rows(notes(texts))
    steps = [sorted(set(range(0, 32, 3))), list(range(0, 32, 2)), list(range(32))]
    grown = stages.site(tmp_path / "grown", runner)
    for number, rows in enumerate(steps):
        given = stages.shards(tmp_path, [whole.take(rows).columns()], str(number))
        execute(stages.sorting(), grown, shards=given)
        execute(stages.measuring(), grown)
    once = stages.site(tmp_path / "once")
    execute(stages.sorting(), once, shards=given)
    execute(stages.measuring(), once)
    assert files(grown.layout) == files(once.layout)


def test_only_new_rows_are_looked_at(site):
    given = notes(["a", "bb", "reject"])
    stages.publish(site.layout, [given])
    execute(stages.measuring(), site)
    # All known rows would fail now, were they looked at.
    texts = ["bug", "bug", "bug"]
    more = notes([*texts, "dddd"], [*given.url_hash.tolist(), (1 << 64) - 1])
    stages.publish(site.layout, [more], "notes-2")
    record = execute(stages.measuring(), site)
    assert (record.rows_in, record.rows_out, record.rejects) == (4, 3, {"not liked": 1})
    assert measured(site).length.tolist() == [1, 2, 4]


def test_what_other_parameters_made_is_not_taken_over(site):
    stages.publish(site.layout, [notes(["a", "bb"])])
    execute(stages.measuring(Params(factor=5)), site)
    execute(stages.measuring(), site)
    assert measured(site).length.tolist() == [1, 2]


def summing_until(site: Site, monkeypatch: pytest.MonkeyPatch, renames: int) -> None:
    """Run the stage that writes two tables; it ends after so many renames."""
    left = [renames]
    real = module.rename_folder

    def renamed(scratch: Path, target: Path) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        real(scratch, target)

    monkeypatch.setattr(module, "rename_folder", renamed)
    with pytest.raises(KeyboardInterrupt):
        execute(stages.summing(), site)
    monkeypatch.undo()


@pytest.mark.parametrize("renames", [0, 1])
def test_an_end_between_two_renames_loses_no_table(site, runner, monkeypatch, renames):
    stages.publish(site.layout, [notes(TEXTS)])
    execute(stages.measuring(), site)
    summing_until(site, monkeypatch, renames)
    done = runner.tasks
    record = execute(stages.summing(), site)
    assert runner.tasks == done
    assert record.written == {"sums": 5, "urls": 5}
    live = manifest.current(site.layout)
    for table in (stages.Sums, stages.Urls):
        found = parts(site.layout.table(table.name, live[table.name]))
        assert sum(map(parquet.row_count, found)) == 5
    assert not list(site.layout.tables.rglob(".*"))


def test_an_end_before_publishing_repeats_no_work(site, runner, monkeypatch):
    stages.publish(site.layout, [notes(TEXTS)])

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device", given)

    monkeypatch.setattr(manifest, "publish", full)
    with pytest.raises(OSError, match="No space"):
        execute(stages.measuring(), site)
    monkeypatch.undo()
    execute(stages.measuring(), site)
    assert runner.tasks == 1
    assert is_live(stages.measuring(), site.layout)
    assert not list(site.layout.tables.rglob(".*"))


def test_rejects_survive_an_end_between_the_renames(site, monkeypatch):
    stages.publish(site.layout, [notes(TEXTS[:3]), notes(TEXTS[3:])])
    real, calls = module.rename_folder, []

    def renamed(scratch: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(scratch, target)

    monkeypatch.setattr(module, "rename_folder", renamed)
    with pytest.raises(KeyboardInterrupt):
        execute(stages.measuring(), site)
    monkeypatch.undo()
    record = execute(stages.measuring(), site)
    rejects = parts(site.layout.rejects("measuring", record.run))
    assert sum(map(parquet.row_count, rejects)) == sum(record.rejects.values()) == 3


def test_a_deleted_table_comes_back_the_same(site):
    stages.publish(site.layout, [notes(TEXTS)])
    record = execute(stages.measuring(), site)
    before = files(site.layout)
    shutil.rmtree(site.layout.tables / "lengths")
    assert not is_live(stages.measuring(), site.layout)
    assert execute(stages.measuring(), site) == record
    assert files(site.layout) == before


def test_deleted_rejects_come_back_the_same(site):
    stages.publish(site.layout, [notes(TEXTS)])
    record = execute(stages.measuring(), site)
    before = files(site.layout)
    shutil.rmtree(site.layout.tables / "rejects")
    assert not is_live(stages.measuring(), site.layout)
    assert execute(stages.measuring(), site) == record
    assert is_live(stages.measuring(), site.layout)
    assert files(site.layout) == before


def test_a_record_that_cannot_be_read_is_made_again(site):
    stages.publish(site.layout, [notes(TEXTS)])
    record = execute(stages.measuring(), site)
    site.layout.record(record.run).write_text("{")
    assert execute(stages.measuring(), site) == record
    assert json.loads(site.layout.record(record.run).read_text())["rows_in"] == 8


def test_stray_files_among_the_runs_do_no_harm(site):
    stages.publish(site.layout, [notes(TEXTS)])
    (site.layout.tables / "lengths").mkdir()
    (site.layout.tables / "lengths" / ".DS_Store").write_text("x")
    execute(stages.measuring(), site)
    assert len(measured(site).url) == 5


def test_progress_begins_at_once_and_tells_what_is_done_already(tmp_path):
    events: list[Event] = []
    site = stages.site(tmp_path / "c", events=events)
    stages.publish(site.layout, [notes(["a", "b"]), notes(["c"])])
    execute(stages.measuring(), site)
    assert [(event.stage, event.done) for event in events] == [
        ("measuring", 0),
        ("measuring", 2),
        ("measuring", 3),
    ]


def test_progress_tells_the_total_where_it_is_known(tmp_path):
    events: list[Event] = []
    site = stages.site(tmp_path / "c", events=events)
    execute(stages.sorting(), site, shards=stages.shards(tmp_path, [notes(["a", "b", "c"])]))
    execute(stages.measuring(), site)
    last = {event.stage: event for event in events}
    assert {(event.done, event.total) for event in last.values()} == {(3, 3)}
    assert all(event.total == 3 for event in events if event.stage == "measuring")


def test_a_stage_reads_no_rows_where_there_are_none(tmp_path):
    site = stages.site(tmp_path / "c")
    execute(stages.sorting(), site, shards=stages.shards(tmp_path, []))
    record = execute(stages.measuring(), site)
    assert (record.rows_in, record.rows_out, record.rejects) == (0, 0, {})
    empty: Notes = parquet.read(
        Notes, parts(site.layout.table("notes", manifest.current(site.layout)["notes"]))
    )
    assert empty.url == []


@pytest.mark.parametrize("what", ["table", "rejects"])
def test_a_run_whose_part_files_are_gone_is_made_again(site, what):
    stages.publish(site.layout, [notes(TEXTS[:3]), notes(TEXTS[3:])])
    record = execute(stages.measuring(), site)
    before = files(site.layout)
    table = stages.measuring().writes.name
    home = {
        "table": site.layout.table(table, record.run),
        "rejects": site.layout.rejects("measuring", record.run),
    }[what]
    for lost in (slice(None), slice(1, None)):
        for path in parts(home)[lost]:
            path.unlink()
        assert not is_live(stages.measuring(), site.layout)
        execute(stages.measuring(), site)
        assert is_live(stages.measuring(), site.layout)
        assert files(site.layout) == before
