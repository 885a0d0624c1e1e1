"""More texts than memory holds: they go to a file once and are read back piece by piece.

The algorithms read each text three times: for its digest, for its sketch, and once more if it
is in a candidate pair. None keeps it. So a sequence that fetches texts from a file serves as
well as a list. Sketches lie in a file, too. Ids are put in
order in files by an external sort and stay there: the result fetches the ids of the pairs and
makes the clusters that are asked for.

    texts       texts in a file, as a sequence
    sketches    sketches and the keys of their bands
    ids         ids in a file, as a sequence
    merge       ids put in order: sorted runs, merged piece by piece
    clusters    clusters by numbers, made when they are asked for
"""
