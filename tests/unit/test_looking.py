from __future__ import annotations

import shutil

import pytest

from pagemill.api import Collection
from pagemill.errors import CollectionError


def test_a_page_of_the_collection_is_found_by_its_text(built, tmp_path):
    copy = Collection.open(shutil.copytree(built.root, tmp_path / "copy"))
    view = max(copy.docviews(), key=lambda each: len(each.text))
    first = copy.near(view.text)
    assert first[0].similarity == 1.0
    assert view.url in {match.url for match in first}
    assert (copy.root / "lookup" / "CURRENT.json").exists()
    assert copy.near(view.text) == first
    assert copy.near("nothing like it at all here") == []


def test_an_empty_collection_says_that_there_is_nothing(tmp_path):
    with pytest.raises(CollectionError, match="no pages yet"):
        Collection.create(tmp_path / "c").near("some text")
