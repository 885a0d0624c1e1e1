from __future__ import annotations

import pytest

from material.documents import MAIL
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.mail import MailConverter
from pagemill.errors import DocumentError
from pagemill.media.types import MAIL as KIND


def html_of(message: bytes) -> str:
    return MailConverter().convert(message, KIND)


def test_a_message_has_its_subject_header_text_and_attachments():
    html = check_converter(MailConverter(), MAIL, KIND)
    assert "<h1>Neue Gezeiten für März</h1>" in html
    assert "<title>Neue Gezeiten für März</title>" in html
    assert 'name="author" content="Harbour Office"' in html
    assert 'name="date" content="2026-03-02T08:15:00+01:00"' in html
    assert "<td>crew@harbour.example</td>" in html
    assert "<b>twice</b> a day" in html
    assert html.count("a day") == 1  # the text is not told in both its forms
    assert "color: red" not in html
    assert "<li>tables.pdf (application/pdf)" in html


def test_plain_text_is_paragraphs_with_their_lines():
    html = html_of(b"From: a@a.example\nSubject: x\n\none\ntwo\n\n<three>\n")
    assert "<p>one<br>two</p>" in html
    assert "<p>&lt;three&gt;</p>" in html


def test_the_line_of_a_mailbox_is_passed_over():
    assert html_of(b"From a Mon Mar  2 08:15:00 2026\n" + MAIL) == html_of(MAIL)


@pytest.mark.parametrize(
    "message",
    [
        b"From: <\nDate: someday\nTo: ,,,\nSubject: =?x?q?=\n\ntext",
        b"From: a\nContent-Type: text/plain; charset=no-such\n\ntext",
        b"From: a\nContent-Type: multipart/mixed\n\ntext",
        b"From: a\nContent-Transfer-Encoding: base64\n\ntext!",
        b"\xff\xfe: x\n\ntext",
        b"",
    ],
)
def test_any_message_gives_a_page(message):
    assert "<body>" in html_of(message)


def test_a_message_of_too_many_parts_is_a_bomb():
    part = b"--B\nContent-Type: text/plain\n\nx\n"
    head = b"From: a\nContent-Type: multipart/mixed; boundary=B\n\n"
    with pytest.raises(DocumentError, match="bomb: more than 200 parts"):
        html_of(head + part * 300 + b"--B--")
