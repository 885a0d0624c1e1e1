"""What one build keeps for the next makes it cheaper, and never makes it another."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from material import folder, smallweb
from pagemill.api import Collection

STEPS = 3


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Pages of a small web in three files: most of them, some and a few."""
    place = tmp_path_factory.mktemp("sources")
    pages = smallweb.web(61, 90)
    shares = [0 if n % 10 else 1 if n % 20 else 2 for n in range(len(pages))]
    return [
        smallweb.write_warc(
            place / f"{step}.warc.gz",
            [page for page, share in zip(pages, shares, strict=True) if share == step],
        )
        for step in range(STEPS)
    ]


def places(root: Path) -> np.ndarray:
    """Where each page stands by its links."""
    [found] = (root / "index").glob("*/links.npy")
    return np.load(found)


@pytest.fixture(scope="module")
def whole(sources: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection built at once."""
    collection = Collection.create(tmp_path_factory.mktemp("whole") / "c")
    collection.import_(sources)
    collection.build(workers=1)
    return collection.root


def kept_files(root: Path) -> list[Path]:
    return sorted(path for path in (root / "tables" / ".kept").rglob("*") if path.is_file())


@pytest.mark.parametrize("how", ["sound", "gone", "damaged", "stale", "half"])
def test_a_collection_that_grew_is_that_of_building_at_once(
    how: str, sources: list[Path], whole: Path, tmp_path: Path
):
    collection = Collection.create(tmp_path / "c")
    kept = collection.root / "tables" / ".kept"
    for step, source in enumerate(sources):
        collection.import_([source])
        collection.build(workers=1 + step % 2)
        files = kept_files(collection.root)
        assert {path.suffix for path in files} == {".npz"}
        if how == "gone":
            shutil.rmtree(kept)
        elif how == "damaged":
            for path in files:
                path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
        elif how == "half":
            files[step % len(files)].unlink()
        elif how == "stale":
            if not step:
                shutil.copytree(kept, tmp_path / "first")
            shutil.rmtree(kept)
            shutil.copytree(tmp_path / "first", kept)
    assert folder.different_parts(collection.root, whole, pointers=False) == []
    assert np.array_equal(places(collection.root), places(whole))


def test_nothing_is_kept_of_what_was_forgotten(sources: list[Path], tmp_path: Path):
    collection = Collection.create(tmp_path / "c")
    collection.import_(sources)
    collection.build(workers=1)
    url = folder.rows(collection.root, "docviews")[0]["url"]
    collection.forget(url)
    grown = Collection.create(tmp_path / "other")
    grown.import_(sources)
    grown.forget(url)
    grown.build(workers=1)
    assert folder.different_parts(collection.root, grown.root, pointers=False) == []
    assert np.array_equal(places(collection.root), places(grown.root))
