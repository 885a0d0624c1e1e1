"""Pictures of what was measured, as SVG text.

``venn`` draws the overlap of two or three engines.
"""
