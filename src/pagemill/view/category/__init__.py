"""Category of a page: its place in a taxonomy that labelled examples have taught.

The lecture names the category among the eight elements and takes it from the purified text, by
vectors of words. ``vectors`` turns a page into such a vector; ``taxonomy`` holds what was
learned as flat arrays and says which category a page is likely to have; ``learning`` makes a
taxonomy of examples, by centroids and by a linear model, and judges both on pages of hosts that
the judging model never saw. It needs nothing beyond numpy. A small ready taxonomy comes along
(``ready.npz``, made by ``scripts/train_categories.py``); ``stage`` learns one of a user's own
examples, which a collection then uses in its place.
"""
