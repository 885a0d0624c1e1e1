"""Looking again: how often pages change, and where a budget of visits does most good.

Pure arithmetic over columns; rates and plans are in changes and visits per unit of time.
"""
