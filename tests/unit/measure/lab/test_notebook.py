import json
from pathlib import Path

import pytest

from pagemill.errors import UsageError
from pagemill.measure.lab.lessons import LESSONS
from pagemill.measure.lab.notebook import lesson, notebook

SHIPPED = Path(__file__).resolve().parents[4] / "docs" / "laboratory.ipynb"
QUICK = ("exercises", "addresses")


def test_every_cell_runs_and_gives_what_it_shows():
    chosen = [one for one in LESSONS if one.name in QUICK]
    found = json.loads(notebook(chosen, seed=5))
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    cells = found["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    space = {}
    for cell in cells:
        if cell["cell_type"] == "code" and not cell["outputs"]:
            exec(cell["source"], space)  # noqa: S102 - our own cells
        elif cell["cell_type"] == "code":
            shown = eval(cell["source"], space)  # noqa: S307 - our own cells
            [output] = cell["outputs"]
            assert shown._repr_html_() == output["data"]["text/html"]
            assert "<svg" in shown.html()
    assert space["SEED"] == 5


def test_the_notebook_that_is_shipped_is_that_of_the_lessons():
    cells = json.loads(SHIPPED.read_text("utf-8"))["cells"]
    code = {cell["id"]: cell for cell in cells if cell["cell_type"] == "code"}
    assert list(code) == ["beginning", *(one.name for one in LESSONS)]
    for name in QUICK:
        assert code[name]["outputs"][0]["data"]["text/html"] == lesson(name).html()


def test_a_lesson_that_is_none_is_told_with_those_that_are():
    with pytest.raises(UsageError, match="no such lesson; there are exercises, size"):
        lesson("magic")
