"""Files as answers."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.fetching.files import FileFetcher
from pagemill.model.files.rights import MODE, OWNER, READ, Account, may_read, stated


def read(root: Path, *urls: str, **more: object) -> list[Outcome]:
    async def ask() -> list[Outcome]:
        fetcher = FileFetcher([root], limit=100)
        return [await fetcher.fetch(Request(url=url, **more)) for url in urls]  # type: ignore[arg-type]

    return asyncio.run(ask())


def test_a_folder_is_a_page_of_links_and_a_file_is_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "a b.html").write_text("<p>x")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "sub").mkdir()
    folder, file = read(tmp_path, tmp_path.as_uri() + "/", (tmp_path / "a b.html").as_uri())
    assert isinstance(folder, Answer)
    assert isinstance(file, Answer)
    assert b"/a%20b.html" in folder.body
    assert b"/sub/" in folder.body
    assert b"hidden" not in folder.body
    assert file.body == b"<p>x"
    assert file.header("content-type") == "text/html"
    assert file.header(OWNER).count(":") == 1
    assert file.header(MODE).startswith("0")
    (again,) = read(
        tmp_path,
        (tmp_path / "a b.html").as_uri(),
        headers=(("If-Modified-Since", file.header("last-modified")),),
    )
    assert isinstance(again, Answer)
    assert (again.status, again.body) == (304, b"")


def test_nothing_outside_is_read_whatever_leads_there(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("x")
    (root / "link").symlink_to(outside / "secret")
    urls = [
        (root / "link").as_uri(),
        f"{root.as_uri()}/../outside/secret",
        "file:///etc/passwd",
    ]
    reasons = [one.reason for one in read(root, *urls) if isinstance(one, Failure)]
    assert reasons == ["outside the folders"] * 3


def test_what_cannot_be_had_is_told(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * 101)
    absent, large = read(tmp_path, tmp_path.as_uri() + "/none", (tmp_path / "large").as_uri())
    assert isinstance(absent, Answer)
    assert absent.status == 404
    assert isinstance(large, Failure)
    assert large.reason == "answer too large"


def test_a_file_that_changed_within_the_same_second_is_sent_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one")
    os.utime(file, ns=(0, 10**18 + 1))
    (first,) = read(tmp_path, file.as_uri())
    assert isinstance(first, Answer)
    known = (
        ("If-None-Match", first.header("etag")),
        ("If-Modified-Since", first.header("last-modified")),
    )
    (same,) = read(tmp_path, file.as_uri(), headers=known)
    file.write_text("two")
    os.utime(file, ns=(0, 10**18 + 2))
    (changed,) = read(tmp_path, file.as_uri(), headers=known)
    assert isinstance(same, Answer)
    assert isinstance(changed, Answer)
    assert (same.status, changed.status, changed.body) == (304, 200, b"two")
    assert same.header(MODE) == first.header(MODE)  # what may have changed is told again


def test_what_rules_leave_out_is_neither_listed_nor_read(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.log\nbuild/")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "a.txt").write_text("x")
    (tmp_path / "b.log").write_text("x")
    (tmp_path / "c.txt").write_text("x")
    folder, *others = read(
        tmp_path,
        tmp_path.as_uri() + "/",
        (tmp_path / "build" / "a.txt").as_uri(),
        (tmp_path / "b.log").as_uri(),
    )
    assert isinstance(folder, Answer)
    assert b"c.txt" in folder.body
    assert b"build" not in folder.body
    assert b"b.log" not in folder.body
    reasons = [one.reason for one in others if isinstance(one, Failure)]
    assert reasons == ["ignored by rule"] * 2


def test_folders_on_the_way_are_told_where_they_are_closed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "a.txt").write_text("x")
    (home / "a.txt").chmod(0o644)
    (found,) = read(home, (home / "a.txt").as_uri())
    assert isinstance(found, Answer)
    rights = stated(found.headers)
    assert rights is not None
    assert rights[0].allows(None, READ)
    assert not may_read(*rights, None)
    assert may_read(*rights, Account(os.getuid(), frozenset()))
