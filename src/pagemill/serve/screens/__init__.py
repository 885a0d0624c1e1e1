"""The pages that people see, a module for each kind: what is shown, not how it is found out.

Reading order: ``generator``, ``frames`` (captured pages in their sandbox), ``overview``,
``table``, ``story``, ``duplicates``, ``search``, ``crawl``, ``entrance``.
"""
