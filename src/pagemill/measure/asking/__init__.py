"""Asking an engine: within a budget, more than once where needed, and on the record.

Reading order: ``journal`` (record and replay), ``asker`` (budget, tries, three-valued answers),
``audit`` (whether the totals that an engine reports are true).
"""
