from __future__ import annotations

import pytest

from pagemill.testing.hits import Hit


@pytest.mark.parametrize(
    ("path", "is_rules"),
    [("/robots.txt", True), ("/moved-rules.txt", True), ("/robots.html", False)],
)
def test_requests_for_rules_are_told_apart(path: str, *, is_rules: bool) -> None:
    hit = Hit(host="a.test", address="127.77.0.1", path=path, agent="x", began=1.0)
    assert hit.is_rules is is_rules
