"""A synthetic web: real sockets on loopback, many hosts, every kind of trap, and the truth.

:func:`pagemill.testing.growth.grown` makes a web from a seed, the same for the same seed: hosts
with pages of many sizes, mirrors, pages that change, calendars and other traps, broken servers,
robots.txt files of every kind, feeds, sitemaps, pages that should be missing and are not, and
links to private machines. :mod:`pagemill.testing.server` serves it on loopback;
:mod:`pagemill.testing.judge` reads the server's own log and says what a crawler did: which
pages it found, whether it was polite, how much it wasted. Nothing here knows pagemill's
crawler, so any crawler can be judged:

    python -m pagemill.testing --seed 1 --hosts 20 --truth truth.json

Standard library only.
"""
