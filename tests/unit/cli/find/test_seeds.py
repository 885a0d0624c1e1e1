"""Seeds, as they are shown."""

from __future__ import annotations

from pagemill.cli.find.seeds import show
from pagemill.model.search import Seed, SeedReport

SEED = Seed(
    url="http://a.example/",
    authority=0.25,
    hub=0.0,
    place=0.9,
    linking_pages=7,
    linking_hosts=3,
    spam=0.1,
    fetched=False,
    about=True,
    rank=2,
)


def test_each_seed_comes_with_its_reasons(desk):
    show(SeedReport(topic="ferry", matching=9, around=40, spam=2, seeds=[SEED]), desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "9 pages say it, 40 are around these, 2 of them likely spam"
    assert lines[1] == "http://a.example/"
    assert "  7 pages of 3 other hosts around the topic link to it" in lines
    assert "  rank 2 by authority (0.250)" in lines
    assert "  not fetched yet" in lines
    assert "  spam score 0.10" in lines


def test_it_is_said_where_there_is_nothing_to_propose(desk):
    show(SeedReport(topic="x", matching=0, around=0, spam=0, seeds=[]), desk.console())
    assert "no page around the topic" in desk.out.getvalue()
