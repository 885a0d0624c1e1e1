"""What kind of page this is: topic, hub or image page, and which genre of today's web.

The lecture tells three types apart by two ratios: a hub page has many links for its words, an
image page many images. ``page_type`` keeps these rules. They know nothing of shops and forums,
so ``genre`` asks small trained trees for one of seven genres: article, forum, product,
collection (a shelf of goods), listing (any other index of pages), documentation, service. The
last two of indexes, collection and listing, are what a hub page is today, and their chance is
weighed together with the lecture's vote.

The trees look at some hundred numbers: ``traits`` counts what the page is made of, ``address``
what its URL and its own declarations suggest. None of them depends on which blocks were chosen
as content, only on what is measured of each. ``scripts/train_genres.py``
trains it; the flat arrays lie in ``genres.npz``.
"""
