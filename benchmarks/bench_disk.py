"""CPU time and memory of near duplicates among many texts on disk.

usage: bench_disk.py TEXTS.parquet [--times 1] [--folder /tmp]

The file has columns id and text, as make_scale.py writes them. Texts are read batch by batch
and spilled to a file. With ``--times 2`` they are read twice, the second time with each letter
replaced by the next one: twice as many texts of the same kind that have nothing in common with
the first. Prints CPU seconds of the whole process from start to clusters, and the most memory
it had.
"""

from __future__ import annotations

import argparse
import resource
import string
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from pagemill.engine import alone

alone.claim()  # as the command does: no threads that wait and are not used

import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from pagemill.dedup.duplicates import (  # noqa: E402
    Encoded,
    find_duplicates_on_disk,
)


def documents(path: Path, turn: int = 0) -> Iterator[Encoded]:
    small, large = string.ascii_lowercase, string.ascii_uppercase
    letters = (small + large).encode()
    table = bytes.maketrans(
        letters, (small[turn:] + small[:turn] + large[turn:] + large[:turn]).encode()
    )
    file = pq.ParquetFile(path, pre_buffer=False)  # else all of it stays in memory to the end
    for batch in file.iter_batches(1024, columns=["id", "text"], use_threads=False):
        ids = [f"{turn}-{name:09}" for name in batch.column("id").to_pylist()]
        text = batch.column("text")
        text = text if text.type == pa.large_string() else text.cast(pa.large_string())
        _, offsets, data = text.buffers()
        bounds = np.frombuffer(offsets, np.int64, len(text) + 1, 8 * text.offset)
        yield Encoded(ids, bytes(data).translate(table) if turn else data, bounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    args = parser.parse_args()
    start = time.process_time()
    turns = (documents(args.texts, turn) for turn in range(args.times))
    found = find_duplicates_on_disk(chain.from_iterable(turns), args.folder)
    took = time.process_time() - start
    count = args.times * pq.ParquetFile(args.texts).metadata.num_rows
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"{count:,} documents: {took:.1f} CPU s, {took / count * 1e6:.1f} a million")
    pairs, clusters = len(found.pairs), len(found.clusters)
    print(f"most memory {most:.2f} GiB; {pairs:,} pairs, {clusters:,} clusters")


if __name__ == "__main__":
    main()
