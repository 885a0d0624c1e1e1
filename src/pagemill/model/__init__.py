"""The nouns: values for one document, made of the standard library only.

Columns for many documents live in :mod:`pagemill.tables`. Reading order: ``capture`` (what a
server answered), ``docview`` (what is left of a page once purified), ``cluster`` (which pages
are copies of each other), ``run`` (what a stage did with its rows).
"""
