"""Text to words, in any script and without a list that a language would have to be on.

:mod:`~pagemill.text.normalize` brings a text into one form and names it by its digest;
:mod:`~pagemill.text.tokenize` finds words, a character being the word where a script sets no
spaces; :mod:`~pagemill.text.sentence` finds sentences; :mod:`~pagemill.text.language` tells
which language it is; :mod:`~pagemill.text.stopwords` learns which words separate little.

Plain functions over ``str``: the stages that handle millions of texts have kernels of their own
and agree with these on what a word is. Reading order: normalize, tokenize, sentence.
"""
