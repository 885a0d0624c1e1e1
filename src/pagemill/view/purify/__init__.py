"""Purifying: which text of a page is its content.

Reading order: ``noise`` (what speaks for the parts around the content), ``blocks`` (cut the
page into pieces of text), ``plateau`` (the flat stretch of the tag curve), ``evidence``
(what is measured on each block), ``grids`` (tables of data told from layout), ``content``
(weigh it, and choose).
"""
