import sys

import pytest

from pagemill.engine import alone


def test_a_process_of_our_own_has_no_pandas_and_everything_else(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setattr(alone, "_claimed", [])
    for name in alone._SINGLE:
        monkeypatch.setenv(name, "")
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    alone.claim()
    assert alone.is_claimed()
    finder = sys.meta_path[0]
    with pytest.raises(ModuleNotFoundError):
        finder.find_spec("pandas", None)
    assert finder.find_spec("pandas_like", None) is None
    assert finder.find_spec("numpy", None) is None
