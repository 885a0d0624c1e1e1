"""Rights of files as the file system of this machine states them.

Access lists are read where the system has them in its extended attributes (Linux); elsewhere
owner and permission bits are all that is known.

Source: Linux, ``include/uapi/linux/posix_acl_xattr.h``, for the bytes of an access list.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from struct import Struct
from typing import Final

from pagemill.model.files.rights import SEARCH, Entry, Rights

_ATTRIBUTE: Final = "system.posix_acl_access"
_VERSION: Final = Struct("<I")
_ENTRY: Final = Struct("<HHI")
_KINDS: Final = {
    0x01: ("user", False),
    0x02: ("user", True),
    0x04: ("group", False),
    0x08: ("group", True),
    0x10: ("mask", False),
    0x20: ("other", False),
}


def rights_of(path: Path, facts: os.stat_result) -> Rights:
    """Who may do what with a file.

    Args:
        path: the file.
        facts: what ``stat`` says of it.
    """
    mode = stat.S_IMODE(facts.st_mode)
    return Rights(facts.st_uid, facts.st_gid, mode, entries(_bytes(path)))


def around(path: Path) -> tuple[Rights, ...]:
    """Rights of the folders on the way to a file that not everybody may pass through.

    Args:
        path: the file, links of the file system resolved.
    """
    found = (rights_of(folder, folder.stat()) for folder in path.parents)
    return tuple(one for one in found if not one.allows(None, SEARCH))


def entries(data: bytes) -> tuple[Entry, ...]:
    """The entries of an access list as it lies in its extended attribute; none of bad bytes."""
    if len(data) < _VERSION.size or (len(data) - _VERSION.size) % _ENTRY.size:
        return ()
    if _VERSION.unpack_from(data) != (2,):
        return ()
    found: list[Entry] = []
    for tag, allows, number in _ENTRY.iter_unpack(data[_VERSION.size :]):
        if tag not in _KINDS:
            return ()
        kind, is_named = _KINDS[tag]
        found.append(Entry(kind, number if is_named else None, allows & 7))
    return tuple(found)


def _bytes(path: Path) -> bytes:
    read = getattr(os, "getxattr", None)
    if read is None:
        return b""
    try:
        return bytes(read(path, _ATTRIBUTE))
    except OSError:
        return b""  # none, or a file system without any
