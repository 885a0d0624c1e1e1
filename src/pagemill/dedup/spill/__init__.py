"""More texts than memory holds: they go to a file once and are read back piece by piece.

The algorithms read each text three times: for its digest, for its sketch, and once more if it
is in a candidate pair. None keeps it. So a sequence that fetches texts from a file serves as
well as a list. Sketches lie in a file, too; what stays in memory is some 500 bytes a text: its
id, its digest, its place in several orders.
"""
