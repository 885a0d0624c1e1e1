from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagemill.archive import intake, store
from pagemill.archive.intake import MOST_DAMAGE, Intake, Known, take_in
from pagemill.archive.sources.source import Item
from pagemill.archive.warc import block_digest
from pagemill.errors import SurroundingsError
from pagemill.model.capture import Damage, Record, Reject

AT = datetime(2026, 3, 1, tzinfo=UTC)
Found = Record | Reject | Damage


def page(number: int, kind: str = "response") -> Record:
    return Record(
        url=f"http://host{number % 3}.example/{number}",
        fetched_at=AT + timedelta(seconds=number),
        kind=kind,
        record_id="",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\n\r\n<p>%d</p>" % number,
    )


@dataclass
class Listed:
    """A source of groups: all items of a group have its place as their cursor.

    A group of one is passed by its cursor; one of several is given again from its first item,
    as the records of one compressed member are.
    """

    groups: list[list[Found]]
    kind: str = "listed"
    path: Path = Path("listed")

    def read(self, start: int = 0) -> Iterator[Item]:
        for place, group in enumerate(self.groups):
            if place >= start:
                cursor = place + 1 if len(group) == 1 else place
                yield from (Item(cursor, found) for found in group)


GROUPS: list[list[Found]] = [
    [page(0), page(1), page(2)],
    [page(3)],
    [Damage(file="x", offset=9, kind="cut off")],
    [page(4), page(0), Reject(url="", reason="no url", detail=""), page(5), page(6)],
    [page(7, kind="request")],
    [page(8)],
    [page(9), page(10)],
]
SOURCES = [Listed(GROUPS), Listed([]), Listed([[page(3)], [page(20), page(21), page(22)]])]
EXPECTED = {
    "already stored": 2,
    "damaged: cut off": 1,
    "no url": 1,
    "forgotten": 1,
}


def begun() -> Intake:
    return Intake(job="j", asked="a")


def refused(url: str) -> bool:
    return url.endswith("/21")


class KilledError(Exception):
    """Stands for the end of the process."""


def _end(*, now: bool) -> None:
    if now:
        raise KilledError


def run(
    folder: Path, stop: Callable[[Intake], bool] = lambda _: False, records: int = 3
) -> Intake:
    """Import until ``stop``; begin where the archive's newest note says."""
    store.recover(folder)
    note = store.last_note(folder)
    state = Intake.from_note(note) if note else Intake(job="j", asked="a")
    known = Known(folder)
    try:
        with store.Appender(folder, max_records=records) as appender:
            for place in take_in(appender, SOURCES, state, known, refused):
                _end(now=stop(place))
    except KilledError:
        pass
    return state


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_every_item_is_stored_or_counted(tmp_path):
    state = run(tmp_path)
    assert state.rejects == Counter(EXPECTED)
    assert (state.stored, state.beside) == (12, 1)
    assert state.rows == 18 == state.stored + state.beside + sum(EXPECTED.values())
    assert state.damage == [Damage(file="x", offset=9, kind="cut off")]
    assert len(list(store.captures(tmp_path))) == 12
    rows = [row for index in store.index_files(tmp_path) for row in store.beside_rows(index)]
    [(_, record)] = store.read_records(
        tmp_path, [store.Pointer(row.file, row.offset, row.length) for row in rows]
    )
    assert (record.kind, record.url) == ("request", page(7).url)


@pytest.mark.parametrize("stop", range(1, 19))
def test_an_import_ended_after_any_item_goes_on_with_the_same_accounts(tmp_path, stop):
    whole = run(tmp_path / "whole")
    run(tmp_path / "ended", lambda state: state.rows == stop)
    resumed = run(tmp_path / "ended")
    assert resumed == whole
    assert content(tmp_path / "ended") == content(tmp_path / "whole")


def test_an_import_that_ends_again_and_again_still_arrives(tmp_path):
    whole = run(tmp_path / "whole", records=1)
    for _ in range(30):
        first = [0]

        def third(_: Intake, seen: list[int] = first) -> bool:
            seen[0] += 1
            return seen[0] == 3

        run(tmp_path / "ended", third, records=1)
    assert run(tmp_path / "ended", records=1) == whole


