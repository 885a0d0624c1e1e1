"""Frames: what a page shows of other pages as its own.

A frameset has no text, and an ``iframe`` of the same site often holds the article itself. Such
frames are captures of their own; when a collection is built their text is joined to that of the
page that frames them, each piece marked with its address. The frame stays a page besides.

``join`` says which frames a page has and joins DocViews; it is pure. ``stage`` finds the
captures of frames in a collection.
"""
