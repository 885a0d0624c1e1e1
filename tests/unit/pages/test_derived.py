from __future__ import annotations

from pathlib import Path

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, part_name
from pagemill.pages.derived import places, pointed_to, pointer
from pagemill.pages.table import Row
from pagemill.tables import Clusters

HASHES = (3, 1 << 62, (1 << 63) + 5, (1 << 64) - 1)


def clusters(hashes: list[int]) -> Clusters:
    names = [f"http://a.org/{number}" for number in hashes]
    return Clusters(
        url_hash=np.array(hashes, np.uint64),
        url=names,
        representative=names,
        relation=["kept"] * len(names),
        similarity=np.ones(len(names)),
    )


def test_a_pointer_leads_to_the_hash_it_was_made_of():
    assert (
        pointed_to(Row("org,a)/ http", (pointer("org,a)/ http", (1 << 64) - 1),)))
        == (1 << 64) - 1
    )
    assert pointed_to(Row("org,a)/ http", ())) is None


def test_places_are_looked_up_in_the_live_parts(tmp_path: Path):
    (tmp_path / "collection.toml").write_text("")
    layout = Layout(tmp_path)
    for number in range(2):
        rows = list(HASHES[2 * number : 2 * number + 2])
        parquet.write_part(
            clusters(rows), layout.table("clusters", "run") / part_name(number, 2)
        )
    assert dict(places(layout)(HASHES[0])) == {}
    manifest.publish(layout, {"clusters": "run"})
    find = places(layout)
    found = [dict(find(hashed)) for hashed in HASHES]
    assert found == [
        {"clusters": f"{part_name(part, 2)}:{row}"} for part in (0, 1) for row in (0, 1)
    ]
    assert dict(find(4)) == {}
