"""Invented worlds in which the truth is known, so that every method can be judged.

Reading order: ``world`` (an engine with switches for each bias), ``web`` (hosts and links),
``trial`` (a method run many times), ``lessons`` (the classic results, shown and then put right).
"""
