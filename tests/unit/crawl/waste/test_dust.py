"""Parameters that change nothing are learned."""

from __future__ import annotations

from pathlib import Path

from pagemill.crawl.cells import Cells
from pagemill.crawl.waste.dust import Dust, without

HOST = "a.example"


def text(number: int) -> bytes:
    return number.to_bytes(8, "big")


def test_a_parameter_is_idle_once_it_made_no_difference_several_times(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        dust = Dust(cells)
        for page in range(6):
            for visit in range(2):
                url = f"http://{HOST}/x?id={page}&sid={page * 10 + visit}"
                assert dust.seen(HOST, url, text(page)) == bool(visit)
        assert dust.idle(HOST) == {"sid"}
        assert dust.plain(HOST, f"http://{HOST}/x?id=9&sid=1") == f"http://{HOST}/x?id=9"
        assert dust.plain("b.example", "http://b.example/x?sid=1") == "http://b.example/x?sid=1"
        cells.write(dust.puts)
        assert Dust(cells).idle(HOST) == {"sid"}


def test_one_difference_refutes_it_for_good(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        dust = Dust(cells)
        for number in range(20):
            dust.seen(HOST, f"http://{HOST}/list?page={number}", text(min(number, 1)))
        assert dust.idle(HOST) == frozenset()


def test_nothing_is_learned_from_addresses_without_parameters(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        dust = Dust(cells)
        dust.seen(HOST, f"http://{HOST}/x", text(1))
        dust.seen(HOST, f"http://{HOST}/x?" + "&".join(f"p{n}=1" for n in range(9)), text(1))
        assert dust.puts == {}


def test_parameters_are_taken_out_wherever_they_stand() -> None:
    assert without("http://a.example/x?sid=1", {"sid"}) == "http://a.example/x"
    assert without("http://a.example/x?sid=1&a&sid=2&b=", {"sid"}) == "http://a.example/x?a&b="
    assert without("http://a.example/x", {"sid"}) == "http://a.example/x"
