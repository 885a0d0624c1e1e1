"""The other methods of choosing content, kept by name beside the learned one.

``lecture`` keeps topic blocks by the rules of the Tianwang lecture. ``weights`` adds up
evidence (``evidence``: what is measured on each block) by weights that were set by hand.
``template`` looks at many pages of one site and takes out what stands on most of them. The
fourth, the tag plateau, is a measure of the learned method as well and lives one folder up.

They are for comparison and for reading: the page function uses none of them.
"""
