"""What can be said for bytes that were not read to a sound end.

A checksum stands behind all of a member or behind none of it. Where it fails, a reader has
decoded something that may be right up to any byte; to give it out would be to invent. Only a
file that ends too early is another matter: what stands before the cut is what was written. The
one idea here is how to know a cut from a member whose last bits changed.
"""
