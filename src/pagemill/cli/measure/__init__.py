"""Verbs that measure: an engine by its answers, a collection exactly, an invented web.

Reading order: ``measure`` (the verb), ``show`` (how its results are printed), ``changes``,
``lab``.
"""
