"""A real server on loopback; what it heard shows that reading changes nothing."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from material import imapserver, tlsserver
from pagemill.crawl.fetching.access import Access, Login
from pagemill.crawl.fetching.conformance import Sample, faults
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.fetching.imap import ImapFetcher

LETTER = b"From: a@b.example\r\nSubject: Ferry\r\n\r\nIt leaves at noon.\r\n"
ME = {"127.0.0.1": Login(user="me", password="secret")}


def mail(**settings: object) -> imapserver.Mail:
    boxes = {"INBOX": {4: LETTER, 9: LETTER}, "Lists/W3C & co": {1: LETTER}, "Entw&APw-rfe": {}}
    return imapserver.Mail(boxes, **settings)


def asked(
    port: int, *paths: str, scheme: str = "imap", access: Access | None = None, **fields: str
) -> list[Outcome]:
    seconds = float(fields.pop("seconds", "120"))

    async def run() -> list[Outcome]:
        names = Names(time.monotonic, {})
        guard = Guard.allowing(["127.0.0.0/8"])
        fetcher = ImapFetcher(
            names, guard, access or Access(logins=ME), limit=1_000, seconds=seconds
        )
        headers = tuple((name.replace("_", "-"), value) for name, value in fields.items())
        try:
            return [
                await fetcher.fetch(
                    Request(url=f"{scheme}://127.0.0.1:{port}/{path}", headers=headers)
                )
                for path in paths
            ]
        finally:
            await fetcher.close()
            names.close()

    return asyncio.run(run())


def failed(outcome: Outcome) -> tuple[str, bool]:
    assert isinstance(outcome, Failure)
    return outcome.reason, outcome.is_lasting


def body(outcome: Outcome) -> bytes:
    assert isinstance(outcome, Answer), outcome
    assert outcome.status == 200
    return outcome.body


def test_a_mailbox_is_a_page_of_links_to_its_messages() -> None:
    with imapserver.running(mail()) as served:
        page, letter, lists, none = asked(
            served.port,
            "INBOX",
            "INBOX;UIDVALIDITY=7/;UID=9",
            "Lists/W3C%20&%20co",
            "Entw%C3%BCrfe",
        )
        begin = f"imap://127.0.0.1:{served.port}"
    assert body(page).count(b"<li>") == 2
    assert f'href="{begin}/INBOX;UIDVALIDITY=7/;UID=4"'.encode() in body(page)
    assert body(letter) == LETTER
    assert isinstance(letter, Answer)
    assert letter.header("content-type") == "message/rfc822"
    assert f"{begin}/Lists/W3C%20%26%20co;UIDVALIDITY=7/;UID=1".encode() in body(lists)
    assert b"<li>" not in body(none)


def test_reading_changes_nothing_at_the_server() -> None:
    with imapserver.running(mail()) as served:
        asked(served.port, "INBOX", "INBOX;UIDVALIDITY=7/;UID=4")
    verbs = [" ".join(one.split(" ")[:2]).upper() for one in served.heard]
    assert set(verbs) == {
        *("CAPABILITY", "LOGIN", 'EXAMINE "INBOX"', "UID SEARCH", "UID FETCH", "LOGOUT"),
    }
    assert [one for one in served.heard if "BODY" in one] == ["UID FETCH 4 (BODY.PEEK[])"]
    assert served.heard.count("LOGIN") == 1


def test_what_is_not_there_is_an_answer_and_what_is_known_is_not_sent_again() -> None:
    with imapserver.running(mail()) as served:
        found = asked(
            served.port, "Sent", "INBOX;UIDVALIDITY=7/;UID=5", "INBOX;UIDVALIDITY=6/;UID=4"
        )
        (page,) = asked(served.port, "INBOX", If_None_Match='"7-10-2"')
        (letter,) = asked(served.port, "INBOX;UIDVALIDITY=7/;UID=4", If_None_Match='"7-4"')
    assert [one.status for one in found if isinstance(one, Answer)] == [404, 404, 404]
    assert isinstance(page, Answer)
    assert isinstance(letter, Answer)
    assert (page.status, letter.status) == (304, 304)


def test_whoever_may_not_come_in_is_told_so_once() -> None:
    with imapserver.running(mail()) as served:
        (nobody,) = asked(served.port, "INBOX", access=Access())
        wrong = Access(logins={"127.0.0.1": Login(user="me", password="guess")})
        (stranger,) = asked(served.port, "INBOX", access=wrong)
        assert served.heard.count("LOGIN") == 1
    assert failed(nobody) == failed(stranger) == ("login refused", True)


def test_a_message_that_is_too_large_is_not_fetched() -> None:
    large = imapserver.Mail({"INBOX": {1: LETTER * 50}})
    with imapserver.running(large) as served:
        (found,) = asked(served.port, "INBOX;UIDVALIDITY=7/;UID=1")
    assert failed(found) == ("answer too large", True)
    assert not [one for one in served.heard if "BODY" in one]


@pytest.mark.parametrize("from_the_start", [True, False])
def test_what_is_said_is_encrypted(tmp_path: Path, *, from_the_start: bool) -> None:
    context, authority = tlsserver.issued(tmp_path)
    own = mail(encrypted=context, from_the_start=from_the_start)
    scheme = "imaps" if from_the_start else "imap"
    with imapserver.running(own) as served:
        trusted = Access(logins=ME, authorities=str(authority))
        (page,) = asked(served.port, "INBOX", scheme=scheme, access=trusted)
        (wary,) = asked(served.port, "INBOX", scheme=scheme)
    assert body(page).count(b"<li>") == 2
    assert failed(wary) == ("certificate not valid", True)
    assert from_the_start or served.heard[:2] == ["CAPABILITY", "STARTTLS"]
    assert served.heard.count("LOGIN") == 1


def test_a_private_address_is_not_asked_and_a_dead_one_fails() -> None:
    async def run() -> Outcome:
        names = Names(time.monotonic, {"mail.example": "127.0.0.1"})
        fetcher = ImapFetcher(names, Guard(), Access())
        try:
            return await fetcher.fetch(Request(url="imaps://mail.example/INBOX"))
        finally:
            await fetcher.close()
            names.close()

    assert failed(asyncio.run(run())) == ("private address", True)
    with imapserver.running(mail()) as served:
        port = served.port
    dead, senseless = asked(port, "INBOX", "")
    assert failed(dead) == ("connection lost", False)
    assert failed(senseless) == ("malformed address", True)


def test_it_keeps_the_contract_of_fetchers() -> None:
    async def run(port: int) -> list[str]:
        names = Names(time.monotonic, {})
        fetcher = ImapFetcher(names, Guard.allowing(["127.0.0.0/8"]), Access(logins=ME))
        base = f"imap://127.0.0.1:{port}/INBOX;UIDVALIDITY=7/;UID="
        try:
            return await faults(fetcher, Sample(present=f"{base}4", absent=f"{base}5"))
        finally:
            names.close()

    with imapserver.running(mail()) as served:
        assert asyncio.run(run(served.port)) == []


@pytest.mark.parametrize("trick", ["flood", "drip"])
def test_an_answer_that_goes_on_is_ended_by_its_time(trick: str) -> None:
    began = time.monotonic()
    with imapserver.running(mail(trick=trick)) as served:
        (outcome,) = asked(served.port, "INBOX", seconds="1")
    assert failed(outcome) == ("too slow", False)
    assert time.monotonic() - began < 10


def test_an_answer_that_goes_on_is_ended_by_its_bytes() -> None:
    with imapserver.running(mail(trick="literals")) as served:
        (outcome,) = asked(served.port, "INBOX")
    assert failed(outcome) == ("connection lost", False)
    assert isinstance(outcome, Failure)
    assert "answer without end" in outcome.detail


def test_a_password_that_a_server_repeats_is_not_told_on() -> None:
    with imapserver.running(mail(trick="tell")) as served:
        (outcome,) = asked(served.port, "INBOX")
        odd = Access(logins={"127.0.0.1": Login(user="me", password="gehe\u00fcim")})
        (unsent,) = asked(served.port, "INBOX", access=odd)
    assert failed(outcome) == failed(unsent) == ("login refused", True)
    assert "secret" not in str(outcome)
    assert "***" in str(outcome)
    assert "\u00fc" not in str(unsent)
