"""Verbs that look into what is there and change nothing: one file, or one page through time.

Reading order: ``check`` (is it sound?), ``history`` (what became of a page?).
"""
