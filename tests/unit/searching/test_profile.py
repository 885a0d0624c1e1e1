"""The interests of one person."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from pagemill.api import Collection
from pagemill.errors import UsageError
from pagemill.searching.profile import MOST, added, likeness, read, write


def test_interests_are_kept_for_their_owner_and_erased(tmp_path):
    path = tmp_path / "interests.json"
    write(path, added({}, ["tide", "pier tide"]))
    assert read(path) == {"tide": 2.0, "pier": 1.0}
    assert path.stat().st_mode & 0o777 == 0o600
    write(path, {})
    assert not path.exists()
    assert read(path) == {}
    write(path, {})


def test_a_damaged_file_is_told(tmp_path):
    (tmp_path / "i").write_text("[1]")
    with pytest.raises(UsageError, match="not a profile"):
        read(tmp_path / "i")


def test_only_the_heaviest_words_are_kept():
    assert len(added({}, [f"w{n}" for n in range(2 * MOST)])) == MOST


def test_likeness_is_a_cosine():
    assert likeness({"a1": 3.0, "b1": 4.0}, ["a1"]) == pytest.approx(0.6)
    assert likeness({}, ["a1"]) == likeness({"a1": 1.0}, []) == 0.0


def test_pages_like_the_interests_move_up_and_no_page_comes_or_goes(built, tmp_path):
    root = shutil.copytree(built.root, tmp_path / "c")
    plain = Collection.open(root)
    before = plain.search("title")
    last = before.hits[-1].url
    write(root / "interests.json", added({}, plain.docview(last).keywords))
    assert plain.search("title") == before
    settings = replace(plain.config.search, profile=True)
    personal = replace(plain, config=replace(plain.config, search=settings))
    after = personal.search("title")
    assert after.hits[0].url == last
    assert {hit.url for hit in after.hits} == {hit.url for hit in before.hits}
    pages = [personal.search("title", limit=1, offset=at).hits[0].url for at in range(3)]
    assert pages == [hit.url for hit in after.hits[:3]]
