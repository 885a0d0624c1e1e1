"""Small pages of our own with the DocView each must give, and why.

``python tests/golden/test_golden.py`` writes the present results beside the pages: look at
the difference before it is committed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from pagemill.view.assemble import docview

HERE = Path(__file__).parent
CASES = sorted(page.parent.name for page in HERE.glob("*/page.html"))
COMPARED = (
    "title",
    "text",
    "markdown",
    "html",
    "page_type",
    "genre",
    "language",
    "topic_links",
)


def result(case: str) -> dict[str, object]:
    view = asdict(
        docview((HERE / case / "page.html").read_bytes(), f"http://golden.example/{case}")
    )
    return json.loads(json.dumps({name: view[name] for name in COMPARED}))


@pytest.mark.parametrize("case", CASES)
def test_a_page_gives_the_docview_that_lies_beside_it(case: str) -> None:
    assert (HERE / case / "why.md").read_text("utf-8").strip()
    assert result(case) == json.loads((HERE / case / "expected.json").read_text("utf-8"))


if __name__ == "__main__":
    for name in CASES:
        text = json.dumps(result(name), ensure_ascii=False, indent=2)
        (HERE / name / "expected.json").write_text(f"{text}\n", "utf-8")
