from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.crawl.params import CrawlParams
from pagemill.crawling.folders import readers
from pagemill.errors import UsageError


def test_only_folders_have_a_reader(tmp_path: Path) -> None:
    assert readers(["http://a.example/"], CrawlParams()) == []
    (one,) = readers(["http://a.example/", tmp_path.as_uri() + "/"], CrawlParams())
    assert one.schemes == {"file"}


def test_a_rule_that_cannot_be_meant_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ignore"):
        readers([tmp_path.as_uri() + "/"], CrawlParams(ignore="!"))
