"""Search in a collection: a query as it was typed -> an answer as it is shown.

The index knows which pages match and in which order; the tables know what they say. Here both
come together, and all that is built on them.

``asking``      a query, its hits with snippets, facets, and what was perhaps meant
``spelling``    words near to a word that nobody uses
"""
