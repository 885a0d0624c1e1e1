"""Whose a tablet is: one server at a time, and how another takes over from a dead one.

Every owner has an epoch of its own, one higher than that of the owner before, and a folder of
its own for it. Taking over means: name the new epoch, then carry sorted files (as links) and
log of the old folder into the new one, and open that. An owner that was thought dead and is
not goes on writing into its old folder, where nobody looks any more; and because it looks at
the epoch after every write, before it says that the write is safe, it says so of nothing that
the new owner does not have.

Source:
    The idea of fencing by epoch: Burrows, "The Chubby Lock Service" (2006), section 2.4.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pagemill.collection.durable import replace_json, synced
from pagemill.errors import CollectionError, SurroundingsError

_OWNER = "OWNER.json"
_LOCK = "LOCK"
_EPOCH = re.compile(r"epoch-(\d{8})\Z")
_LEFT_BEHIND = re.compile(r"LOCK|LOG.*")
_IMMUTABLE = (".sst", ".blob")


class Owner(NamedTuple):
    """Who has a tablet."""

    epoch: int
    server: str


class FencedError(SurroundingsError):
    """Another server took the tablet over; the last write was not promised to anybody."""


def owner(folder: Path) -> Owner:
    """Who has the tablet in ``folder``; epoch 0 where nobody ever had it.

    Raises:
        CollectionError: the file that says so is damaged.
    """
    path = folder / _OWNER
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
        return Owner(int(found["epoch"]), str(found["server"]))
    except FileNotFoundError:
        return Owner(0, "")
    except (ValueError, KeyError, TypeError):
        raise CollectionError(
            f"{path}: damaged; delete the folder 'pages': the next build makes it again"
        ) from None


def live_folder(folder: Path) -> Path | None:
    """The folder of the newest epoch that is complete, or None."""
    found = [path for path in folder.glob("epoch-*") if _EPOCH.match(path.name)]
    return max(found, key=lambda path: path.name, default=None)


class Ownership:
    """The right to write a tablet, from its taking to :meth:`leave`.

    Args:
        folder: the tablet, made if absent.
        server: who takes it.

    Raises:
        SurroundingsError: its owner is alive on this machine, or the disk failed.
    """

    def __init__(self, folder: Path, server: str) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._lock: BinaryIO | None = (folder / _LOCK).open("ab")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.leave()
            raise SurroundingsError(
                f"{folder}: {owner(folder).server} has this tablet; wait until it has ended"
            ) from None
        self.mine = Owner(_last_epoch(folder) + 1, server)
        replace_json(folder / _OWNER, self.mine._asdict())
        self.place = _carried_over(folder, self.mine.epoch)

    def check(self) -> None:
        """To be called after every write, before it is called safe.

        Raises:
            FencedError: another server has the tablet.
        """
        found = owner(self._folder)
        if found != self.mine:
            raise FencedError(
                f"{self._folder}: {found.server} took this tablet over; what was written last "
                f"is not safe: write it there"
            )

    def leave(self) -> None:
        """Let others have it; a process that dies does so too."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _last_epoch(folder: Path) -> int:
    live = live_folder(folder)
    return max(owner(folder).epoch, int(live.name.partition("-")[2]) if live else 0)


def _carried_over(folder: Path, epoch: int) -> Path:
    """The folder of a new epoch, with all that was safe in the one before."""
    target = folder / f"epoch-{epoch:08d}"
    scratch = folder / f".{target.name}.tmp"
    before = live_folder(folder)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    for path in sorted(before.iterdir()) if before else ():
        if _LEFT_BEHIND.fullmatch(path.name):
            continue
        if path.name.endswith(_IMMUTABLE):
            os.link(path, scratch / path.name)
        else:
            shutil.copyfile(path, scratch / path.name)
            synced(scratch / path.name)
    synced(scratch)
    scratch.rename(target)
    synced(folder)
    # Older epochs, and what those who died while they carried over left half-made.
    for path in (*folder.glob("epoch-*"), *folder.glob(".epoch-*.tmp")):
        if path != target:
            shutil.rmtree(path, ignore_errors=True)
    return target
