"""Who may read a file: owner, permissions and access list as its file system has them.

Source: POSIX.1-2017, section 4.5 (file access permissions); POSIX.1e draft 17, section 23.1.5
(the order in which the entries of an access list decide).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

OWNER: Final = "X-File-Owner"
MODE: Final = "X-File-Mode"
ACCESS: Final = "X-File-Acl"
WITHIN: Final = "X-File-Within"
"""Header fields that state owner and group by number, permission bits, the access list, and the
rights of the folders around that not everybody may pass through."""

READ: Final = 4
SEARCH: Final = 1
"""What passing through a folder takes."""

_ROOT: Final = 0
_LETTERS: Final = ((READ, "r"), (2, "w"), (SEARCH, "x"))
_KINDS: Final = ("user", "group", "mask", "other")


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who asks, by the numbers of the machine that has the files.

    Attributes:
        user: number of the user.
        groups: numbers of all groups that the user is in.
    """

    user: int
    groups: frozenset[int]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``USER:GROUP,GROUP``.

        Raises:
            ValueError: it is written in another way.

        Example:
            >>> Account.parse("1000:100,27").user
            1000
        """
        user, _, groups = text.partition(":")
        return cls(int(user), frozenset(int(one) for one in groups.split(",") if one.strip()))


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of an access list.

    Attributes:
        kind: ``user``, ``group``, ``mask`` or ``other``.
        number: of a named user or group; None for the file's own, and for mask and other.
        allows: bits of what it allows: 4 read, 2 write, 1 execute or search.
    """

    kind: str
    number: int | None
    allows: int


@dataclass(frozen=True, slots=True)
class Rights:
    """Who may do what with one file or folder.

    Attributes:
        owner: number of the user.
        group: number of the group.
        mode: permission bits.
        entries: its access list; empty where it has none besides these bits.
    """

    owner: int
    group: int
    mode: int
    entries: tuple[Entry, ...] = ()

    def __str__(self) -> str:
        """Owner, group, mode in octal, and the access list if any, colons between."""
        text = f"{self.owner}:{self.group}:{self.mode:04o}"
        return f"{text}:{listed(self.entries)}" if self.entries else text

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`__str__` wrote.

        Raises:
            ValueError: it is written in another way.
        """
        owner, group, mode, *rest = text.strip().split(":", 3)
        entries = tuple(map(_entry, rest[0].split(","))) if rest and rest[0] else ()
        return cls(int(owner), int(group), int(mode, 8), entries)

    def allows(self, account: Account | None, wanted: int) -> bool:
        """Whether somebody may do something.

        Args:
            account: who; None for somebody of whom nothing is known.
            wanted: bits of what is to be done.
        """
        if account is not None and account.user == _ROOT:
            return True
        entries = self.entries or _of_mode(self.mode)
        return any(allowed & wanted == wanted for allowed in self._deciding(entries, account))

    def _deciding(self, entries: tuple[Entry, ...], account: Account | None) -> list[int]:
        """What the entries allow that decide: one, or those of all groups somebody is in."""
        others = [one.allows for one in entries if one.kind == "other"]
        if account is None:
            return others
        mask = next((one.allows for one in entries if one.kind == "mask"), 7)
        users = {one.number: one.allows for one in entries if one.kind == "user"}
        if account.user == self.owner:
            return [users.get(None, 0)]
        if account.user in users:
            return [users[account.user] & mask]
        groups = [
            one.allows & mask
            for one in entries
            if one.kind == "group"
            and (self.group if one.number is None else one.number) in account.groups
        ]
        return groups or others


def may_read(own: Rights, around: tuple[Rights, ...], account: Account | None) -> bool:
    """Whether somebody may read a file, and pass through all folders that lead to it.

    Args:
        own: rights of the file.
        around: rights of the folders that not everybody may pass through.
        account: who; None for somebody of whom nothing is known.
    """
    return own.allows(account, READ) and all(one.allows(account, SEARCH) for one in around)


def stated(headers: Iterable[tuple[str, str]]) -> tuple[Rights, tuple[Rights, ...]] | None:
    """Rights of a file and of the folders around it, as header fields state them.

    Returns:
        None where they state none, or what cannot be meant.
    """
    said = {name.lower(): value for name, value in headers}
    if OWNER.lower() not in said or MODE.lower() not in said:
        return None
    entries = said.get(ACCESS.lower(), "")
    text = f"{said[OWNER.lower()]}:{said[MODE.lower()]}" + (f":{entries}" if entries else "")
    try:
        own = Rights.parse(text)
        within = said.get(WITHIN.lower(), "")
        return own, tuple(Rights.parse(one) for one in within.split(";") if one.strip())
    except ValueError:
        return None


def listed(entries: tuple[Entry, ...]) -> str:
    """An access list in the short text form of ``getfacl``, such as ``user:2000:r--``."""
    return ",".join(
        f"{one.kind}:{'' if one.number is None else one.number}:{_letters(one.allows)}"
        for one in entries
    )


def _letters(allowed: int) -> str:
    return "".join(letter if allowed & bit else "-" for bit, letter in _LETTERS)


def _entry(text: str) -> Entry:
    kind, number, letters = text.strip().split(":")
    if kind not in _KINDS:
        raise ValueError(f"{kind}: no kind of entry of an access list")
    allowed = sum(bit for bit, letter in _LETTERS if letter in letters)
    return Entry(kind, int(number) if number else None, allowed)


def _of_mode(mode: int) -> tuple[Entry, ...]:
    return (
        Entry("user", None, mode >> 6 & 7),
        Entry("group", None, mode >> 3 & 7),
        Entry("other", None, mode & 7),
    )
