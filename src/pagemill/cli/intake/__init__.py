"""The verbs by which pages come in: from the web, or from files that are there already.

Each module is one verb: ``crawl`` fetches, ``import_`` takes.
"""
