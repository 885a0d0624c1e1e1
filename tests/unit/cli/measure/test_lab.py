import json

from pagemill.cli.main import main
from pagemill.measure.lab.lessons import LESSONS


def test_lessons_are_listed_and_given(capsys):
    assert main(["lab"]) == 0
    out = capsys.readouterr().out
    assert all(lesson.name in out for lesson in LESSONS)
    assert main(["lab", "exercises"]) == 0
    assert "5/3" in capsys.readouterr().out
    assert main(["lab", "addresses", "--json", "--seed", "3"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["truth"] > 0
    assert main(["lab", "magic"]) == 2


def test_a_picture_and_a_notebook_are_written(tmp_path, capsys):
    picture, notebook = tmp_path / "a.svg", tmp_path / "a.ipynb"
    assert main(["lab", "addresses", "--picture", str(picture)]) == 0
    assert picture.read_text("utf-8").startswith("<svg")
    assert main(["lab", "exercises", "--notebook", str(notebook)]) == 0
    assert json.loads(notebook.read_text("utf-8"))["nbformat"] == 4
    capsys.readouterr()
    assert main(["lab", "--picture", str(picture)]) == 2
    assert "name the lesson" in capsys.readouterr().err
