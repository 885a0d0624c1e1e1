"""Media types: what bytes are, found by looking at them.

What a server says of a document is a claim; its first bytes, and for containers the names of
what is inside, are evidence. ``sniff`` weighs the one against the other, for captures on their
way into the archive, for files that a person names, and for the page function. ``types`` lists
the types that are documents, which a converter turns into a page.

Standard library only, and nothing that costs time for the usual case: a page.
"""
