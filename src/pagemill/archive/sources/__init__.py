"""Where captures come from: one module for each kind of source.

:func:`pagemill.archive.sources.detect.open_source` finds the kind and gives a ``Source``,
whose ``read(cursor)`` yields items in a fixed order: a record to store, a reject with its
reason, or damage with its place. Reading order: ``source`` (what all have in common),
``warc`` (also WET), ``wacz``, ``jsonl``, ``parquet``, ``folder``, ``detect``.
"""
