"""Bytes to tree: what every stage needs of a page before anything is decided about it.

A page arrives as bytes and a media type that its server claims. :mod:`~pagemill.html.encoding`
weighs the evidence for a character encoding and gives the text together with what decided;
:mod:`~pagemill.html.encoding_labels` is the standard's table of names.
:mod:`~pagemill.html.tree` reads the text as a browser does and hands out flat columns.
:mod:`~pagemill.html.links` lists where the page points to, and :mod:`~pagemill.html.url`
resolves, normalises and hashes addresses.

Everything here is total: any bytes make a text, any text makes a tree, any string is an address
or is said not to be one. Reading order: encoding, tree, url, links.
"""
