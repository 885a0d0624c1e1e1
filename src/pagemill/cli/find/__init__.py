"""Verbs that look at a collection through its search index and its links.

Each module is one verb: it declares its arguments, calls what does the work, and shows what it
tells.
"""
