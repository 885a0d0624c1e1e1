"""CPU time and memory of near duplicates among many texts on disk.

usage: bench_disk.py TEXTS.parquet ... [--folder /tmp]     (columns id and text; make_scale.py)

Texts are read from Parquet batch by batch and spilled to one file. Prints CPU seconds of the
whole process from start to clusters, and the most memory it had.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pagemill.dedup.duplicates import Encoded, find_duplicates_on_disk


def documents(path: Path, number: int = 0) -> Iterator[Encoded]:
    for batch in pq.ParquetFile(path).iter_batches(4096, columns=["id", "text"]):
        ids = [f"{number}-{name:09}" for name in batch.column("id").to_pylist()]
        text = batch.column("text").cast(pa.large_string())
        _, offsets, data = text.buffers()
        bounds = np.frombuffer(offsets, np.int64, len(text) + 1, 8 * text.offset)
        yield Encoded(ids, data, bounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path, nargs="+")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    args = parser.parse_args()
    start = time.process_time()
    batches = chain.from_iterable(
        documents(path, number) for number, path in enumerate(args.texts)
    )
    found = find_duplicates_on_disk(batches, args.folder)
    took = time.process_time() - start
    count = sum(pq.ParquetFile(path).metadata.num_rows for path in args.texts)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"{count:,} documents: {took:.1f} CPU s, {took / count * 1e6:.1f} a million")
    pairs, clusters = len(found.pairs), len(found.clusters)
    print(f"most memory {most:.2f} GiB; {pairs:,} pairs, {clusters:,} clusters")


if __name__ == "__main__":
    main()
