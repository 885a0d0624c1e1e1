"""Measuring an engine through nothing but its search box.

How large is it, how much of it is in another one, how fresh, how redundant? Whoever asks from
outside sees answers to queries, cut off after some results and in an order that is not chance.
Everything here makes statements about the whole from such answers, and says how sure they are.

* ``engine`` is the contract: what an engine must offer; an answer may also be *unknown*.
* ``asking/`` asks within a budget, tries again, keeps a journal that can be replayed, and
  audits the totals that an engine reports.
* ``lexicon`` holds words of an outside sample, ``signature`` picks the few that mark a page.
* ``size/`` estimates how many pages there are, by one method for each kind of engine.
* ``overlap/`` compares two or more: exactly by digests, else by sampling and checking.
* ``sampler`` averages any property of a page over the whole index.
* ``freshness``, ``longitudinal`` and ``power_law`` are for a collection of one's own.
* ``graph/`` has the bow tie, PageRank and random walks.
* ``picture/`` draws. ``lab/`` holds invented worlds in which the truth is known.

Everything is pure: an engine comes in as a value, the wait between two tries as a function, and
chance as a seed, so that a measurement can be repeated bit for bit.
"""
