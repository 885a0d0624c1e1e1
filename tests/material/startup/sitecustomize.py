"""Loaded by the interpreters that tests start: they have no network either."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))
try:
    from material.offline import forbid_network
finally:
    sys.path.pop()

forbid_network()
