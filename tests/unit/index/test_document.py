"""What is indexed of one page."""

from __future__ import annotations

from dataclasses import fields, replace

from pagemill.index.document import IndexDocument

PAGE = IndexDocument(url="http://a/", title="t", text="x", keywords=("k",))


def test_equal_pages_have_equal_digests_that_never_change() -> None:
    assert PAGE.digest == replace(PAGE).digest == 13092100123997953521


def test_every_field_changes_the_digest() -> None:
    changed = {
        replace(PAGE, **{one.name: ("q",) if one.name == "keywords" else "q"}).digest
        for one in fields(PAGE)
    }
    assert len(changed | {PAGE.digest}) == len(fields(PAGE)) + 1


def test_text_cannot_run_over_into_its_neighbour() -> None:
    assert replace(PAGE, title="tx", text="").digest != PAGE.digest
    assert (
        replace(PAGE, keywords=("ab", "c")).digest != replace(PAGE, keywords=("a", "bc")).digest
    )


def test_a_lone_surrogate_is_digested() -> None:
    assert replace(PAGE, text="\ud800").digest != PAGE.digest