def test_what_the_archive_holds_is_not_stored_twice(tmp_path):
    run(tmp_path)
    before = content(tmp_path)
    with store.Appender(tmp_path) as appender:
        known = Known(tmp_path)
        *_, state = take_in(appender, SOURCES, Intake(job="k", asked="a"), known, refused)
    assert state.stored == 0
    assert state.rejects["already stored"] == 15
    assert content(tmp_path) == before


def test_damage_is_listed_up_to_a_limit_and_counted_beyond(tmp_path):
    count = MOST_DAMAGE + 5
    torn: list[list[Found]] = [[Damage(file="x", offset=n, kind="torn")] for n in range(count)]
    with store.Appender(tmp_path) as appender:
        given = Intake(job="j", asked="a")
        *_, state = take_in(appender, [Listed(torn)], given, Known(tmp_path), refused)
    assert len(state.damage) == MOST_DAMAGE
    assert state.rejects == {"damaged: torn": count}


def test_a_source_that_cannot_be_used_is_one_reject(tmp_path):
    with store.Appender(tmp_path) as appender:
        source = Listed([[Damage(file="x", offset=-1, kind="no such file")]])
        *_, state = take_in(appender, [source], begun(), Known(tmp_path), refused)
    assert state.rejects == {"unusable source": 1}


def test_a_payload_over_the_limit_is_a_reject(tmp_path):
    with store.Appender(tmp_path, payload_limit=3) as appender:
        source = Listed([[page(1)]])
        *_, state = take_in(appender, [source], begun(), Known(tmp_path), refused)
    assert (state.stored, sum(state.rejects.values())) == (0, 1)
    assert list(store.captures(tmp_path)) == []


def test_nothing_to_read_is_one_state(tmp_path):
    with store.Appender(tmp_path) as appender:
        states = list(take_in(appender, [], begun(), Known(tmp_path), refused))
    assert [state.rows for state in states] == [0]


def test_a_note_comes_back_through_json():
    state = Intake(
        job="j",
        asked="a",
        source=1,
        cursor=7,
        passed=2,
        rows=9,
        stored=5,
        rejects=Counter({"no url": 4}),
        damage=[Damage(file="x", offset=1, kind="torn")],
    )
    copy = Intake.from_note(json.loads(json.dumps(state.note())))
    assert copy == state
    copy.rejects["new"] += 1


# -- known records


@pytest.fixture(params=[0, 1000])
def looked_up(request, monkeypatch):
    """How many records are looked up before the indexes are read whole."""
    monkeypatch.setattr(intake, "_LOOKED_UP", request.param)


def is_known(known: Known, record: Record) -> bool:
    return not known.add(record, block_digest(record.block))


@pytest.mark.usefixtures("looked_up")
def test_what_an_archive_holds_is_known_and_nothing_else(tmp_path):
    run(tmp_path)
    known = Known(tmp_path)
    assert all(is_known(known, page(number)) for number in range(7))
    assert is_known(known, page(7, kind="request"))
    assert not is_known(known, page(7))
    assert is_known(known, page(7))
    known.forget(page(7), block_digest(page(7).block))
    assert not is_known(known, page(7))


@pytest.mark.usefixtures("looked_up")
@pytest.mark.parametrize(
    "change",
    [
        {"url": "http://host0.example/x"},
        {"url": "https://host0.example/0"},
        {"fetched_at": AT + timedelta(microseconds=1)},
        {"kind": "resource"},
        {"kind": "request"},
        {"block": b"HTTP/1.1 200 OK\r\n\r\n<p>other</p>"},
    ],
)
def test_records_that_differ_in_anything_are_told_apart(tmp_path, change):
    run(tmp_path)
    known = Known(tmp_path)
    assert is_known(known, page(0))
    assert not is_known(known, replace(page(0), **change))


def test_identities_with_one_half_in_common_are_told_apart():
    held = intake._Halved([(1, 2), (1, 4), (3, 3)])
    assert (1, 2) in held
    assert (1, 4) in held
    assert (1, 3) not in held
    assert (2, 2) not in held


def test_a_full_disk_ends_an_import_with_one_line(tmp_path, monkeypatch):
    def full(*given: object) -> None:
        raise OSError(28, "No space left on device", given)

    monkeypatch.setattr(store._Draft, "put", full)
    with pytest.raises(SurroundingsError, match="No space left"):
        run(tmp_path)
