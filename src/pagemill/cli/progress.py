"""The line that moves while a verb works: counts and rate, from the first second."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

from pagemill.cli.streams import remark
from pagemill.model.progress import Event

TERMINAL_PAUSE_S = 0.1
PLAIN_PAUSE_S = 5.0
JSON_PAUSE_S = 1.0


@dataclass(slots=True, kw_only=True)
class ProgressLine:
    """Shows events as they come: the thing to pass wherever a ``Progress`` is taken.

    On a terminal one line is rewritten, ten times a second at most; elsewhere, as in a log
    file, a line is added every few seconds. The last state of every stage stays to be read.

    Attributes:
        stream: where the line goes, standard error as a rule.
        verb: what is said before the first event.
        is_quiet: show nothing at all.
        clock: seconds that only grow.
    """

    stream: TextIO
    verb: str
    is_quiet: bool = False
    clock: Callable[[], float] = time.monotonic
    _last: Event | None = field(default=None, init=False)
    _is_shown: bool = field(default=True, init=False)
    _stage_began_s: float = field(default=0.0, init=False)
    _shown_at_s: float = field(default=float("-inf"), init=False)

    def start(self) -> None:
        """Say at once that work has begun."""
        self._stage_began_s = self.clock()
        self._show(f"{self.verb}: starting")

    def __call__(self, event: Event) -> None:
        """Take one event and show it unless one was shown just now."""
        now = self.clock()
        if self._last is None or self._last.stage != event.stage:
            self._finish_stage()
            self._stage_began_s = now
            self._shown_at_s = float("-inf")
        self._last = event
        self._is_shown = False
        pause_s = TERMINAL_PAUSE_S if self._is_terminal() else PLAIN_PAUSE_S
        if now - self._shown_at_s >= pause_s:
            self._shown_at_s = now
            self._show_last()

    def close(self) -> None:
        """Leave the last state standing and end the line."""
        self._finish_stage()

    def _finish_stage(self) -> None:
        if self._last is not None and not self._is_shown:
            self._show_last()
        if not self.is_quiet and self._is_terminal():
            line_end = "\n" if self._last is not None else "\r\x1b[K"
            remark(line_end, self.stream)
        self._last = None

    def _show_last(self) -> None:
        if self._last is None:
            return
        self._is_shown = True
        self._show(described(self._last, self.clock() - self._stage_began_s))

    def _show(self, line: str) -> None:
        if self.is_quiet:
            return
        if self._is_terminal():
            width = shutil.get_terminal_size().columns - 1
            remark(f"\r{line[:width]}\x1b[K", self.stream)
        else:
            remark(line + "\n", self.stream)

    def _is_terminal(self) -> bool:
        return self.stream.isatty()


def described(event: Event, elapsed_s: float) -> str:
    """Put one event into words: stage, count, share, rate, and what is worked on."""
    parts = [f"{event.stage}:", f"{event.done:,}"]
    if event.total is not None:
        parts.append(f"of {event.total:,}")
        if event.total > 0:
            parts.append(f"({event.done / event.total:.0%})")
    if elapsed_s >= 0.5 and event.done:
        parts.append(f"{event.done / elapsed_s:,.0f}/s")
    if event.note:
        parts.append("".join(char for char in event.note if char.isprintable()))
    return " ".join(parts)


@dataclass(slots=True, kw_only=True)
class ProgressLines:
    """Events as JSON, one on a line, every second at most: for programs that watch.

    Attributes:
        stream: where they go, standard error as a rule.
        clock: seconds that only grow.
    """

    stream: TextIO
    clock: Callable[[], float] = time.monotonic
    _last: Event | None = field(default=None, init=False)
    _began_s: float = field(default=0.0, init=False)
    _told_at_s: float = field(default=float("-inf"), init=False)

    def start(self) -> None:
        """Work has begun."""
        self._began_s = self.clock()

    def __call__(self, event: Event) -> None:
        """Take one event; the first of all and the last are told, others once a second."""
        self._last = event
        if self.clock() - self._told_at_s >= JSON_PAUSE_S:
            self._tell()

    def close(self) -> None:
        """Tell the last state."""
        if self._last is not None:
            self._tell()

    def _tell(self) -> None:
        event = self._last
        if event is None:
            return
        now = self.clock()
        self._told_at_s, self._last = now, None
        facts = {
            "stage": event.stage,
            "seconds": round(now - self._began_s, 3),
            "done": event.done,
            "total": event.total,
            "note": event.note,
            **event.figures,
        }
        remark(json.dumps(facts, ensure_ascii=False) + "\n", self.stream)
