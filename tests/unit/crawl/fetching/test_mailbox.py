from __future__ import annotations

import mailbox
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pagemill.crawl.fetching.mailbox import Mailboxes, apart, is_mailbox, listing


def message(number: int, **fields: str) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["Subject"] = "a@b.example", f"Letter {number}"
    made["Message-ID"] = f"<{number}@b.example>"
    for name, value in fields.items():
        made[name] = value
    made.set_content(f"Text of {number}\n\nFrom here on it is a quotation.\n>From there too.\n")
    return made


@pytest.fixture(params=["mbox", "Maildir"])
def box(
    tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[mailbox.Mailbox[mailbox.Message]]:
    path = tmp_path / "box"
    made: mailbox.Mailbox[mailbox.Message] = (
        mailbox.mbox(path) if request.param == "mbox" else mailbox.Maildir(path)
    )
    for number in range(3):
        made.add(message(number))
    made.flush()
    yield made
    made.close()


@pytest.mark.usefixtures("box")
def test_messages_are_found_in_order_and_read_as_they_were_sent(tmp_path: Path) -> None:
    path, boxes = tmp_path / "box", Mailboxes()
    assert is_mailbox(path)
    places = boxes.places(path)
    assert sorted(one.title for one in places.values()) == ["Letter 0", "Letter 1", "Letter 2"]
    for one in places.values():
        sent = message(int(one.title[-1])).as_bytes()
        if path.is_dir():
            assert boxes.message(one) == sent
        else:  # mailbox.mbox does not quote what is quoted already
            assert boxes.message(one).rstrip() == sent.replace(b"\n>From", b"\nFrom").rstrip()


def test_names_stay_when_messages_come_and_go(
    box: mailbox.Mailbox[mailbox.Message], tmp_path: Path
) -> None:
    path, boxes = tmp_path / "box", Mailboxes()
    before = boxes.places(path)
    box.remove(next(iter(box.keys())))
    box.add(message(3))
    box.flush()
    after = boxes.places(path)
    assert len(before.keys() & after.keys()) == 2
    assert {one.title for one in after.values()} - {one.title for one in before.values()} == {
        "Letter 3"
    }


def test_a_message_that_was_read_keeps_its_name(tmp_path: Path) -> None:
    made, boxes = mailbox.Maildir(tmp_path / "box"), Mailboxes()
    key = made.add(mailbox.MaildirMessage(message(1)))
    (before,) = boxes.places(tmp_path / "box")
    read = made[key]
    read.set_subdir("cur")
    read.add_flag("S")
    made[key] = read
    assert list(boxes.places(tmp_path / "box")) == [before]


def test_a_message_without_a_name_gets_one_from_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "box"
    path.write_bytes(
        b"From a@b Thu Jan  1 00:00:00 2026\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\n\nx\n"
    )
    (place,) = Mailboxes().places(path).values()
    assert (len(place.name), place.title) == (32, "Grüße")


@pytest.mark.parametrize(
    "text", [b"", b"From the sea it came.\nAnd went.\n", b"Subject: x\n\n"]
)
def test_other_files_are_none(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "file").write_bytes(text)
    assert not is_mailbox(tmp_path / "file")
    assert not is_mailbox(tmp_path)


def test_addresses_of_messages_lead_back_to_them(tmp_path: Path) -> None:
    path = tmp_path / "box"
    path.write_bytes(b"From a@b x\nMessage-ID: <a/;id=%41@b>\nSubject: <b>\n\nx\n")
    places = Mailboxes().places(path)
    page = listing("box", "file:///box", places).decode()
    assert '<a href="file:///box/;id=a%2F%3Bid%3D%2541%40b">&lt;b&gt;</a>' in page
    assert apart("/box/;id=a%2F%3Bid%3D%2541%40b") == ("/box", "a/;id=%41@b")
    assert apart("/box/other") == ("/box/other", "")
