from __future__ import annotations

import numpy as np
import pytest

from pagemill import native
from pagemill.html.tree import parsed
from pagemill.view.kind.traits import (
    MOST,
    names,
    traits,
    weighed_sums,
    weighed_sums_in_python,
)
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


def traits_of(html: str, url: str = "") -> dict[str, int]:
    tree = parsed(html)
    blocks, declared = cut(tree), metadata(tree)
    choice = choose(tree, blocks, declared.title_element)
    row = traits(tree, blocks, choice, declared, url)
    assert row.dtype == np.int16
    assert row.shape == (1, len(names()))
    return dict(zip(names(), row[0].tolist(), strict=True))


def test_prose_and_links_are_told_apart() -> None:
    found = traits_of(f"<p>{PROSE}</p><ul>" + "<li><a href=/x>One two three</a>" * 4 + "</ul>")
    assert found["teasers"] == 4
    assert found["tags li"] == 4
    assert found["page words"] == 16 + 12
    assert found["page link share"] == 12 * 1000 // 28
    assert found["link words by blocks"] == 10 * 12 // 5


def test_links_below_the_address_of_the_page() -> None:
    links = "<a href=/shop/a>a</a><a href=http://a.example/shop/b>b</a>"
    links += "<a href=/other>c</a><a href=http://b.example/>d</a><a href=#here>e</a>"
    found = traits_of(links, "http://a.example/shop/")
    assert found["links"] == 5
    assert found["links below share"] == 500
    assert found["links outside share"] == 250


def test_money_and_words_are_counted_in_the_inner_text() -> None:
    found = traits_of(f"<nav>$ 3 and $ 4</nav><p>{PROSE} It costs $ 5 or € 4.</p>")
    assert found["money"] == 2
    assert found["word the"] > 0


def test_no_number_is_too_large() -> None:
    found = traits_of("<p>word</p><img>" * (MOST + 10))
    assert max(found.values()) == found["tags img"] == MOST


def test_the_empty_page_has_traits() -> None:
    assert traits_of("")["page words"] == 0


@pytest.mark.parametrize("count", [1, 7, 300])
def test_sums_are_the_same_by_both_loops(count: int) -> None:
    dice = np.random.default_rng(count)
    rows = dice.integers(-32_768, 32_767, (count, 9), np.int16, endpoint=True)
    chosen = np.array([8, 0, 3, 3], np.int16)
    words = dice.integers(0, 5_000, count)
    inner = dice.random(count) < 0.5
    found = weighed_sums(rows, chosen, words, inner)
    assert found.tolist() == weighed_sums_in_python(rows, chosen, words, inner).tolist()
    assert found[0].tolist() == rows[:, chosen].sum(axis=0, dtype=np.int64).tolist()


@pytest.mark.skipif(native.weighed is None, reason="nothing was compiled")
@pytest.mark.parametrize(
    "arguments",
    [
        (b"1234", b"\5\0", b"8 bytes.", b"\1"),
        (b"1234", b"\xff\xff", b"8 bytes.", b"\1"),
        (b"1234", b"\1\0", b"few", b"\1"),
        (b"12345", b"\1\0", b"8 bytes." * 4, b"\1\1\1\1"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(
    arguments: tuple[bytes, bytes, bytes, bytes],
) -> None:
    assert native.weighed is not None
    with pytest.raises(ValueError, match="not the rows of blocks"):
        native.weighed(*arguments)
