"""Looking at a crawl, also while it runs: its standing, and what it knows of one address.

Everything is read off the crawl's own table, which another process may look into at any time.
"""
