"""What may be done to a process that runs nothing but pagemill."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


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


def spare_pandas() -> None:
    """Keep pyarrow from importing pandas, which it does on first use wherever there is one.

    Nothing here uses it, and importing it takes as long as everything else together. Only for
    processes that are ours alone: a caller's own script may want its pandas.
    """
    sys.meta_path.insert(0, _NoPandas())
