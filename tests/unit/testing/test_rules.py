from __future__ import annotations

import pytest

from pagemill.crawl import robots
from pagemill.testing.rules import CLOSED, FILES

PATHS = ("/", "/secret/page.html", "/secret/but/open", "/public.html", "/x/secretly.html", "/s")


@pytest.mark.parametrize("kind", [kind for kind, file in FILES.items() if file.status == 200])
def test_what_a_file_forbids_by_construction_is_what_its_text_says(kind: str) -> None:
    file = FILES[kind]
    parsed = robots.parsed(file.body.encode())
    for path in PATHS:
        assert file.allows(path) == parsed.allows("pagemill", f"http://a.example{path}"), path


def test_nothing_may_be_asked_for_where_rules_are_closed() -> None:
    assert not any(FILES[kind].allows("/any") for kind in CLOSED)
    assert FILES["refused"].allows("/any")
