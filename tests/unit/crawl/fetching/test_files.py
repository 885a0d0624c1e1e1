"""Files as answers."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.fetching.files import MODE, OWNER, FileFetcher


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
