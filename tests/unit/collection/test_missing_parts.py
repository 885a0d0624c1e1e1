import pytest

from pagemill.collection import manifest
from pagemill.collection.layout import Layout, part_name
from pagemill.errors import CollectionError


@pytest.fixture
def layout(tmp_path):
    layout = Layout(tmp_path)
    layout.config.write_text("")
    manifest.publish(layout, {"docviews": "run-1"})
    return layout


def hold(layout, *numbers, count):
    folder = layout.table("docviews", "run-1")
    folder.mkdir(parents=True)
    for number in numbers:
        (folder / part_name(number, count)).write_bytes(b"")


def test_a_table_that_was_never_built_has_no_parts(layout):
    assert manifest.live_parts(layout, "clusters") == []


@pytest.mark.parametrize("count", [1, 2, 8])
def test_the_parts_of_a_whole_table_come_in_order(layout, count):
    hold(layout, *range(count), count=count)
    found = manifest.live_parts(layout, "docviews")
    assert [path.name for path in found] == [
        part_name(number, count) for number in range(count)
    ]


@pytest.mark.parametrize("numbers", [[1], [0, 1, 2], [0, 2]])
def test_a_table_with_a_missing_part_is_damaged(layout, numbers):
    hold(layout, *numbers, count=4)
    with pytest.raises(CollectionError, match="part files are there"):
        manifest.live_parts(layout, "docviews")


def test_a_table_whose_folder_is_gone_is_damaged(layout):
    with pytest.raises(CollectionError, match="all part files are missing"):
        manifest.live_parts(layout, "docviews")
