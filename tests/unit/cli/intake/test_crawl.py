from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

import pytest

from pagemill.cli.intake import crawl
from pagemill.cli.main import main
from pagemill.model.report import CrawlReport

REPORT = CrawlReport(
    ended="time is up",
    fetched=1_200,
    received=5_000,
    queued=7,
    outcomes={"fetched": 1_200},
    failures={"too slow": 2},
    refusals={"robots.txt": 3},
    statuses={"200": 1_200},
    hidden={"login": 4},
    took_s=9.4,
)


def parsed(*words: str) -> Namespace:
    parser = ArgumentParser()
    crawl.add_arguments(parser)
    return parser.parse_args(["c", *words])


def test_what_a_crawl_came_to_is_told_with_every_reason(desk):
    crawl.show(REPORT, desk.console())
    shown = desk.out.getvalue()
    assert "1,200 answers kept" in shown
    assert "ended: time is up" in shown
    for line in ("2 failed: too slow", "3 not asked for: robots.txt", "4 show little: login"):
        assert line in shown


def test_of_a_private_address_it_is_told_how_it_may_be_asked(desk):
    crawl.show(replace(REPORT, refusals={"private address": 1}), desk.console())
    assert "1 not asked for: private address (--allow-network CIDR" in desk.out.getvalue()


def test_a_report_in_json_has_the_fields_of_the_report(desk):
    crawl.show(REPORT, desk.console(is_json=True))
    assert desk.json()["refusals"] == {"robots.txt": 3}


def test_names_with_addresses_are_read_as_pairs():
    assert parsed("--resolve", "a.example=127.0.0.1").resolve == [("a.example", "127.0.0.1")]


@pytest.mark.parametrize(
    "words",
    [("--resolve", "a.example"), ("--delay", "-1"), ("--delay", "soon"), ("--max-pages", "-1")],
)
def test_arguments_that_cannot_be_meant_are_refused(words, capsys):
    with pytest.raises(SystemExit):
        parsed(*words)
    assert words[0] in capsys.readouterr().err


def test_a_public_host_is_not_crawled_without_a_contact(tmp_path, capsys):
    root = str(tmp_path / "c")
    main(["init", root])
    code = main(["crawl", root, "http://a.example/", "--resolve", "a.example=9.9.9.9"])
    told = capsys.readouterr().err
    assert code == 2
    assert "--contact" in told
    assert "[crawl]" in told


def test_addresses_may_stand_before_between_and_behind_options(tmp_path, capsys):
    assert main(["init", str(tmp_path / "c")]) == 0
    for words in (
        ["a.example", "--dry-run", "--contact", "me@a.example"],
        ["--dry-run", "--contact", "me@a.example", "a.example"],
        ["--dry-run", "a.example", "--contact", "me@a.example"],
    ):
        capsys.readouterr()
        assert main(["crawl", str(tmp_path / "c"), *words]) == 0
        assert "next: https://a.example/" in capsys.readouterr().out
    assert main(["crawl", str(tmp_path / "c"), "--dry-run", "--no-such-thing"]) == 2
    assert main(["crawl", str(tmp_path / "c"), "--dry-run", "a.example", "--bad"]) == 2
    assert main(["status", str(tmp_path / "c"), "--json", "a.example"]) == 2
