from collections.abc import Mapping
from typing import Any

def flatten(
    serialised: str, none: Mapping[str, str], /
) -> tuple[tuple[Any, ...], bool] | None: ...
def cut(
    tags: list[str], texts: list[str], ends: list[int], kinds: dict[str, int], /
) -> tuple[Any, ...]: ...
