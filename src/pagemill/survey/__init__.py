"""What a collection amounts to, gathered from its tables and its archive for people to look at.

``census`` counts every page by what can be said of it, ``candidates`` tells how alike the pairs
are that were compared, ``copies`` reads the duplicates that were found, ``captured`` reads the
capture that stands for a page, ``crawl_state`` looks at a crawl, also while it runs. Nothing
here changes anything.
"""
