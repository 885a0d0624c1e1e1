"""The one folder on disk that holds a collection.

Only ``archive/``, ``collection.toml``, ``forgotten.jsonl`` and ``taxonomy.npz`` are sources of
truth; everything else can be deleted and is made again by ``pagemill build``. Nothing is ever
rewritten in place: a stage writes into a folder whose name ends in ``.tmp``, the folder is
renamed when it is whole, and then ``CURRENT.json`` is replaced in one step. A process killed
at any moment therefore leaves either the old state or the new one.

Reading order: ``layout`` (names of files and folders), ``durable`` (how a file is replaced),
``manifest`` (which run of each table is live, and the records of all runs), ``parquet``
(columns <-> part files), ``lock`` (one writer at a time), ``forgotten`` (what must not come
back).
"""
