"""Charts as SVG made on the server: coloured by the style sheet, readable without colour.

Every chart has a title and a description for those who do not see it, and says in words what
its axes are. ``plot`` has the axes; each other module is one chart.
"""
