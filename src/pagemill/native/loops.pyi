from collections.abc import Mapping, Sequence
from typing import Any, final

@final
class Page:
    @property
    def tags(self) -> list[str]: ...
    @property
    def parents(self) -> list[int]: ...
    @property
    def ends(self) -> list[int]: ...
    @property
    def texts(self) -> Sequence[str]: ...
    @property
    def attributes(self) -> Sequence[Mapping[str, str]]: ...
    def nodes(self, tag: str, /) -> list[int]: ...
    def attribute(self, node: int, name: str, /) -> str: ...
    def text(self, node: int, /) -> str: ...
    def __len__(self) -> int: ...

def page(
    tags: list[str],
    parents: list[int],
    ends: list[int],
    texts: list[str],
    attributes: list[Mapping[str, str]],
    /,
) -> Page: ...
def flatten(
    serialised: str, none: Mapping[str, str], /
) -> tuple[tuple[Any, ...], bool] | None: ...
def cut(page: Page, kinds: dict[str, int], /) -> tuple[Any, ...]: ...
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
