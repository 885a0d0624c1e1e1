"""The loops over words and shingles in C, where a compiler was found at installation.

``native/sketch.c`` cuts texts into tokens, hashes shingles, takes minima and compares sketches
and sets. :mod:`pagemill.dedup.tokens`, :mod:`~pagemill.dedup.shingle`,
:mod:`~pagemill.dedup.minhash` and :mod:`~pagemill.dedup.verify` say what the results are and do
the work in NumPy where nothing was compiled: slower by a factor of five to ten, with identical
results. Here is what both ways share: the tables of characters that the loops look into, and
what to do with a text that they hand back: one that may not be composed, that has characters
beyond the basic plane, or a token too long for their hash.
"""
