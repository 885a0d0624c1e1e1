"""Pages as they were received: where in the source the text of a tree stands.

The tree forgets it; the one module, ``places``, finds it again for whoever asks.
"""
