"""Duplicates by words: how many two texts share, how often, and in what sequence.

    bags              how often each word occurs in each text; all products of texts
    word_overlap      words that both have, as sets and as multisets
    cosine            the angle of both, by frequency, or by frequency and rarity
    edit              words to insert, delete or replace
    keyword_digest    the Tianwang fingerprint: MD5 of the most frequent words

Each but the last compares every text with every other one. That is what sketches avoid, and
what they are to be measured by.
"""
