"""Numbers that a build keeps for the next one, so that it need not look at everything again.

They may be deleted at any time. A file that is damaged, or was made for other settings or by
another version, is as good as none: what it told is found again.
"""

from __future__ import annotations

import contextlib
import os
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagemill.collection.durable import naming

Arrays = Mapping[str, NDArray[Any]]

_MADE_FOR = "made_for"


def write(path: Path, made_for: str, arrays: Arrays) -> None:
    """Keep some arrays in a file, which appears whole or not at all.

    Args:
        path: the file.
        made_for: settings and version; with any other they are worth nothing.
        arrays: by name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    whole: dict[str, Any] = {_MADE_FOR: np.frombuffer(made_for.encode(), np.uint8), **arrays}
    try:
        with naming(path), scratch.open("wb") as handle:
            np.savez(handle, **whole)
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def read(path: Path, made_for: str) -> Arrays | None:
    """The arrays in a file; None where it does not hold what :func:`write` wrote for this."""
    with contextlib.suppress(*_DAMAGE), path.open("rb") as file:
        found = np.load(file, allow_pickle=False)
        arrays: dict[str, NDArray[Any]] = {name: found[name] for name in found.files}
        if arrays.pop(_MADE_FOR).tobytes() == made_for.encode():
            return arrays
    return None


_DAMAGE = (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error)


def written(texts: Sequence[str]) -> NDArray[np.uint8]:
    """Texts without NUL as an array."""
    return np.frombuffer("\0".join(texts).encode("utf-8", "surrogatepass"), np.uint8)


def texts(array: NDArray[Any], count: int) -> list[str]:
    """The texts of which :func:`written` made an array.

    Raises:
        ValueError: it is of another number of texts.
    """
    found = array.tobytes().decode("utf-8", "surrogatepass").split("\0") if count else []
    if len(found) != count:
        raise ValueError(f"{len(found)} texts, not {count}")
    return found
