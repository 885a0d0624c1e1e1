"""The wiring of a crawl: a collection's folder, its settings and the loop, put together.

:mod:`pagemill.crawl` holds the machines; here they get a clock, sockets and a place on disk.
"""
