"""What was looked at last, under names that nobody can guess; bounded in number and bytes."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from pagemill.serve.reading.reading import Reading

MOST = 64
MOST_BYTES = 32 << 20


@dataclass(slots=True)
class Shelf:
    """Readings by name; the oldest go when there are too many."""

    _readings: OrderedDict[str, Reading] = field(default_factory=OrderedDict[str, Reading])
    _lock: Lock = field(default_factory=Lock)

    def put(self, reading: Reading) -> str:
        """Keep a reading and tell its name."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._readings[name] = reading
            while len(self._readings) > 1 and self._is_full():
                self._readings.popitem(last=False)
        return name

    def get(self, name: str) -> Reading | None:
        """The reading of a name, as long as it is kept."""
        with self._lock:
            if name in self._readings:
                self._readings.move_to_end(name)
            return self._readings.get(name)

    def _is_full(self) -> bool:
        size = sum(reading.source.size for reading in self._readings.values())
        return len(self._readings) > MOST or size > MOST_BYTES
