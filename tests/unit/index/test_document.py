"""What is indexed of one page."""

from __future__ import annotations

from dataclasses import fields, replace

from pagemill.index.document import IndexDocument

PAGE = IndexDocument(url="http://a/", title="t", text="x", keywords=("k",))


def test_equal_pages_have_equal_digests_that_never_change() -> None:
    assert PAGE.digest == replace(PAGE).digest == 16252374708561722150


def test_every_field_changes_the_digest() -> None:
    changed = {
        replace(PAGE, **{one.name: other(getattr(PAGE, one.name))}).digest
        for one in fields(PAGE)
    }
    assert len(changed | {PAGE.digest}) == len(fields(PAGE)) + 1


def other(value: object) -> object:
    return ("q", "r") if isinstance(value, tuple) else 7 if isinstance(value, int) else "q"


def test_a_mark_that_is_known_already_is_the_digest() -> None:
    assert replace(PAGE, mark=42).digest == 42


def test_a_text_that_moves_from_one_list_to_another_changes_the_digest() -> None:
    assert replace(PAGE, keywords=(), anchors=("k",)).digest != PAGE.digest


def test_text_cannot_run_over_into_its_neighbour() -> None:
    assert replace(PAGE, title="tx", text="").digest != PAGE.digest
    assert (
        replace(PAGE, keywords=("ab", "c")).digest != replace(PAGE, keywords=("a", "bc")).digest
    )


def test_a_lone_surrogate_is_digested() -> None:
    assert replace(PAGE, text="\ud800").digest != PAGE.digest
