"""How likely each page and host of a collection was made for search engines, by text and links.

``farms``   hosts that link to one another in a ring
``mass``    the share of a page's PageRank that no trusted page gives it
``verdict`` what text and links say, joined to one number for a page and one for a host
``stage``   reads texts and links of a collection, keeps the numbers beside the index

What texts show is told by :mod:`pagemill.text.spam`. Nothing is left out for being called spam:
it is listed further down, and proposed as a seed last.
"""
