"""The graph that links make: its parts and its important pages.

Reading order: ``links`` (pages as numbers), ``bow_tie``, ``pagerank``, ``walks`` (random walks
and what their bias does to samples).
"""
