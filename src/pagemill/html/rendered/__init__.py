"""What a browser adds to a page: where each element stood when it was laid out.

The one module, ``boxes``, holds the form in which a renderer records this in the page itself,
the function that records it, and the reading of what was recorded. Who renders and who purifies
agree here, and need not know each other.
"""
