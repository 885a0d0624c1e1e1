"""The browser: a collection to look at, and the DocView of any page, from one process.

Pages are made on the server, charts too (as SVG); a few small scripts of our own add what a
page cannot do without one. Nothing is loaded from elsewhere, so it works offline.

``safety`` is what stands before everything else: who may come in (``login``), from where and
how often (``gate``, ``rate``), what a browser may do with an answer (``policy``), that a form
is one of ours (``tokens``), and how an address given by a visitor is asked (``visit``).
``reading`` looks at one page by several methods and paints each block by its fate. ``charts``
draws, ``screens`` has a module for each kind of page, ``interface`` is the same as JSON with
its OpenAPI document. ``workbench`` holds what they share, ``app`` puts all of it together, and
``listening`` runs it.

What was captured from the web is hostile here. It is shown in frames only, each a document of
its own under a sandbox policy: no script, no forms, no network, no origin.

Reading order: ``app``, ``safety.gate``, ``safety.policy``, ``reading.reading``,
``screens.generator``, then any other screen.
"""
