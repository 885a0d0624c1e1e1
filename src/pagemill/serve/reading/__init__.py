"""One page under the glass: what each method keeps of it, and why.

Reading order: ``source`` (what was given), ``reading`` (the DocView, the blocks, and what each
method keeps), ``fate`` (each block's fate and its reason), ``painted`` (the page with its
blocks coloured, as a document of ours), ``shelf`` (what was looked at last).
"""
