import json

import pytest

from pagemill.cli.main import main


def test_a_collection_is_sized_compared_and_looked_at(built, capsys):
    place = str(built.root)
    for words in (
        ["size", place],
        ["compare", place, place],
        ["freshness", place],
        ["age", place],
        ["duplicates", place],
        ["graph", place],
        ["spam", place, "--sampled", "--budget", "40"],
        ["language", place, "--sampled", "--budget", "40", "--language", "en"],
    ):
        assert main(["measure", *words]) == 0, words
        assert capsys.readouterr().out, words
        assert main(["measure", *words, "--json"]) == 0, words
        assert json.loads(capsys.readouterr().out), words


def test_a_sampled_comparison_draws_a_figure_and_is_replayed(built, tmp_path, capsys):
    place, journal = str(built.root), str(tmp_path / "j")
    asked = ["measure", "compare", place, place, "--sampled", "--budget", "60"]
    figure = str(tmp_path / "v.svg")
    words = tmp_path / "w.jsonl"
    assert main(["measure", "lexicon", place, "--out", str(words)]) == 0
    asked += ["--lexicon", str(words)]
    capsys.readouterr()
    assert main([*asked, "--journal", journal, "--venn", figure]) == 0
    first = capsys.readouterr().out
    assert (tmp_path / "v.svg").read_text().startswith("<svg")
    assert main([*asked, "--replay", journal]) == 0
    assert capsys.readouterr().out == first


def test_a_log_and_a_moved_page(built, tmp_path, capsys):
    place = str(built.root)
    (tmp_path / "log").write_text("word2x5\nword3x7\n")
    assert main(["measure", "compare", place, place, "--log", str(tmp_path / "log")]) == 0
    assert "ratio of sums" in capsys.readouterr().out
    (tmp_path / "t.txt").write_text(built.docview("http://b.example/3").text)
    assert main(["measure", "moved", place, "--text", str(tmp_path / "t.txt")]) == 0
    assert "http://b.example/3" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["size", "none"],
        ["compare", "HERE"],
        ["size", "HERE", "HERE"],
        ["type", "HERE", "--sampled"],
        ["lexicon", "HERE"],
        ["moved", "HERE"],
        ["size", "HERE", "--method", "magic"],
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(built, capsys, words):
    given = [str(built.root) if word == "HERE" else word for word in words]
    assert main(["measure", *given]) == 2
    assert capsys.readouterr().err.count("\n") == 1
