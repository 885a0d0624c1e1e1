"""Captures at rest: the only truth of a collection, from which all else can be made again.

There are two views of one thing. A **record** is a capture as it lies in an archive: the raw
block, byte for byte, and the fields of its WARC header. A **capture** is what the record
means: status, header fields, and the payload with chunks joined and compression undone.
Records are stored and copied; captures are made from them on the way to a reader. So a
better decoder tomorrow needs no new import.

Three things can come out of a source, and they are values, not exceptions: a record, a
``Reject`` (read, but it cannot become a capture: a request record, an address that is none)
and ``Damage`` (could not be read; reading went on behind it). What goes in is therefore
always the sum of what comes out.

The folder holds ``NNNNN.warc.gz`` and ``NNNNN.cdxj`` in pairs. A pair becomes visible when
its index is renamed into place, last; it never changes after that. Any tool that knows WARC
and CDXJ reads it without pagemill.

Reading order: ``member`` (compressed stretches of a file, and how to find the next sound one
after damage), ``warc`` (records in them), ``address`` (what counts as a URL), ``http`` (from
record to capture), ``cdx`` (index lines), ``store`` (the folder), ``sources`` (what can be
imported).
"""
