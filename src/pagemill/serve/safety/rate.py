"""How often someone may ask: a bucket of tokens for each visitor that fills with time.

Source: Turner 1986, "New directions in communications" (the leaky bucket as a meter).
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

_VISITORS = 10_000


@dataclass(slots=True)
class Rate:
    """At most ``burst`` requests at once, and ``per_second`` in the long run, by visitor.

    Example:
        >>> rate = Rate(per_second=2.0, burst=1)
        >>> rate.wait("a", 0.0), rate.wait("a", 0.0), rate.wait("a", 0.5)
        (0.0, 0.5, 0.0)
    """

    per_second: float
    burst: int
    _buckets: OrderedDict[str, tuple[float, float]] = field(
        default_factory=OrderedDict[str, tuple[float, float]]
    )
    _lock: Lock = field(default_factory=Lock)

    def wait(self, visitor: str, now: float) -> float:
        """Seconds until the visitor may ask; 0 where he may, and then this was counted."""
        with self._lock:
            tokens, at = self._buckets.pop(visitor, (float(self.burst), now))
            tokens = min(self.burst, tokens + (now - at) * self.per_second)
            may = tokens >= 1
            self._buckets[visitor] = (tokens - may, now)
            if len(self._buckets) > _VISITORS:
                self._buckets.popitem(last=False)
        return 0.0 if may else (1 - tokens) / self.per_second

    def forgive(self, visitor: str) -> None:
        """Let a visitor begin anew."""
        with self._lock:
            self._buckets.pop(visitor, None)
