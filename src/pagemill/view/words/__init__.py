"""Words of a collection: stop words and weights of terms, both learned from its pages.

``weighting`` counts in how many pages a term stands and chooses keywords by the lecture's two
strategies; ``stage`` reads the table of DocViews for it, language by language, when asked.
"""
