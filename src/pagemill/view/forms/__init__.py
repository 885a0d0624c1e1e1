"""The forms in which content is given out: text, Markdown, clean HTML, all of one content.

Reading order: ``inline`` (the inside of a block), ``writers`` (one for each form),
``render`` (drives all three in one pass).
"""
