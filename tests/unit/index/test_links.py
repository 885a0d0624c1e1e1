from pathlib import Path
from threading import Event, Thread

import pytest

from pagemill.index.links import link, linked


def test_a_link_has_the_content_of_its_source(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    link(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == b"x"


def test_links_leave_out_some_files_and_go_at_the_end(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "lock").write_bytes(b"")
    with linked(tmp_path, without=("lock",)) as links:
        assert [path.name for path in links.iterdir()] == ["a"]
        assert (links / "a").read_bytes() == b"x"
    assert not links.exists()
    assert (tmp_path / "a").read_bytes() == b"x"


def test_links_go_when_the_reader_fails(tmp_path: Path):
    with pytest.raises(ZeroDivisionError), linked(tmp_path, without=()) as links:
        raise ZeroDivisionError
    assert not links.exists()


def test_files_made_while_the_folder_goes_do_not_keep_it(tmp_path: Path):
    stop = Event()

    def make_anew(links: Path) -> None:
        while not stop.is_set():
            try:
                (links / "lock").touch()
            except FileNotFoundError:
                return

    with linked(tmp_path, without=()) as links:
        maker = Thread(target=make_anew, args=(links,))
        maker.start()
    maker.join(10)
    stop.set()
    assert not links.exists()
