"""What two engines have in common.

Reading order: ``digests`` (exactly, where all pages can be listed), ``proportion`` (intervals
of shares, and what a faulty test does to them), ``check`` (whether an engine has a page),
``sampled`` (pages of one, checked in the others), ``strong`` (the classic way: random hits of
two-word queries), ``walk`` (a random walk over pages), ``queries`` (from the answers to a
query log), ``least_squares`` (sizes of several engines), ``patterns`` (which engines share
what).
"""
