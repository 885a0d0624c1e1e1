"""What it costs to keep pages: ratio, writing, and one capture read by its place, by codec.

    python benchmarks/bench_codecs.py [--pages 600]

Times are CPU seconds. LZW is measured where the package ncompress is installed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import zstandard
from bench_warc import bodies, record

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from pagemill.archive.codec import gunzipped, gzipped
from pagemill.archive.params import STRENGTHS
from pagemill.archive.warc import written

BLOCK = 16


def codecs(records: list[bytes]) -> dict[str, tuple[Callable, Callable, int]]:
    found: dict[str, tuple[Callable, Callable, int]] = {}
    for strength in STRENGTHS:
        found[f"gzip, {strength}"] = (lambda d, s=strength: gzipped(d, s), gunzipped, 1)
    plain = zstandard.ZstdCompressor(3), zstandard.ZstdDecompressor()
    found["zstd 3"] = (plain[0].compress, plain[1].decompress, 1)
    # Trained on every third record, measured on all: an upper bound.
    trained = zstandard.train_dictionary(112_640, records[::3])
    packed = (
        zstandard.ZstdCompressor(3, dict_data=trained),
        zstandard.ZstdDecompressor(dict_data=trained),
    )
    found["zstd 3 with dictionary"] = (packed[0].compress, packed[1].decompress, 1)
    found[f"zstd 3, blocks of {BLOCK}"] = (plain[0].compress, plain[1].decompress, BLOCK)
    try:
        import ncompress  # noqa: PLC0415
    except ImportError:
        return found
    found["LZW (compress)"] = (ncompress.compress, ncompress.decompress, 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=600)
    count = parser.parse_args().pages
    records = [written(record(n, body)) for n, body in enumerate(bodies(count))]
    size = sum(map(len, records))
    print(f"{count} pages, {size / 1e6:.1f} MB")
    for name, (pack, unpack, together) in codecs(records).items():
        parts = [b"".join(records[n : n + together]) for n in range(0, count, together)]
        start = time.process_time()
        packed = [pack(part) for part in parts]
        wrote = time.process_time() - start
        start = time.process_time()
        for part in packed:
            unpack(part)
        read = (time.process_time() - start) / len(packed)
        ratio = size / sum(map(len, packed))
        speed = size / wrote / 1e6
        print(f"{name:24} {speed:6.0f} MB/s  ratio {ratio:5.2f}  get {read * 1e6:6.0f} us")


if __name__ == "__main__":
    main()
