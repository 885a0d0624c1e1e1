"""Nouns of files as their file system has them: who owns one, who may read it.

Fetching writes them into the header of a capture, searching reads them there.
"""
