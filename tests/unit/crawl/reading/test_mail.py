from __future__ import annotations

from email.message import EmailMessage

import pytest

from pagemill.crawl.reading.mail import links


def message(text: str = "", html: str = "", **fields: str) -> bytes:
    made = EmailMessage()
    for name, value in {"From": "list@l.example", "Subject": "News", **fields}.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    if html:
        made.add_alternative(html, subtype="html")
    return made.as_bytes()


def test_links_of_both_forms_come_once_in_their_order() -> None:
    found = links(
        message(
            "Read https://a.example/one.\nAnd (http://b.example/two_(x)?y=1), please.",
            '<p><a href="https://a.example/one">one</a> <a href="https://c.example/">c</a>',
        )
    )
    assert found == (
        "https://a.example/one",
        "http://b.example/two_(x)?y=1",
        "https://c.example/",
    )


@pytest.mark.parametrize(
    "text",
    [
        "To unsubscribe go to https://l.example/u/123",
        "https://l.example/confirm?token=77",
        "Bitte abmelden: https://l.example/x",
        "https://l.example/login",
    ],
)
def test_what_does_something_when_followed_is_left_alone(text: str) -> None:
    assert links(message(f"{text}\nhttps://a.example/news")) == ("https://a.example/news",)


def test_words_of_stories_are_no_reason_to_leave_a_link_alone() -> None:
    line = "An account of the voters' settings: https://a.example/invalid-accounts-of-votes"
    assert links(message(line)) == ("https://a.example/invalid-accounts-of-votes",)


def test_a_link_is_told_by_what_it_is_called_too() -> None:
    html = (
        '<a href="https://l.example/8f3a">Unsubscribe</a>'
        '<a href="https://l.example/9f3b"><b>Read on</b></a>'
    )
    assert links(message("", html)) == ("https://l.example/9f3b",)


def test_the_way_out_of_a_list_is_left_alone_wherever_it_stands() -> None:
    out = "https://l.example/8f3a"
    found = links(
        message(
            f"See {out} and https://a.example/",
            List_Unsubscribe=f"<mailto:x@l.example>, <{out}>",
            Archived_At="<https://l.example/archive/5>",
        )
    )
    assert found == ("https://l.example/archive/5", "https://a.example/")


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff\xfe nothing",
        b"Content-Type: text/html; charset=none\n\n<a href='https://a.example/'>\xff</a>",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nhttp://[",
    ],
)
def test_damaged_messages_never_raise(payload: bytes) -> None:
    assert set(links(payload)) <= {"https://a.example/"}
