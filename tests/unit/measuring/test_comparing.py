import json
import sqlite3
from contextlib import closing

import pytest

from pagemill.errors import UsageError
from pagemill.measure.lab.world import Shape, World
from pagemill.measuring import comparing
from pagemill.measuring.orders import Order

WORLD = World.make(Shape(pages=90, words=1500, mean_length=50), seed=3)


def table(folder, name, pages):
    with closing(sqlite3.connect(folder / f"{name}.sqlite")) as made:
        made.execute("CREATE VIRTUAL TABLE pages USING fts5(url, body)")
        rows = [(f"http://p.example/{n}", WORLD.texts[n]) for n in pages]
        made.executemany("INSERT INTO pages VALUES (?, ?)", rows)
        made.commit()
    keys = {"kind": "fts5", "database": f"{name}.sqlite", "table": "pages"}
    keys |= {"address": "url", "text": "body"}
    path = folder / f"{name}.toml"
    path.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in keys.items()))
    return path


@pytest.fixture(scope="module")
def engines(tmp_path_factory):
    folder = tmp_path_factory.mktemp("engines")
    return table(folder, "one", range(60)), table(folder, "two", range(30, 90))


def test_what_can_be_listed_is_compared_exactly(engines):
    found = comparing.exactly(*engines, Order())
    assert (len(found.only_left), len(found.only_right), found.both) == (30, 30, 30)
    assert comparing.exactly(engines[0], engines[0], Order()).is_equal
    assert comparing.exactly(*engines, Order(replay=engines[0])) is None


@pytest.mark.parametrize("sampler", ["importance", "walk", "random-hits"])
def test_sampling_comes_near_and_shows_its_cost(engines, sampler):
    found = comparing.by_sampling(engines, Order(budget=400, method=sampler))
    for one in found.overlaps:
        assert one.by_content.point == pytest.approx(0.5, abs=0.25)
        assert one.sensitivity > 0.95
    assert sum(found.cells.values()) == pytest.approx(100)
    assert found.sizes[0] == 1
    assert all(cost.queries <= 400 for cost in found.cost)
    assert any("favour long pages" in line for line in found.warnings) == (
        sampler == "random-hits"
    )


def test_query_logs_and_refusals(engines):
    log = ["w1", "w5 w9", "w20", "w33"]
    assert comparing.by_queries(engines[0], engines[0], Order(), log).of_sums[0] == 1
    with pytest.raises(UsageError, match="no query"):
        comparing.by_queries(*engines, Order(), [])
    with pytest.raises(UsageError, match="no such sampler"):
        comparing.by_sampling(engines, Order(method="magic"))
