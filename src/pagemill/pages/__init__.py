"""The table of pages: all that is known of a page, in one place, by its address.

The model is Bigtable's. A **row** is a page; its key is the address with the host reversed, so
the pages of a host lie together. A row has **cells** in a few **families**, which are the same
for all rows, while the columns in them are not: every page that links here is a column. A
cell has **versions**, told apart by time, newest first. There is no query language: a row is
read by its key, or the rows of a host one after the other. What is written to one row is
written whole or not at all.

Rows are spread over **tablets** by the hash of their host, so that a host lies in one tablet.
A tablet is a folder that belongs to one server at a time; if that one dies, any other opens it
from the shared folder, replays its log and goes on.

No column is a source. Captures, validators and changes are read from the archive, anchor
texts and pointers from the tables; so the whole folder may be deleted and is made again by
the next build. It is worth its place because it answers by page what the archive holds by
time and the tables by hash, and because anchor texts may be added to a page without touching
anything else of it.

Reading order: ``row_key``, ``family``, ``cell``, ``tablet`` (which tablet, whose), ``store``
(the seam), ``rocks`` (RocksDB behind it), ``ownership`` (taking a tablet over), ``table``,
``history`` (one row in words), ``fill`` (from a collection).

Source:
    Chang et al., "Bigtable: A Distributed Storage System for Structured Data" (2006).
"""
