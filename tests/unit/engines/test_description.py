from pathlib import Path

import pytest

from pagemill.engines.description import described, read
from pagemill.errors import UsageError

LEAST = {"name": "x", "search": "http://a.example/?q={query}", "results": "r", "address": "u"}


def test_what_is_left_out_has_defaults():
    found = described({**LEAST, "filters": {"year": [2025, 2026]}}, "file")
    assert (found.answer, found.limit, found.pause_s) == ("json", 100, 1.0)
    assert found.filters == {"year": ("2025", "2026")}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": None}, "name is missing"),
        ({"colour": "red"}, "colour: no such key"),
        ({"limit": "many"}, "limit is 'many'"),
        ({"limit": 0}, "1 or more"),
        ({"live": 1}, "must be bool"),
        ({"answer": "xml"}, "json or html"),
        ({"search": "file:///etc?q={query}"}, "http or https"),
        ({"search": "http://a.example/"}, "{query}"),
    ],
)
def test_every_slip_is_told(change, said):
    with pytest.raises(UsageError, match=said):
        described({**LEAST, **change}, "file")


def test_what_is_no_toml_is_told(tmp_path: Path):
    path = tmp_path / "x.toml"
    path.write_text("name =")
    with pytest.raises(UsageError, match="not TOML"):
        read(path)
