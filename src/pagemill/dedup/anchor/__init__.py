"""Crowds: bands that thousands of texts share, and still no two kept texts alike.

A band that n texts share gives n^2 / 2 candidate pairs. Of a few thousand pages that are
near copies of one text nobody wants all those pairs; what counts is that one is kept and that
every other one was held against it. So the pairs of such a band are not listed. Its texts, the
*crowd*, meet later, when the clusters are made: in order of preference each text that is kept
is compared with those of its bands that are still undecided. As long as no bound of
:mod:`~pagemill.dedup.anchor.crowd` is reached, the clusters are the same as if all pairs had
been compared first.
Runs of equal bands shrink as texts are decided, and kept texts are compared by what differs
from one of them, so of copies of one text the work grows as their number.
"""
