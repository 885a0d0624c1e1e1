from __future__ import annotations

from pathlib import Path

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import LEVELS, Found, key_of
from pagemill.crawl.ordering.accounts import StoredAccounts
from pagemill.crawl.ordering.host_quality import HostQuality
from pagemill.crawl.ordering.importance import Importance, level_of
from pagemill.crawl.ordering.opic import Opic


def page(host: str, path: str = "/") -> Found:
    url = f"http://{host}{path}"
    return Found(url, key_of(url), host)


def test_levels_fall_with_worth_and_leave_the_first_to_seeds() -> None:
    levels = [level_of(2.0**power) for power in range(-10, 10)]
    assert levels == sorted(levels, reverse=True)
    assert (levels[0], levels[-1]) == (LEVELS - 1, 1)


def test_what_rises_is_told_once_and_spam_gives_less(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        importance = Importance(Opic(StoredAccounts(cells)), HostQuality(cells))
        seeds = [page(f"s{number}.example") for number in range(6)]
        importance.wait(seeds)
        aim, other = page("aim.example"), page("other.example")
        first = importance.follow(seeds[0], [aim, other, aim], 0.0)
        assert {one.url for one in first} == {aim.url, other.url}
        levels = [first[0].priority]
        for seed in seeds[1:]:
            for one in importance.follow(seed, [aim], 0.0):
                assert one.url == aim.url
                levels.append(one.priority)
        assert levels == sorted(set(levels), reverse=True)
        assert len(levels) > 1
        spam = importance.follow(page("farm.example"), [page("bait.example")], 1.0)
        assert [one.priority for one in spam] == [LEVELS - 1]
