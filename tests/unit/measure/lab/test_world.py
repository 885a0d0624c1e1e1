import numpy as np
import pytest

from pagemill.measure.engine import Query, Unanswered
from pagemill.measure.lab.world import Shape, ToyEngine, Vices, World


def test_a_world_is_that_of_its_seed():
    shape = Shape(pages=50, words=200, topics=3)
    one, two = World.make(shape, 1), World.make(shape, 1)
    assert one.texts == two.texts
    assert one.texts != World.make(shape, 2).texts
    assert len(one) == 50


def test_answers_are_right_without_vices(world):
    engine = ToyEngine(world, np.arange(0, 400, 2))
    found = engine.search(Query(("w3", "w5")))
    truth = {n for n in range(0, 400, 2) if {"w3", "w5"} <= world.words[n]}
    assert {int(page.rsplit("/", 1)[1]) for page in found.ids} == truth
    assert (found.total, found.overflow) == (len(truth), False)


def test_each_vice_shows(world):
    pages = np.arange(400)
    common = Query(("w1",))
    cut = ToyEngine(world, pages, Vices(limit=5, total_factor=2.0)).search(common)
    assert (len(cut.ids), cut.overflow) == (5, True)
    assert cut.total > 400
    assert ToyEngine(world, pages, Vices(total_cap=9)).search(common).total == 9
    assert ToyEngine(world, pages, Vices(hides_total=True)).search(common).total is None
    with pytest.raises(Unanswered, match="time-out"):
        ToyEngine(world, pages, Vices(failing=1.0)).search(common)
    twice = ToyEngine(world, pages, Vices(repeats=1.0)).search(common).ids
    assert twice[0] == twice[-1]
    with pytest.raises(Unanswered, match="too long"):
        ToyEngine(world, pages, Vices(refuses_long=1)).search(Query(("w1", "w2")))
    stale = ToyEngine(world, pages, Vices(stale=1.0))
    page = "http://toy.example/3"
    assert stale.fetch(page) != stale.cached(page)
    first = ToyEngine(world, pages, Vices(by_length=1.0, limit=5)).search(common).ids
    lengths = [world.lengths[int(one.rsplit("/", 1)[1])] for one in first]
    assert lengths == sorted(lengths, reverse=True)
