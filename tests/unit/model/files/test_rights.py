"""Who may read a file, after the rules of POSIX."""

from __future__ import annotations

import pytest

from pagemill.model.files.rights import (
    ACCESS,
    MODE,
    OWNER,
    READ,
    WITHIN,
    Account,
    Entry,
    Rights,
    listed,
    may_read,
    stated,
)

ANN, BOB, EVE = Account.parse("1000:100"), Account.parse("1001:100,27"), Account.parse("1002:9")
ROOT = Account.parse("0:0")
LIST = (
    Entry("user", None, 6),
    Entry("user", 1001, 4),
    Entry("user", 1002, 0),
    Entry("group", None, 4),
    Entry("group", 27, 6),
    Entry("mask", None, 4),
    Entry("other", None, 4),
)


@pytest.mark.parametrize(
    ("mode", "readers"),
    [
        (0o644, {"ann", "bob", "eve", "nobody"}),
        (0o640, {"ann", "bob"}),
        (0o600, {"ann"}),
        (0o044, {"bob", "eve", "nobody"}),  # the owner's own bits decide for the owner
        (0o604, {"ann", "eve", "nobody"}),  # and the group's for its members
        (0o000, set()),
    ],
)
def test_one_class_of_permission_bits_decides(mode: int, readers: set[str]) -> None:
    rights = Rights(1000, 100, mode)
    people = {"ann": ANN, "bob": BOB, "eve": EVE, "nobody": None}
    assert {name for name, who in people.items() if rights.allows(who, READ)} == readers
    assert rights.allows(ROOT, READ)


def test_entries_for_named_users_and_groups_come_before_others() -> None:
    rights = Rights(1000, 50, 0o664, LIST)
    assert rights.allows(BOB, READ)
    assert not rights.allows(EVE, READ)  # named, and allowed nothing, though others are
    assert rights.allows(None, READ)
    assert rights.allows(Account.parse("1003:27"), READ)
    assert not rights.allows(Account.parse("1003:27"), 2)  # the mask takes that away
    assert rights.allows(ANN, 2)  # which no owner is under


def test_a_file_is_read_only_through_folders_that_may_be_passed() -> None:
    home = Rights(1000, 100, 0o700)
    assert may_read(Rights(1000, 100, 0o644), (home,), ANN)
    assert not may_read(Rights(1000, 100, 0o644), (home,), BOB)
    assert not may_read(Rights(1000, 100, 0o644), (home,), None)


@pytest.mark.parametrize("rights", [Rights(1, 2, 0o4755), Rights(1000, 50, 0o664, LIST)])
def test_rights_are_read_as_they_were_written(rights: Rights) -> None:
    assert Rights.parse(str(rights)) == rights


def test_rights_stand_in_header_fields() -> None:
    home = Rights(1000, 100, 0o700)
    fields = [
        (OWNER.lower(), "1000:50"),
        (MODE, "0664"),
        (ACCESS, listed(LIST)),
        (WITHIN, f"{home}; {home}"),
    ]
    assert stated(fields) == (Rights(1000, 50, 0o664, LIST), (home, home))
    assert stated([(OWNER, "1:2")]) is None
    assert stated([(OWNER, "1:2"), (MODE, "nine")]) is None
    assert stated([(OWNER, "1:2"), (MODE, "0644"), (ACCESS, "pet:1:r--")]) is None
    assert stated([(OWNER, "1:2"), (MODE, "0644"), (WITHIN, "nothing")]) is None
    assert listed(LIST).startswith("user::rw-,user:1001:r--,user:1002:---")


@pytest.mark.parametrize("text", ["", "ann", "1:x", ":1"])
def test_an_account_is_numbers(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Account.parse(text)
