import json

import pytest

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.asking.journal import Recorder, Replayed
from pagemill.measure.engine import Query, Unanswered
from pagemill.measure.size.importance import by_importance


def test_a_replay_gives_the_same_estimate_bit_for_bit(asking, lexicon):
    lines = []
    asker = asking(limit=10, failing=0.2)
    terms = Terms(budget=150)
    first = Asker(Recorder(asker.engine, lines.append), terms)
    found = by_importance(first, lexicon, seed=4)
    second = Asker(Replayed(lines), terms)
    again = by_importance(second, lexicon, seed=4)
    assert again == found
    assert second.cost == first.cost
    assert first.cost.queries == 150


def test_another_measurement_than_the_recorded_one_is_refused(asking):
    lines = []
    Recorder(asking().engine, lines.append).search(Query(("w1",)))
    with pytest.raises(UsageError, match="same command"):
        Replayed(lines).search(Query(("w2",)))
    with pytest.raises(UsageError, match="no journal"):
        Replayed(["{}"])
    with pytest.raises(UsageError, match="line 1"):
        Replayed(["{"])


def test_every_kind_of_request_is_recorded(asking):
    lines = []
    page = "http://toy.example/1"
    recorder = Recorder(asking(has_lookup=True).engine, lines.append)
    recorder.search(Query(("w1",)))
    texts = recorder.fetch(page), recorder.cached(page), recorder.lookup(page)
    replayed = Replayed(lines)
    replayed.search(Query(("w1",)))
    assert (replayed.fetch(page), replayed.cached(page), replayed.lookup(page)) == texts
    assert [json.loads(line).get("ask") for line in lines[1:]] == [
        *("search", "fetch", "cached", "lookup")
    ]


def test_no_answer_is_recorded_as_such(asking):
    lines = []
    recorder = Recorder(asking(failing=1.0).engine, lines.append)
    for engine in (recorder, Replayed(lines)):
        with pytest.raises(Unanswered, match="time-out"):
            engine.search(Query(("w1",)))
