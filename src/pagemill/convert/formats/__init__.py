"""One module for each family of formats, and what several of them share.

``markup`` writes tagged HTML, ``trees`` reads XML, ``packages`` opens Office files since 2007,
``layout`` finds blocks on a page of a PDF. All others are converters.
"""
