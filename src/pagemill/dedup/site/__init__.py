"""What pages of one site have in common, and sites that are copies of each other.

Two things make whole sites look alike. A *template* puts the same header, menu and footer on
every page: two pages with different content then resemble each other, and one article in two
templates does not resemble itself. Purification takes most of that off; what is left of it is
found by counting, since lines that stand on many pages of a host belong to no page.

And a *mirror* is a host or folder that has the same pages at the same paths as another. It is
found by its paths and verified by its texts, and told apart from reprints: single pages that
others have taken over.
"""
