"""Mailboxes as feeds: messages become pages, and what they lead to is crawled."""

from __future__ import annotations

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest

from material import imapserver, site
from pagemill.api import Collection

PROSE = "The ferry to the island leaves at noon, and the bakery opens at six every morning."
STORIES = ("anna", "berta", "clara")


def web() -> dict[str, dict[str, dict[str, str]]]:
    pages = {
        f"/{name}": {"body": f"<title>{name}</title><p>{name} says: {PROSE}</p>"}
        for name in (*STORIES, "out", "home")
    }
    return {"routes": {"/robots.txt": {"body": "", "type": "text/plain"}, **pages}}


def letter(name: str, begin: str) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"] = "list@l.example", "me@l.example"
    made["Subject"], made["Message-ID"] = f"News of {name}", f"<{name}@l.example>"
    made["List-Unsubscribe"] = f"<{begin}out>"
    made.set_content(
        f"{name} writes. {PROSE}\n\nRead on: {begin}{name}\nOr leave: {begin}out\n"
    )
    return made


def settings(begin: str) -> dict[str, object]:
    return {
        "allow_networks": ["127.0.0.0/8"],
        "delay": 0.0,
        "delay_factor": 0.0,
        "include": begin,
    }


@pytest.mark.parametrize("kind", ["mbox", "Maildir"])
def test_a_mailbox_of_this_machine_is_a_feed(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "news"
    box = mailbox.mbox(path) if kind == "mbox" else mailbox.Maildir(path)
    seed = f"file://{path}" + ("/" if kind == "Maildir" else "")
    collection = Collection.create(tmp_path / "c")
    with site.running(web()) as served:
        order = settings(served.url)
        for name in STORIES[:2]:
            box.add(letter(name, served.url))
        box.flush()
        first = collection.crawl([seed], **order)
        assert sorted(served.paths()) == ["/anna", "/berta", "/robots.txt"]
        box.add(letter(STORIES[2], served.url))
        box.close()
        again = collection.crawl([], refresh=True, **order)
        asked = served.paths()
    # The mailbox, its messages, and what they lead to; what leads out of the list is not asked.
    assert first.fetched == 5
    assert again.outcomes == {"unchanged": 4, "fetched": 3}
    assert "/out" not in asked
    assert asked.count("/clara") == 1
    collection.build(workers=1)
    texts = {view.url: view.text for view in collection.docviews()}
    messages = [text for url, text in texts.items() if ";id=" in url]
    assert len(messages) == 3
    assert sorted(text.split(" writes")[0].split()[-1] for text in messages) == list(STORIES)


def test_a_mailbox_of_a_server_is_a_feed(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    logins = tmp_path / "logins.toml"
    logins.write_text('["mail.example"]\nuser = "me"\npassword = "secret"\n')
    logins.chmod(0o600)
    with site.running(web()) as served:
        order = settings(served.url)
        order |= {"logins": str(logins), "contact": "me@l.example"}
        inbox = {
            n + 1: letter(name, served.url).as_bytes() for n, name in enumerate(STORIES[:2])
        }
        with imapserver.running(imapserver.Mail({"INBOX": inbox})) as mail:
            seed = f"imap://mail.example:{mail.port}/INBOX"
            names = {"mail.example": "127.0.0.1"}
            first = collection.crawl([seed], resolve=names, **order)
            inbox[3] = letter(STORIES[2], served.url).as_bytes()
            again = collection.crawl([], resolve=names, refresh=True, **order)
            bodies = [one for one in mail.heard if "BODY" in one]
        asked = served.paths()
    assert first.fetched == 5
    assert first.failures == {}
    # A message never changes: of those that are known nothing is sent again.
    assert again.outcomes == {"unchanged": 4, "fetched": 3}
    assert bodies.count("UID FETCH 1 (BODY.PEEK[])") == 1
    assert "/out" not in asked
    collection.build(workers=1)
    urls = [view.url for view in collection.docviews()]
    assert sum(";UID=" in url for url in urls) == 3
    for path in (tmp_path / "c").rglob("*"):
        assert not path.is_file() or b"secret" not in path.read_bytes()
