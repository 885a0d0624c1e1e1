"""What may be done to a process that runs nothing but pagemill."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

_SINGLE = {
    "OPENBLAS_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
}
"""Keeps numpy and pyarrow from starting threads when they are loaded; none would be used."""

_claimed: list[bool] = []


class _NoPandas:
    """Answers for pandas as if it were not installed."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse pandas; leave every other module to others."""
        del path, target
        if name == "pandas":
            raise ModuleNotFoundError("pandas is not used here", name=name)
        return None


def claim() -> None:
    """Make this process ours: to be called before numpy and pyarrow are loaded.

    pyarrow imports pandas on first use wherever there is one. Nothing here uses it, and
    importing it takes as long as everything else together. A caller's own script may want its
    pandas, and its threads.
    """
    sys.meta_path.insert(0, _NoPandas())
    for name, value in _SINGLE.items():
        os.environ.setdefault(name, value)
    _claimed.append(True)


def is_claimed() -> bool:
    """Whether this process runs nothing but pagemill."""
    return bool(_claimed)
