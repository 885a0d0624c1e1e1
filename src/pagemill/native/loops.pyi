from collections.abc import Callable, Mapping, Sequence
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
    def having(self, name: str, /) -> list[int]: ...
    def named(self, attributes: tuple[str, ...], words: tuple[str, ...], /) -> list[int]: ...
    def saying(self, low: int, high: int, words: tuple[str, ...], /) -> list[int]: ...
    def links(self, marks: bytearray, /) -> list[int]: ...
    def lines(
        self,
        blocks: list[int],
        written: dict[str, str],
        resolve: Callable[[str], str | None],
        /,
    ) -> list[tuple[str, str, str]]: ...
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
def parse(html: str | bytes, entities: dict[str, str], /) -> Page | None: ...
def nesting(
    source: str | bytes, traits: dict[str, int], max_depth: int, max_options: int, /
) -> int: ...
def cut(page: Page, kinds: dict[str, int], /) -> tuple[Any, ...]: ...
def terms(
    text: str,
    dull: frozenset[str],
    signs: str,
    of_any: Callable[[str], list[str]],
    reading: Callable[[str], tuple[int, int]],
    /,
) -> dict[str, int] | None: ...
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
    prints: Any,
    a: Any,
    b: Any,
    minima: Any,
    /,
) -> None: ...
def agree(minima: Any, permutations: int, left: Any, right: Any, counts: Any, /) -> None: ...
def bands(minima: Any, permutations: int, rows: int, keys: Any, /) -> None: ...
def intersect(hashes: Any, offsets: Any, left: Any, right: Any, counts: Any, /) -> None: ...
def fingerprint(
    texts: list[str] | tuple[Any, Any], alphabet: tuple[Any, ...], hashes: Any, status: Any, /
) -> None: ...
def learn_names(parts: dict[str, int], words: dict[str, int], /) -> None: ...
def measure(
    page: Page,
    title: str,
    images: list[int],
    in_body: bytes,
    speaks_of_consent: Callable[[list[str]], bool],
    columns: int,
    /,
) -> tuple[bytes, bytes, bytes]: ...
def scores(
    rows: bytes, columns: int, roots: bytes, nodes: bytes, leaves: bytes, /
) -> bytes: ...
def warc_header(
    data: bytes, start: int, /
) -> tuple[str, int, int, str, str, str, str, tuple[tuple[str, str], ...]] | None: ...
