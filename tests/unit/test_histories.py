from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.histories import history, pages
from pagemill.pages.fill import fill


def test_a_table_that_is_not_filled_is_told_and_then_answers(built, tmp_path: Path):
    layout = Layout(Path(shutil.copytree(built.root, tmp_path / "c")))
    with pytest.raises(CollectionError, match="pagemill build"):
        history(layout, "https://a.example/1")
    fill(layout, "me")
    assert len(history(layout, "http://b.example/2").versions) == 2
    with pytest.raises(UsageError, match="knows nothing"):
        history(layout, "http://b.example/none")
    assert [url for url, _ in pages(layout, "b.example")][:2] == [
        "http://b.example/2",
        "http://b.example/3",
    ]
