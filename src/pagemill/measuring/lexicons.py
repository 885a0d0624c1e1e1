"""Lexicons in files: made of texts of one's own, read by measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pagemill.collection import manifest, parquet
from pagemill.collection.durable import replace_text
from pagemill.collection.layout import Layout
from pagemill.comparing import documents_of
from pagemill.errors import UsageError
from pagemill.measure.engine import Engine, Scannable
from pagemill.measure.lexicon import SAMPLE, Lexicon
from pagemill.tables import DocTexts


def made(sources: Sequence[Path], out: Path, *, most: int = SAMPLE, seed: int = 0) -> Lexicon:
    """Make a lexicon of collections or files, and write it.

    Args:
        sources: collections, JSON lines with texts, or files of text and HTML.
        out: file to make.
        most: pages of the sample at most.
        seed: chance of the sample.

    Raises:
        UsageError: ``out`` exists, or no source has words.
    """
    if out.exists():
        raise UsageError(f"{out}: exists already; choose another name")
    found = Lexicon.of(_texts(sources), most, seed)
    if not found.pages:
        raise UsageError("no source has words; name a built collection or files with text")
    replace_text(out, "".join(f"{line}\n" for line in found.lines()))
    return found


def _texts(sources: Sequence[Path]) -> Iterator[str]:
    for source in sources:
        if source.is_dir() and Layout(source).config.exists():
            yield from _texts_of(Layout(source))
        else:
            yield from (text for _, text in documents_of([source]))


def _texts_of(layout: Layout) -> Iterator[str]:
    for path in manifest.live_parts(layout, DocTexts.name):
        for batch in parquet.batches(DocTexts, path):
            yield from batch.columns().text


def of(path: Path | None, engine: Engine, seed: int = 0) -> Lexicon:
    """The lexicon of a file; without one, of the engine's own pages where they can be listed.

    Raises:
        UsageError: there is no such file, or it is no lexicon.
    """
    if path is not None:
        if not path.is_file():
            raise UsageError(
                f"{path}: no such lexicon; make it with 'pagemill measure lexicon'"
            )
        with path.open(encoding="utf-8") as lines:
            return Lexicon.read(lines)
    if isinstance(engine, Scannable):
        return Lexicon.of((text for _, text in engine.scan()), seed=seed)
    return Lexicon(())
