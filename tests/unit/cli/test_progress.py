import io
from collections.abc import Iterable

import pytest

from pagemill.cli.progress import ProgressLine, described
from pagemill.model.progress import Event


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def watched(stream: io.StringIO, events: Iterable[Event], *, step_s: float = 1.0) -> str:
    clock = Clock()
    line = ProgressLine(stream=stream, verb="build", clock=clock)
    line.start()
    for event in events:
        clock.now_s += step_s
        line(event)
    line.close()
    return stream.getvalue()


def counting(stage: str, count: int) -> list[Event]:
    return [Event(stage=stage, done=done, total=count) for done in range(1, count + 1)]


def test_something_is_said_before_the_first_event():
    assert watched(io.StringIO(), []) == "build: starting\n"


def test_a_log_gets_a_line_every_few_seconds_and_the_last_state():
    lines = watched(io.StringIO(), counting("docviews", 13)).splitlines()
    assert [line.split(" (")[0] for line in lines[1:]] == [
        "docviews: 1 of 13",
        "docviews: 6 of 13",
        "docviews: 11 of 13",
        "docviews: 13 of 13",
    ]


def test_every_stage_leaves_its_last_state():
    text = watched(io.StringIO(), counting("one", 3) + counting("two", 2), step_s=0.01)
    assert "one: 3 of 3" in text
    assert "two: 2 of 2" in text


def test_a_terminal_sees_one_line_that_is_rewritten():
    text = watched(Terminal(), counting("docviews", 4))
    assert text.count("\n") == 1
    assert text.count("\x1b[K\rdocviews: ") == 4
    assert text.endswith("\n")


def test_a_terminal_is_not_flooded():
    text = watched(Terminal(), counting("docviews", 1000), step_s=0.001)
    assert text.count("\r") < 20


def test_quiet_is_quiet():
    stream = Terminal()
    line = ProgressLine(stream=stream, verb="build", is_quiet=True)
    line.start()
    line(Event(stage="a", done=1, total=1))
    line.close()
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("event", "elapsed_s", "words"),
    [
        (Event(stage="a", done=0, total=None), 0, "a: 0"),
        (Event(stage="a", done=500, total=2000), 2, "a: 500 of 2,000 (25%) 250/s"),
        (Event(stage="a", done=0, total=0), 2, "a: 0 of 0"),
        (Event(stage="a", done=1, total=None, note="f\x1b.warc"), 0.1, "a: 1 f.warc"),
    ],
)
def test_an_event_is_put_into_words(event, elapsed_s, words):
    assert described(event, elapsed_s) == words
