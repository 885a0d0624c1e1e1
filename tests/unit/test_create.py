import pytest

from pagemill.api import Collection
from pagemill.errors import UsageError


@pytest.mark.parametrize("leftover", ["archive", "CURRENT.json", ".collection.toml.tmp"])
def test_what_an_interrupted_creation_leaves_is_no_hindrance(tmp_path, leftover):
    Collection.create(tmp_path / "c")
    for path in (tmp_path / "c").iterdir():
        if path.name != leftover:
            path.rmdir() if path.is_dir() else path.unlink()
    if leftover.startswith("."):
        (tmp_path / "c" / leftover).touch()
    Collection.create(tmp_path / "c")
    assert Collection.open(tmp_path / "c").funnel().captures == 0


@pytest.mark.parametrize("name", ["letter.txt", "letter.tmp", "archive/00000.warc.gz"])
def test_a_folder_with_something_in_it_is_left_alone(tmp_path, name):
    path = tmp_path / "c" / name
    path.parent.mkdir(parents=True)
    path.write_text("Dear reader")
    with pytest.raises(UsageError, match="not empty"):
        Collection.create(tmp_path / "c")
    assert [found for found in (tmp_path / "c").rglob("*") if found.is_file()] == [path]


def test_a_creation_that_fails_leaves_nothing_of_its_own(tmp_path):
    scratch = tmp_path / ".collection.toml.tmp"
    scratch.mkdir()  # where a file should be written
    with pytest.raises(OSError, match="directory"):
        Collection.create(tmp_path)
    assert list(tmp_path.iterdir()) == [scratch]
