"""The search index on a server of its own, behind the same contract as the one in the folder.

``contract``  what an index answers, wherever it is
``body``      pages and queries in the words of OpenSearch
``server``    the way there and back over HTTP
``reader``    answers queries from the server
``stage``     brings the server up to date with the tables

Pages and queries are analysed here and not by the server, which only splits at blanks: so
words, pairs of characters, stems, phrases and counts are the same as in the folder's own index.

The server is optional. All of this is written from the published API reference of OpenSearch
3.0 and tested against a stub on loopback that answers as that says: **stub, not tested on the
real server**.
"""
