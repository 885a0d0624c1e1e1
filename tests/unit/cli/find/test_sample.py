"""A sample, as it is shown."""

from __future__ import annotations

from argparse import Namespace

from pagemill.cli.find.sample import run


def test_the_same_seed_prints_the_same_pages(built, desk):
    asked = Namespace(dir=built.root, count=2, seed=3, user="")
    assert run(asked, desk.console())
    first = desk.out.getvalue()
    run(asked, desk.console())
    assert desk.out.getvalue() == first * 2
    assert len(first.splitlines()) == 2
    asked.count = 100
    run(asked, desk.console())
    assert set(first.splitlines()) < set(desk.out.getvalue().splitlines())
