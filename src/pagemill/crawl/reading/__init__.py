"""Reading what came: pages, sitemaps and feeds, for the addresses they name.

Nothing here raises for odd content: what cannot be understood names no address.
"""
