"""Links between pages: what others call a page, and how much they point to it.

Pages are known by the hash of their URL, so that a graph of millions of links is two columns
of numbers.

``edges``     links as two columns
``pagerank``  how often a reader who follows links at random comes past
``hits``      hubs, which link to good authorities, and authorities, which good hubs link to
``anchors``   of the texts of all links to a page the ones that are kept
``places``    where each page stands by its links, kept beside the index
``stage``     reads the links of a collection
"""
