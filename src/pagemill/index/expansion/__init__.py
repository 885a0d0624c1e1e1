"""Words to look for as well: those that go with the query's, or with pages that were liked.

``thesaurus``  words that stand on the same pages, learned from the collection
``rocchio``    words of pages that were found right, less those of pages found wrong
"""
