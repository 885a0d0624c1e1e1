from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.ordering.host_quality import HostQuality, Standing


def test_new_texts_honest_pages_and_links_of_others_make_a_host_good() -> None:
    plain = Standing(pages=10, useful=10)
    assert plain.quality > Standing(pages=10, useful=2).quality
    assert plain.quality > Standing(pages=10, useful=10, spam=8.0).quality
    assert Standing(pages=10, useful=10, linking=0b1111).quality > plain.quality
    worst = Standing(pages=1_000, useful=0, spam=1_000.0)
    best = Standing(pages=1_000, useful=1_000, linking=(1 << 64) - 1)
    assert 0 <= worst.quality < 0.01
    assert 0.99 < best.quality <= 1


@pytest.mark.parametrize("hosts", [1, 5, 20, 60])
def test_linking_hosts_are_counted_within_a_fifth(tmp_path: Path, hosts: int) -> None:
    with Cells(tmp_path / "t") as cells:
        quality = HostQuality(cells)
        for number in range(hosts):
            for _ in range(3):
                quality.linked(f"h{number}.example", "a.example")
        quality.linked("a.example", "a.example")
        assert quality.of("a.example").hosts == pytest.approx(hosts, rel=0.2, abs=0.6)


def test_what_is_known_is_there_after_a_restart(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        quality = HostQuality(cells)
        quality.read("a.example", is_new=True, spam=0.25)
        quality.read("a.example", is_new=False, spam=0.0)
        quality.linked("b.example", "a.example")
        cells.write(quality.puts)
        known = HostQuality(cells).of("a.example")
        assert (known.pages, known.useful, known.spam) == (2, 1, 0.25)
        assert known.linking.bit_count() == 1


def test_a_host_that_is_forgotten_leaves_nothing(tmp_path: Path) -> None:
    class Named:
        def __call__(self, url: str, /) -> bool:
            return url == "nothing else"

        def host(self, name: str, /) -> bool:
            return name == "a.example"

    with Cells(tmp_path / "t") as cells:
        quality = HostQuality(cells)
        quality.read("a.example", is_new=True, spam=0.0)
        quality.read("b.example", is_new=True, spam=0.0)
        cells.write(quality.puts)
        assert list(quality.named(Named())) == [b"ja.example"]
