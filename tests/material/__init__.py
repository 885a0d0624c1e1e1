"""Inputs and independent readers for tests; nothing here but ``stages`` imports pagemill.

``warcs`` writes and reads WARC files by hand, ``smallweb`` invents a small web from a seed,
``folder`` reads a collection with Arrow alone, ``outcome`` judges what a command printed,
``stages`` holds small stages for the engine, ``places`` lends full and read-only folders,
``offline`` forbids the network.
"""
