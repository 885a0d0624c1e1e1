"""Purifying: which text of a page is its content.

Reading order: ``noise`` (what speaks for the parts around the content), ``blocks`` (cut the
page into pieces of text), ``containers`` and ``counts`` (what is counted on each block),
``plateau`` (the flat stretch of the tag curve), ``grids`` (tables of data told from layout),
``features`` and ``measures`` (what the classifier looks at, as rows of numbers), ``forest`` and
``learned`` (the trained trees), ``choice`` (from chances to blocks), ``content`` (all of it),
``lead`` (a summary before it). ``ledger`` tells afterwards what became of each text node.
``methods`` holds the other ways to choose, by name.
"""
