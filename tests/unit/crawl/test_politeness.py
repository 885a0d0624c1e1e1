"""When a host may be asked again, on a clock of the test's own."""

from __future__ import annotations

from datetime import time

import pytest

from pagemill.crawl.politeness import AddressSlots, Bandwidth, HostPace, Pace, Window

PACE = Pace(delay=2.0, delay_factor=10.0, longest_delay=60.0)


def answered(pace: HostPace, now: float, *, took: float = 0.0, status: int = 200) -> None:
    pace.begin()
    pace.answered(now, took, PACE, status=status, retry_after=None)


def test_a_host_is_asked_one_page_at_a_time() -> None:
    pace = HostPace()
    assert pace.may_ask(0.0)
    pace.begin()
    assert not pace.may_ask(1e9)


def test_the_pause_is_the_longest_of_setting_robots_and_ten_times_the_answer() -> None:
    pace = HostPace()
    answered(pace, 100.0)
    assert pace.next_at == 102.0
    answered(pace, 200.0, took=1.5)
    assert pace.next_at == 215.0
    pace.asked_delay = 30.0
    answered(pace, 300.0, took=1.5)
    assert pace.next_at == 330.0
    answered(pace, 400.0, took=100.0)
    assert pace.next_at == 460.0


def test_a_user_who_asks_for_a_longer_pause_than_any_limit_gets_it() -> None:
    slow = Pace(delay=90.0, longest_delay=60.0)
    pace = HostPace(asked_delay=500.0)
    pace.answered(0.0, 0.0, slow, status=200, retry_after=None)
    assert pace.next_at == 90.0


def test_retry_after_stops_the_host_for_that_long() -> None:
    pace = HostPace()
    pace.answered(0.0, 0.0, PACE, status=429, retry_after=120.0)
    assert not pace.may_ask(119.9)
    assert pace.may_ask(120.0)


def test_refusals_in_a_row_double_the_wait_and_one_answer_ends_it() -> None:
    pace = HostPace()
    waits: list[float] = []
    for _ in range(6):
        answered(pace, 0.0, status=503)
        waits.append(pace.next_at)
    assert waits == [2.0, 2.0, 4.0, 8.0, 16.0, 32.0]
    answered(pace, 0.0)
    assert pace.next_at == 2.0


def test_a_host_that_fails_often_enough_is_given_up() -> None:
    pace = HostPace()
    for _ in range(PACE.attempts):
        assert not pace.is_given_up(PACE)
        pace.begin()
        pace.failed(0.0, 1.0, PACE)
    assert pace.is_given_up(PACE)
    assert pace.next_at == 16.0


def test_an_address_takes_as_many_connections_as_are_allowed() -> None:
    slots = AddressSlots(2)
    assert slots.take("192.0.2.1")
    assert slots.take("192.0.2.1")
    assert not slots.take("192.0.2.1")
    assert slots.take("192.0.2.2")
    slots.give_back("192.0.2.1")
    assert slots.take("192.0.2.1")


@pytest.mark.parametrize(
    ("text", "now", "seconds"),
    [
        ("22:00-06:00", time(23, 0), 0.0),
        ("22:00-06:00", time(5, 59), 0.0),
        ("22:00-06:00", time(6, 0), 16 * 3600.0),
        ("08:00-18:00", time(7, 30), 1800.0),
        ("08:00-18:00", time(18, 0), 14 * 3600.0),
    ],
)
def test_a_window_tells_how_long_it_stays_shut(text: str, now: time, seconds: float) -> None:
    assert Window.parse(text).seconds_to_open(now) == seconds


@pytest.mark.parametrize("text", ["", "night", "25:00-06:00", "22:00", "22:00-"])
def test_a_window_that_is_none_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(ValueError, match="22:00-06:00"):
        Window.parse(text)


def test_what_came_too_fast_is_waited_for() -> None:
    line = Bandwidth(1_000.0)
    assert line.wait(10.0, 0) == 0
    assert line.wait(10.0, 1_000) == 0  # a second's worth at once
    assert line.wait(10.0, 4_000) == 3.0
    assert line.wait(12.0, 4_000) == 1.0
    assert line.wait(13.0, 4_000) == 0
    assert line.wait(99.0, 4_000) == 0
    assert line.wait(99.0, 6_500) == 1.5  # time gone by earns nothing
    assert Bandwidth(0).wait(1.0, 10**9) == 0
