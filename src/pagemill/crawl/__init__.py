"""Seeds to captures: which page next, when a host may be asked again, what may be asked at all.

``frontier``, ``politeness``, ``robots``, ``scope`` and ``traps`` are state machines that own no
clock and no socket: time and answers are passed in. ``crawler`` is the loop around them.
"""
