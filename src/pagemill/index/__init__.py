"""DocViews minus duplicates -> something to search.

A search index answers two questions about a query: which pages match, exactly counted, and in
which order. Both answers depend on the pages alone: never on the order in which they came, on
how many segments the index has, or on whether it was built at once or kept up to date.

Reading order:

``document``  what is indexed of one page, and the digest that tells whether it changed
``analyze``   text -> words; the same function for pages and for queries
``query``     what people type -> a query; never raises
``rank``      BM25 and BM25F; a score from counts, computed in double precision
``linked``    what links tell of the pages linked to
``spam``      how likely pages and hosts are made for search engines
``reader``    which pages match, exactly counted, and in which order
``snippet``   the passage of the page that answers the query, with highlights
``tantivy``   the inverted file itself: the only module that knows the engine, and does I/O
``stage``     rows of the collection -> what has to change in the index
"""
