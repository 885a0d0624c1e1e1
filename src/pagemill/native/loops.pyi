from collections.abc import Mapping
from typing import Any

def flatten(
    serialised: str, none: Mapping[str, str], /
) -> tuple[tuple[Any, ...], bool] | None: ...
def cut(
    tags: list[str], texts: list[str], ends: list[int], kinds: dict[str, int], /
) -> tuple[Any, ...]: ...
def shingle(
    texts: list[str] | tuple[Any, Any],
    alphabet: tuple[Any, ...],
    width: int,
    share: int,
    composed: bool,
    counts: Any,
    status: Any,
    /,
) -> bytearray: ...
def sketch(
    texts: list[str] | tuple[Any, Any],
    alphabet: tuple[Any, ...],
    width: int,
    share: int,
    composed: bool,
    counts: Any,
    status: Any,
    a: Any,
    b: Any,
    minima: Any,
    /,
) -> None: ...
def agree(minima: Any, permutations: int, left: Any, right: Any, counts: Any, /) -> None: ...
def intersect(hashes: Any, offsets: Any, left: Any, right: Any, counts: Any, /) -> None: ...
def fingerprint(
    texts: list[str] | tuple[Any, Any], alphabet: tuple[Any, ...], hashes: Any, status: Any, /
) -> None: ...
