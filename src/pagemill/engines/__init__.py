"""Engines that can be measured: one module for each kind, all behind ``measure.engine``.

* ``collection`` is the index of a collection of pagemill's own.
* ``fts5`` is a full-text table of SQLite.
* ``description`` reads what a person wrote down about an HTTP interface, ``web`` asks it: JSON
  by paths, HTML by selectors. Nothing else is needed for an interface never seen before, nor
  for a source of the deep web that only shows a form.
* ``opensearch`` is such a description, ready made.
* ``named`` opens whatever a name on the command line stands for.

All input and output of a measurement is here and in ``measuring``.
"""
