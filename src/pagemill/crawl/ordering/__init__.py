"""Which page first, where breadth-first is not wanted: scores by topic or by a plug-in.

A page's score becomes the priority of the addresses found on it: pages about a topic mostly
link to pages about it.
"""
