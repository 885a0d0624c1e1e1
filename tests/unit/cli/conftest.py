import io
import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from pagemill.cli.console import Console


@dataclass
class Desk:
    """Two streams in memory, and consoles that print to them."""

    out: io.StringIO = field(default_factory=io.StringIO)
    err: io.StringIO = field(default_factory=io.StringIO)

    def console(self, **options: bool) -> Console:
        return Console(out=self.out, err=self.err, **options)

    def json(self) -> Any:
        return json.loads(self.out.getvalue())


@pytest.fixture
def desk() -> Desk:
    return Desk()
