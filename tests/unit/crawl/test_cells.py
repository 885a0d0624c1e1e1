from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.errors import SurroundingsError


def test_what_is_written_in_one_step_is_found_again_after_the_process(tmp_path: Path) -> None:
    with Cells(tmp_path / "table") as cells:
        cells.write({b"a": b"1", b"b": b"2"})
        cells.write({b"a": b"3"}, [b"a", b"b"])
        cells.sync()
    with Cells(tmp_path / "table") as cells:
        assert cells.get([b"a", b"b", b"c"]) == [b"3", None, None]
        assert cells.get([]) == []


def test_a_scan_goes_in_order_from_the_first_key_to_before_the_last(tmp_path: Path) -> None:
    with Cells(tmp_path / "table") as cells:
        cells.write({bytes([number]): b"x" for number in range(10)})
        assert [key[0] for key, _ in cells.scan(b"\x02", b"\x06", 100)] == [2, 3, 4, 5]
        assert [key[0] for key, _ in cells.scan(b"\x02", b"\x06", 2)] == [2, 3]


def test_a_table_in_use_is_refused_and_may_be_looked_at(tmp_path: Path) -> None:
    with Cells(tmp_path / "table") as cells:
        cells.write({b"a": b"1"})
        with pytest.raises(SurroundingsError, match="end the crawl"):
            Cells(tmp_path / "table")
        with Cells(tmp_path / "table", read_only=True) as looked:
            assert looked.get([b"a"]) == [b"1"]


def test_a_table_is_opened_again_with_the_same_cache_and_filters(tmp_path: Path) -> None:
    seen: list[tuple[str, bool]] = []
    for _ in range(2):
        with Cells(tmp_path / "table") as cells:
            cells.write({b"a": b"1"})
            cache = cells._rows.property_value("rocksdb.block-cache-capacity")
            options = max((tmp_path / "table").glob("OPTIONS-*")).read_text()
            seen.append((cache, "filter_policy=nullptr" in options))
    assert seen == [(str(64 << 20), False)] * 2
