"""Invented worlds in which the truth is known, so that every method can be judged.

Reading order: ``world`` (an engine with a switch for each bias), ``web`` (hosts and links),
``exercises`` (the worked problems of the textbooks), ``lessons`` (each classic result shown,
and its bias then taken out).
"""
