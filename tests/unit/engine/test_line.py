from __future__ import annotations

import socket
from threading import Thread

import pytest

from pagemill.engine.line import Line, ready


def both() -> tuple[Line, Line]:
    ours, theirs = socket.socketpair()
    return Line(ours), Line(theirs)


def test_objects_of_any_size_come_whole_and_in_order():
    ours, theirs = both()
    sent = [None, "x" * 3_000_000, {"a": [1.5]}]
    with ours, theirs:
        sender = Thread(target=lambda: [theirs.send(value) for value in sent])
        sender.start()
        assert [ours.recv() for _ in sent] == sent
        sender.join()


@pytest.mark.parametrize("sent", [b"", b"\0\0", b"\0\0\0\0\0\0\0\x09half"])
def test_hanging_up_is_told_wherever_it_happens(sent: bytes):
    ours, theirs = socket.socketpair()
    with Line(ours) as line:
        theirs.sendall(sent)
        theirs.close()
        assert ready([line], timeout_s=5) == [line]
        with pytest.raises(EOFError):
            line.recv()


def test_sending_to_nobody_is_an_error_of_the_system():
    ours, theirs = both()
    theirs.close()
    with ours, pytest.raises(OSError, match="pipe"):
        ours.send(1)


def test_only_lines_with_something_on_them_are_ready():
    first, second = both(), both()
    second[1].send("x")
    assert ready([first[0], second[0]], timeout_s=5) == [second[0]]
    assert ready([first[0]], timeout_s=0) == []
    for line in (*first, *second):
        line.close()
