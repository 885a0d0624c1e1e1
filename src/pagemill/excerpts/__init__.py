"""What one user may see of a collection, as a collection of its own.

An excerpt is built of the captures that give the pages a user may see, and of nothing else. So
whatever is asked of it, by any verb or screen, now or in a later release, is answered as by a
collection that never held another page: hits, counts, facets, snippets, suggestions, related
words, weights of words, places by links, copies, templates. There is one place that decides
who sees a page.

``access``    which filters a user has
``captures``  an archive that holds some captures of another
``excerpt``   how an excerpt is named, made and removed
"""
