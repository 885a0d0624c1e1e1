"""``python -m pagemill.testing``: serve a synthetic web until interrupted."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import threading
from pathlib import Path

from pagemill.testing.growth import Growth, grown, reachable
from pagemill.testing.judge import Manners, judged
from pagemill.testing.server import serving
from pagemill.testing.web import url


def main() -> None:
    """Serve, say where, and judge whoever came once interrupted."""
    parser = argparse.ArgumentParser(prog="python -m pagemill.testing", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same web")
    parser.add_argument("--hosts", type=int, default=24, help="number of hosts")
    parser.add_argument("--pages", type=int, default=40, help="good pages on each host")
    parser.add_argument("--delay", type=float, default=0.0, help="pause that was promised")
    parser.add_argument("--truth", type=Path, help="file for the truth, as JSON")
    args = parser.parse_args()
    web = grown(args.seed, Growth(hosts=args.hosts, pages=args.pages))
    with serving(web) as served:
        truth = web.truth(served.port)
        truth["reachable"] = sorted(url(place, served.port) for place in reachable(web))
        if args.truth:
            args.truth.write_text(json.dumps(truth, indent=1), "utf-8")
        sys.stdout.write(f"{served.begin}\nnetwork {web.network}\n")
        sys.stdout.write("".join(f"{name}={at}\n" for name, at in web.names.items()))
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
        verdict = judged(web, served.hits, Manners(delay=args.delay))
    sys.stdout.write(
        f"coverage {verdict.coverage:.3f}, in traps {verdict.wasted:.3f}, "
        f"rude {len(verdict.rude)}, forbidden {len(verdict.forbidden)}, "
        f"private {verdict.private}\n"
    )


if __name__ == "__main__":
    main()
