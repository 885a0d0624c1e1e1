"""Turn a stage into tasks, have them carried out, and make the result the live one."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from pagemill.collection import manifest, parquet, scattered
from pagemill.collection.durable import rename_folder
from pagemill.collection.layout import Layout, is_whole, part_name, parts
from pagemill.engine.local import Runner
from pagemill.engine.shape import ByKey, EachShard, Stage, WholeTable, part_count
from pagemill.engine.task import Accounts, RangeTask, ScatterTask, ShardTask, Task, WholeTask
from pagemill.model.progress import Event, Progress
from pagemill.model.run import RunRecord


@dataclass(frozen=True, slots=True)
class Shards:
    """What a stage reads, where that is no table: files, how to load one, and their id.

    ``added`` tells which of the files a table lacks that was made of shards with another id;
    None where it was not made of all the others.
    """

    name: str
    id: str
    paths: tuple[Path, ...]
    load: Callable[[Path], Any]
    added: Callable[[list[Path], str], tuple[Path, ...] | None] | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """Where stages run and how they tell about it."""

    layout: Layout
    runner: Runner
    progress: Progress
    now: Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class _Smaller:
    """The run that made its table of part of the same shards, and the shards it lacks."""

    record: RunRecord
    parts: list[Path]
    added: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class _Job:
    """One run of one stage."""

    stage: Stage
    site: Site
    run: str
    inputs: dict[str, str]
    live: dict[str, str]
    shards: Shards | None
    smaller: _Smaller | None = None

    @property
    def reads(self) -> tuple[type[Any], ...]:
        return self.stage.reads if isinstance(self.stage, WholeTable) else (self.stage.reads,)

    @property
    def writes(self) -> tuple[type[Any], ...]:
        return self.stage.writes if isinstance(self.stage, WholeTable) else (self.stage.writes,)

    def half_made(self, table: type[Any]) -> Path:
        return self.site.layout.table(table.name, f"{self.run}.tmp")

    def input_parts(self, table: type[Any]) -> list[Path]:
        return parts(self.site.layout.table(table.name, self.inputs[table.name]))

    @property
    def accounts(self) -> Path:
        return self.half_made(self.writes[0]) / ".accounts"

    @property
    def scattered(self) -> Path:
        return self.half_made(self.writes[0]) / ".scattered"

    @property
    def rejects(self) -> Path:
        return self.site.layout.rejects(self.stage.name, f"{self.run}.tmp")


def run_id(stage: Stage, inputs: dict[str, str]) -> str:
    """Name of the run of a stage on given inputs: equal inputs give equal names."""
    return named(stage.name, stage.version, stage.params, inputs)


def named(name: str, version: int, params: Any, inputs: dict[str, str]) -> str:
    """The same for a stage that has none of the shapes."""
    what = [name, version, plain(params), sorted(inputs.items())]
    text = json.dumps(what, sort_keys=True, ensure_ascii=False)
    return f"{name}-{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}"


def plain(params: Any) -> dict[str, Any]:
    """Every parameter with its value."""
    return {field.name: getattr(params, field.name) for field in fields(params)}


def execute(
    stage: Stage,
    site: Site,
    *,
    shards: Shards | None = None,
) -> RunRecord:
    """Run a stage unless its result is live already, and publish what it wrote.

    Args:
        stage: what to run.
        site: where.
        shards: the input of a stage that reads no table.

    Returns:
        The record of the run, also where there was nothing to do.

    Raises:
        CollectionError: a table is damaged, or the accounts do not balance.
        SurroundingsError: disk or worker processes failed; the same command goes on.
    """
    live = manifest.current(site.layout)
    inputs = _inputs(stage, live, shards)
    job = _Job(stage, site, run_id(stage, inputs), inputs, live, shards)
    record = _finished(job)
    if record is None:
        record = _carry_out(job)
    _publish(job)
    return record


def _inputs(stage: Stage, live: dict[str, str], shards: Shards | None) -> dict[str, str]:
    if shards:
        return {shards.name: shards.id}
    reads = stage.reads if isinstance(stage, WholeTable) else (stage.reads,)
    beside = stage.beside if isinstance(stage, EachShard) else ()
    found = {table.name: live[table.name] for table in beside if table.name in live}
    return found | {table.name: live[table.name] for table in reads}


def is_live(stage: Stage, layout: Layout, shards: Shards | None = None) -> bool:
    """Whether the live tables are what the stage would make of the live inputs."""
    live = manifest.current(layout)
    writes = stage.writes if isinstance(stage, WholeTable) else (stage.writes,)
    try:
        run = run_id(stage, _inputs(stage, live, shards))
    except KeyError:
        return False
    return all(live.get(table.name) == run for table in writes) and all(
        is_whole(folder) for folder in _folders(stage, layout, run)
    )


def _finished(job: _Job) -> RunRecord | None:
    """The record of this very run where all its tables stand complete."""
    layout = job.site.layout
    broken = [one for one in _folders(job.stage, layout, job.run) if not is_whole(one)]
    for folder in broken:
        shutil.rmtree(folder, ignore_errors=True)  # what is made anew gets its name
    if broken:
        return None
    return manifest.read_record(layout, job.run)


def _folders(stage: Stage, layout: Layout, run: str) -> list[Path]:
    """Everything that a run writes, once it is complete."""
    writes = stage.writes if isinstance(stage, WholeTable) else (stage.writes,)
    folders = [layout.table(table.name, run) for table in writes]
    if isinstance(stage, EachShard):
        folders.append(layout.rejects(stage.name, run))
    return folders


def _carry_out(job: _Job) -> RunRecord:
    started_at = job.site.now()
    if not isinstance(job.stage, WholeTable):
        job.site.runner.begin()
    if isinstance(job.stage, ByKey) and job.stage.prepare is not None:
        job.stage.prepare()
    job = replace(job, smaller=_smaller(job))
    job.accounts.mkdir(parents=True, exist_ok=True)
    totals = _totals(job, _tasks(job))
    record = RunRecord(
        run=job.run,
        stage=job.stage.name,
        version=job.stage.version,
        params=plain(job.stage.params),
        inputs=job.inputs,
        rows_in=totals.rows_in,
        rows_out=totals.rows_out,
        rejects=totals.rejects,
        written=totals.written,
        notes=totals.notes,
        started_at=started_at.isoformat(),
        took_s=round((job.site.now() - started_at).total_seconds(), 3),
    )
    manifest.write_record(job.site.layout, record)
    _finish(job)
    return record


def _totals(job: _Job, tasks: list[tuple[Path, Task]]) -> Accounts:
    """Carry out what is not done yet and add everything up."""
    known = [_noted(account) for account, _ in tasks]
    missing = [number for number, accounts in enumerate(known) if accounts is None]
    done = sum(accounts.rows_in for accounts in known if accounts is not None)
    tell, total = job.site.progress, _rows_to_come(job)
    tell(Event(stage=job.stage.name, done=done, total=total))
    for number, accounts in job.site.runner.carry_out([tasks[n][1] for n in missing]):
        known[missing[number]] = accounts
        done += accounts.rows_in
        tell(Event(stage=job.stage.name, done=done, total=total))
    # Rows that an earlier run rejected left no trace in its table.
    earlier = job.smaller.record.rejects if job.smaller else {}
    rejects, written, notes = Counter(earlier), Counter[str](), Counter[str]()
    found = [accounts for accounts in known if accounts is not None]
    for accounts in found:
        rejects.update(accounts.rejects)
        written.update(accounts.written)
        notes.update(accounts.notes)
    return Accounts(
        rows_in=sum(accounts.rows_in for accounts in found) + sum(earlier.values()),
        rows_out=sum(accounts.rows_out for accounts in found),
        rejects=dict(sorted(rejects.items())),
        written=dict(sorted(written.items())),
        notes=dict(sorted(notes.items())),
    )


def _rows_to_come(job: _Job) -> int | None:
    """Rows that the tasks take in together, where a record or scratch tells."""
    if isinstance(job.stage, ByKey):
        earlier = job.smaller.record.rows_out if job.smaller else 0
        return scattered.scattered_rows(sorted(job.scattered.glob("*.arrow"))) + earlier
    return rows_written(job.site.layout, job.reads[0].name, job.inputs)


def rows_written(layout: Layout, table: str, runs: dict[str, str]) -> int | None:
    """Rows of a table, as the record of the run that made it tells."""
    record = manifest.read_record(layout, runs[table])
    return record.written.get(table) if record else None


def _noted(account: Path) -> Accounts | None:
    try:
        return Accounts(**json.loads(account.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def _tasks(job: _Job) -> list[tuple[Path, Task]]:
    if isinstance(job.stage, EachShard):
        return _shard_tasks(job, job.stage)
    if isinstance(job.stage, ByKey):
        return _range_tasks(job, job.stage)
    return _whole_task(job, job.stage)


def _shard_tasks(job: _Job, stage: EachShard[Any, Any, Any]) -> list[tuple[Path, Task]]:
    layout, sources = job.site.layout, job.input_parts(stage.reads)
    prior = _prior_run(job)
    rows = parts(layout.table(stage.writes.name, prior)) if prior else []
    rejects = parts(layout.rejects(stage.name, prior)) if prior else []
    outdated = stage.outdated() if prior and stage.outdated else frozenset[int]()
    tasks: list[tuple[Path, Task]] = []
    for number, source in enumerate(sources):
        account = job.accounts / f"{number:05d}.json"
        task = ShardTask(
            stage=stage,
            source=source,
            target=job.half_made(stage.writes) / part_name(number, len(sources)),
            rejects=job.rejects / part_name(number, len(sources)),
            account=account,
            prior=_overlapping(rows, number, len(sources)),
            prior_rejects=_overlapping(rejects, number, len(sources)),
            outdated=frozenset(
                hashed for hashed in outdated if hashed * len(sources) >> 64 == number
            ),
        )
        tasks.append((account, task))
    return tasks


def _prior_run(job: _Job) -> str | None:
    """The live run of the same stage with the same params, whose results still hold."""
    run = job.live.get(job.writes[0].name)
    record = manifest.read_record(job.site.layout, run) if run else None
    if record is None or not is_whole(job.site.layout.table(job.writes[0].name, record.run)):
        return None
    ours = (job.stage.name, job.stage.version, plain(job.stage.params))
    theirs = (record.stage, record.version, record.params)
    same = json.dumps(ours, sort_keys=True) == json.dumps(theirs, sort_keys=True)
    return run if same else None


def _smaller(job: _Job) -> _Smaller | None:
    """What an earlier run made of fewer shards, where the stage can go on from there."""
    shards, prior = job.shards, _prior_run(job)
    if not (isinstance(job.stage, ByKey) and job.stage.grows and prior):
        return None
    record = manifest.read_record(job.site.layout, prior)
    if record is None or shards is None or shards.added is None:
        return None
    made = parts(job.site.layout.table(job.stage.writes.name, prior))
    added = shards.added(made, record.inputs.get(shards.name, ""))
    return None if added is None else _Smaller(record, made, added)


def _overlapping(found: list[Path], number: int, count: int) -> tuple[Path, ...]:
    """Parts of another partition that may hold rows of part ``number`` of ``count``."""
    if not found:
        return ()
    first = number * len(found) // count
    last = max(first + 1, (number + 1) * len(found) // count)
    return tuple(found[first:last])


def _range_tasks(job: _Job, stage: ByKey[Any, Any, Any, Any]) -> list[tuple[Path, Task]]:
    shards = job.shards
    load = shards.load if shards else stage.load or _TableLoader(stage.reads)
    sources = shards.paths if shards else tuple(job.input_parts(stage.reads))
    earlier, taken_over = 0, list[Path]()
    if job.smaller:
        sources, taken_over = job.smaller.added, job.smaller.parts
        earlier = job.smaller.record.rows_in
    pieces = [job.scattered / f"{source.name}.arrow" for source in sources]
    missing = [number for number, piece in enumerate(pieces) if not piece.exists()]
    scatter: list[Task] = [
        ScatterTask(stage=stage, load=load, source=sources[n], target=pieces[n])
        for n in missing
    ]
    for _ in job.site.runner.carry_out(scatter):
        job.site.progress(Event(stage=stage.name, done=0, total=None, note="spreading"))
    count = part_count(scattered.scattered_rows(pieces) + earlier, stage.per_part)
    ranges = min(count, scattered.RANGES)
    width, share = scattered.RANGES // ranges, count // ranges
    tasks: list[tuple[Path, Task]] = []
    for number in range(ranges):
        account = job.accounts / f"{number:05d}.json"
        targets = [
            job.half_made(stage.writes) / part_name(number * share + n, count)
            for n in range(share)
        ]
        task = RangeTask(
            stage=stage,
            sources=tuple(pieces),
            first=number * width,
            last=(number + 1) * width,
            targets=tuple(targets),
            account=account,
            prior=_overlapping(taken_over, number, ranges),
        )
        tasks.append((account, task))
    return tasks


@dataclass(frozen=True, slots=True)
class _TableLoader:
    """Reads one part of a table."""

    table: type[Any]

    def __call__(self, path: Path) -> Any:
        return parquet.read(self.table, [path])


def _whole_task(job: _Job, stage: WholeTable[Any]) -> list[tuple[Path, Task]]:
    account = job.accounts / "00000.json"
    task = WholeTask(
        stage=stage,
        sources=tuple(tuple(job.input_parts(table)) for table in stage.reads),
        targets=tuple(job.half_made(table) / part_name(0, 1) for table in stage.writes),
        account=account,
    )
    return [(account, task)]


def _finish(job: _Job) -> None:
    """Give the finished folders their names: rejects first, the first table last.

    The first table's folder holds the accounts until then. So after a kill in between no task
    is carried out again, and what has its name already is left as it is.
    """
    layout = job.site.layout
    if job.rejects.is_dir():
        _give_name(job.rejects, layout.rejects(job.stage.name, job.run))
    for table in reversed(job.writes):
        if job.half_made(table).is_dir():
            _give_name(job.half_made(table), layout.table(table.name, job.run))


def _give_name(folder: Path, name: Path) -> None:
    """Rename a finished folder; where one has the name, it was made by the same run."""
    if name.is_dir():
        shutil.rmtree(folder)
    else:
        rename_folder(folder, name)


def _sweep(folder: Path) -> None:
    """Remove scratch: everything whose name starts with a dot."""
    for leftover in folder.glob(".*"):
        _remove(leftover)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def _publish(job: _Job) -> None:
    """Make the run live; remove its scratch and the runs it replaces."""
    layout, live = job.site.layout, dict(job.live)
    fresh = {table.name: job.run for table in job.writes}
    if any(live.get(name) != run for name, run in fresh.items()):
        manifest.publish(layout, live | fresh)
    homes = [layout.tables / name for name in fresh]
    for home in [*homes, layout.tables / "rejects" / job.stage.name]:
        for folder in home.glob("*"):
            if folder.name == job.run:
                _sweep(folder)
            else:
                _remove(folder)
