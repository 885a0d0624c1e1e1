"""The file of logins, and crawls that use it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from material import privatesite
from pagemill.api import Collection
from pagemill.archive import store
from pagemill.collection.layout import Layout
from pagemill.crawling.logins import access
from pagemill.errors import UsageError

COOKIE = "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\ts1"
FILES = {
    "basic": '["127.0.0.1"]\nuser = "me"\npassword = "secret"',
    "header": '["127.0.0.1"]\nheaders = { X-Key = "k1" }',
    "cookie": 'cookies = "cookies.txt"',
    "form": '["127.0.0.1"]\nform = "{url}login"\nfields = { name = "me", pass = "secret" }',
}


def written(folder: Path, text: str, mode: int = 0o600) -> str:
    for name, content in (("logins.toml", text), ("cookies.txt", f"# cookies\n{COOKIE}\n")):
        (folder / name).write_text(content)
        (folder / name).chmod(mode)
    return str(folder / "logins.toml")


@pytest.mark.parametrize("kind", FILES)
def test_a_private_site_is_crawled_and_no_secret_is_kept(tmp_path: Path, kind: str) -> None:
    collection = Collection.create(tmp_path / "c")
    with privatesite.running(kind) as site:
        logins = written(tmp_path, FILES[kind].replace("{url}", site.url))
        report = collection.crawl(
            [site.url], allow_networks=["127.0.0.0/8"], delay=0.0, logins=logins
        )
    assert report.statuses == {"200": 2}
    folder = Layout(collection.root).archive
    for index in store.index_files(folder):
        rows = [*store.index_rows(index), *store.beside_rows(index)]
        places = [store.Pointer(row.file, row.offset, row.length) for row in rows]
        kept = b"".join(one.block for _, one in store.read_records(folder, places))
        assert b"members' page" in kept
        for secret in (b"k1", b"session=s1", b"bWU6c2VjcmV0"):
            assert secret not in kept


def test_a_login_that_does_not_work_is_told(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with privatesite.running("form") as site:
        text = FILES["form"].replace("{url}", site.url).replace("secret", "wrong")
        with pytest.raises(UsageError, match="name or password are wrong"):
            collection.crawl(
                [site.url],
                allow_networks=["127.0.0.0/8"],
                delay=0.0,
                logins=written(tmp_path, text),
            )


def test_all_is_asked_for_through_a_proxy(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with privatesite.running("proxy") as proxy:
        report = collection.crawl(
            ["http://a.example/x"],
            resolve={"a.example": "127.0.0.1"},
            allow_networks=["127.0.0.0/8"],
            delay=0.0,
            proxy=proxy.url,
        )
    assert report.fetched == 1
    assert ("GET", "http://a.example/x", "a.example") in proxy.asked


@pytest.mark.parametrize(
    ("text", "mode", "word"),
    [
        ("user = ", 0o600, "logins.toml"),
        ('["a"]\nname = "x"', 0o600, "there are"),
        ('a = "x"', 0o600, "no section"),
        ('["a"]\nuser = "x"', 0o644, "chmod 600"),
        ('["a.example:8443"]\nuser = "x"', 0o600, "neither a host nor an origin"),
        ('["https://a.example/"]\nuser = "x"', 0o600, "neither a host nor an origin"),
        ('["https://a.example:443"]\nuser = "x"', 0o600, "neither a host nor an origin"),
    ],
)
def test_a_file_that_cannot_be_meant_is_told(
    tmp_path: Path, text: str, mode: int, word: str
) -> None:
    with pytest.raises(UsageError, match=word):
        access("", "", written(tmp_path, text, mode))


def test_hosts_and_origins_are_sites(tmp_path: Path) -> None:
    sites = ("a.example", "127.0.0.1", "::1", "https://a.example:8443", "imap://a.example:143")
    text = "".join(f'["{site}"]\nuser = "x"\n' for site in sites)
    assert set(access("", "", written(tmp_path, text)).logins) == set(sites)


@pytest.mark.parametrize(
    ("proxy", "authorities", "logins"),
    [
        ("127.0.0.1:3128", "", ""),
        ("http://me:pw@127.0.0.1/", "", ""),
        ("", "/nowhere", ""),
        ("", "", "/nowhere"),
    ],
)
def test_what_is_missing_or_odd_is_told(proxy: str, authorities: str, logins: str) -> None:
    with pytest.raises(UsageError):
        access(proxy, authorities, logins)


def test_a_folder_is_crawled_and_only_what_changed_is_taken_again(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.html").write_text("<p>first file of several words")
    (folder / "sub" / "b.txt").write_text("second")
    (tmp_path / "outside.html").write_text("<p>not asked for")
    collection = Collection.create(tmp_path / "c")
    report = collection.crawl([folder.as_uri() + "/"])
    assert report.fetched == 4
    assert report.failures == {}
    (folder / "a.html").write_text("<p>the file has changed and is longer now")
    os.utime(folder / "a.html", (2e9, 2e9))
    again = collection.crawl(refresh=True)
    assert again.fetched == 4
    assert again.unchanged == 3
