"""Exact and near duplicates: texts in, verified pairs and clusters out.

The idea. A text becomes a set of *shingles*, runs of four tokens. Two texts resemble each
other as far as their sets overlap: J = |A n B| / |A u B|. Looking at all pairs is out of the
question, so each set is cut down to a *sketch*: the minima of 200 permutations of the hashed
shingles. At each position two sketches agree with probability J. A sketch is cut into *bands*
of a few positions; texts that agree in one whole band are a *candidate* pair. With 33 bands of
6 a pair with J = .8 is missed once in 25,000 times, while one with J = .3 seldom turns up.
Candidates whose sketches agree in too few positions are dropped, and of all others the sets
are compared exactly. Only such a verified pair is called a duplicate.

Resemblance is not transitive: a chain of small changes leads anywhere. So clusters are
*anchored*: texts are taken in order of preference, and one is removed only for a kept text
that it resembles itself.

What is a duplicate of nothing: a text without letters or digits. What can be an exact copy
only: a text shorter than a shingle.

Reading order, each module one step:

    params, columns       what can be set; column types and the mixing of hashes
    tokens, shingle       texts -> tokens -> shingle sets, Jaccard, containment
    minhash               sets -> sketches, with the error of their estimate
    band                  sketches -> candidates, with the S-curve that says what is missed
    verify                candidates -> exact intersections and unions
    union_find            candidates -> components, so that verification reads a text once
    near                  the steps above in order, for distinct texts
    cluster, anchor       pairs -> which text stands for which; overfull bands
    copies                documents -> distinct texts, and pairs of texts -> pairs of documents
    documents, duplicates ids and texts from any table; find_duplicates, the whole in one call
    checksum              the textbook's checksum, for comparison
    preference            the written rule which page of a collection is kept
    stage                 the same steps on the tables of a collection
"""
