"""How many pages an engine has, seen through its answers.

Reading order: ``capture_recapture`` and ``overflow`` (counting what comes back again),
``word_frequency`` (from reported totals), ``pool`` (the queries to draw from),
``pool_estimator`` (for engines that list everything), ``importance`` (for those that cut off),
``drill_down`` (for those with filters), ``choose`` (which of them fits an engine).
"""
