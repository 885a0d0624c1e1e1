"""What stands between a visitor and the collection, and between a captured page and a visitor.

Reading order: ``policy`` (what a browser is told), ``gate`` (what every request passes),
``login``, ``tokens``, ``rate``, ``visit``.
"""
