"""Other ways to find duplicates: each a file, each a function from texts to pairs.

What :mod:`pagemill.dedup` does by itself is one choice: sketches, bands, exact verification.
Here are the choices it was made against, each as its source tells it, so that they can be
compared on anybody's texts (``pagemill compare-methods``) and used in its place (``pagemill
duplicates --method``). A method takes texts and a threshold and gives pairs with a similarity;
:mod:`.method` says so in types, :mod:`pagemill.dedup.compare.catalogue` lists them all.

    equal             texts with an equal checksum
    ngram             runs of words or of characters, as hashes
    inverted          texts that have a value in common, and how many
    fingerprint       some of the n-grams stand for all: every i-th, 0 mod p, winnowing
    prefix            exact search for all resembling pairs: what others are held against
    sort_count        the textbook's way from sketches to pairs
    bbit              sketches of one bit for each permutation
    one_permutation   sketches from a single hash
    super_shingle     shingles of a sketch
    simhash, hamming  fingerprints whose bits agree with the angle, and the search for them
    combined          super-shingles that simhash agrees with

Methods that look at words without their order are in :mod:`pagemill.dedup.words`.
"""
