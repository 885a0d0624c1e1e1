"""Search: the near duplicates of one text, also of a new one, among all that are stored.

All pairs of a collection are found by sorting band keys; for a single text that would be
absurd. So the keys stay sorted on disk: *segments* of (key, row), mapped into memory and
searched by bisection, 33 keys a text. A segment is never changed. What comes later makes a new
one, small ones are merged into larger, so that there are few; what is gone is left out when
its segment is written anew. Which segments there are cannot be seen in an answer.

There are two ways in. *Bands* find what resembles the text from the threshold up, with the
probability of the S-curve. *Rarest shingles* take a sample of each text's shingles for keys and
look up the few that the fewest texts have: this also finds a short quote's source. Either way
the result is a list of candidates, whose texts are compared before anything is said.
"""
