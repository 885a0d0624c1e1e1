"""Feed the readers of bytes, addresses and metadata with what nobody would write.

``python scripts/fuzz.py [TARGET] [-max_total_time=60 ...]`` mutates inputs by what they cover
of the code (needs ``pip install atheris``). ``--random SECONDS`` does without it: a bounded run
of random mutations, the same for the same seed. A target fails by any exception that its
boundary does not allow, or by taking longer than ten seconds for one input.
"""

from __future__ import annotations

import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path


def demand(condition: object) -> None:
    """Raise where something does not hold that must."""
    if not condition:
        raise AssertionError


def watched() -> contextlib.AbstractContextManager[object]:
    """While modules are loaded in here, atheris learns to see what runs in them."""
    if "--random" in sys.argv:
        return contextlib.nullcontext()
    import atheris  # noqa: PLC0415 - not needed for a random run

    return atheris.instrument_imports(include=["pagemill"])


with watched():
    from pagemill.errors import DocumentError
    from pagemill.html import links
    from pagemill.html.encoding import decoded, late, prescanned
    from pagemill.html.encoding_labels import LABELS
    from pagemill.html.identity import identified
    from pagemill.html.legacy_decode import read
    from pagemill.html.legacy_encode import escaped_query
    from pagemill.html.tree import parsed
    from pagemill.html.url import joined
    from pagemill.html.url_rules import PROFILES, normalized_by
    from pagemill.html.utf8 import malformed
    from pagemill.view.byline import author, published_at
    from pagemill.view.frames.join import frames_of
    from pagemill.view.metadata import metadata
    from pagemill.view.title import page_title

NAMES = sorted(set(LABELS.values()) - {"replacement"})
LONGEST_SECONDS = 10.0
SEEDS = (
    b"<meta charset=gbk><title>\xd6\xd0 - x</title><a href='?q=\xd6\xd0#x'>\x81\x30\x81\x30",
    b"<?xml version='1.0' encoding='utf-16'?><html lang=de><base href='//b.example:80/../'>",
    b"\x1b$B$\"\x1b(B <meta http-equiv=content-type content='text/html; charset=shift_jis'>",
    b"http://u:p@A.example:80/%7Ea/../;jsessionid=0A?b=&a=1&&c#x",
    b'<script type=\'application/ld+json\'>{"@type":["NewsArticle"],"author":[{"name":1}]}',
    b"<div itemscope itemtype='//schema.org/Article'><p itemprop='author datePublished'>2024-1",
    b"<frameset><frame src=a><frame src='http://[::1]/'><img srcset='a 1x, (b, c'>",
    b"<meta http-equiv=refresh content='0;url=x'><h1>A - B</h1><p class=date>7 May 2024",
    "é中\U0001f600".encode() + b"\xff\xe4\xb8\xed\xa0\x80\xf4\x90\x80\x80",
)


def decoder(data: bytes) -> None:
    """Bytes to text, in every encoding, with evidence or without."""
    text, guess = decoded(data[1:], "text/html; charset=gbk" if data[:1] < b"\x40" else "")
    text.encode("utf-8", "surrogatepass")
    demand(guess.name)
    name = NAMES[data[0] % len(NAMES)] if data else "big5"
    escaped_query(read(data[1:], name)[:200], name)
    prescanned(data[:1024])
    late(data)
    demand(all(fault.length for fault in malformed(data)))


def addresses(data: bytes) -> None:
    """Addresses under every profile, as text and as bytes."""
    url = data.decode("utf-8", "surrogateescape")
    base, _, reference = url.partition("\n")
    for by in PROFILES.values():
        normalized_by(data, by)
        normalized_by(url, by)
    identified(url, final=reference, canonical=base)
    joined(base, reference, "iso-2022-jp")


def pages(data: bytes) -> None:
    """Links and metadata of a page."""
    html, guess = decoded(data)
    url = "http://a.example/x"
    try:
        tree = parsed(html)
    except DocumentError:
        return
    links.outlinks(tree, url, guess.name)
    for read_links in (links.pictures, links.refreshed, links.translations, frames_of):
        read_links(tree, url, guess.name)
    links.robots(tree)
    said = metadata(tree)
    title = page_title(tree, said, url)
    author(tree, said)
    published_at(tree, said, url, title)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "decoder": decoder,
    "addresses": addresses,
    "pages": pages,
}


def every(data: bytes) -> None:
    """All targets, one after the other."""
    for target in TARGETS.values():
        target(data)


def mutated(chance: random.Random) -> bytes:
    """Return a seed, or some joined, with a few bytes changed, cut, doubled or moved."""
    found = bytearray(b"".join(chance.choices(SEEDS, k=chance.randint(1, 3))))
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(found) + 1)
        to = min(len(found), at + chance.randint(1, 20))
        match chance.randrange(4):
            case 0:
                del found[at:to]
            case 1:
                found[at:at] = found[at:to] * chance.randint(1, 40)
            case 2:
                found[at:to] = chance.randbytes(to - at)
            case _:
                found[at:at] = chance.choice((b"<", b"%", b"\x00", b"\x1b$B", b"\xe4", b"'>"))
    return bytes(found)


def run_random(seconds: float, target: Callable[[bytes], None]) -> int:
    """Mutate for so long; return how many inputs were tried."""
    chance = random.Random(20260101)  # noqa: S311 - nothing secret
    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = mutated(chance)
        begun = time.monotonic()
        try:
            target(data)
        except Exception:
            print(f"input: {data!r}", file=sys.stderr)
            raise
        demand(time.monotonic() - begun < LONGEST_SECONDS)
        tried += 1
    return tried


def main() -> int:
    """Fuzz by atheris, or at random."""
    arguments = sys.argv[1:]
    target = TARGETS[arguments.pop(0)] if arguments and arguments[0] in TARGETS else every
    if arguments[:1] == ["--random"]:
        print(f"{run_random(float(arguments[1]), target):,} inputs, no fault")
        return 0
    import atheris  # noqa: PLC0415 - not needed for a random run

    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(SEEDS):
            (Path(corpus) / str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], corpus, "-len_control=0", *arguments], target)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
