"""Search in a collection: a query as it was typed -> an answer as it is shown.

The index knows which pages match and in which order; the tables know what they say. Here both
come together, and all that is built on them.

``asking``      a query, its hits with snippets, facets, and what was perhaps meant
``directory``   categories as a tree
``expanding``   related words, and words of pages found right
``fame``        who mentions a name
``judging``     quality by known items, with and without cleaning
``linking``     pages by their links, topic links and all
``phrases``     what came up lately
``products``    what pages offer, as typed records
``profile``     the interests of one person, in a file that can be read and erased
``query_log``   what was asked, kept only where that is wanted
``spelling``    words near to a word that nobody uses
``topic``       pages about one topic, told by examples
"""
