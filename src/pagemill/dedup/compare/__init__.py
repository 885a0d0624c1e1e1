"""Which method is good enough? Measured on one's own texts, against exact resemblance.

catalogue        all methods by name
comparison       precision, recall, speed and size of each, against the exact pairs
curve            the share of pairs found at each resemblance, measured and by formula
sample           some of many texts, chosen so that there are pairs among them
row_sample       two estimates of a textbook exercise: one that fails, one that works
duplicate_share  another exercise: how much of the web is unique, told from two engines
passages         in what two texts differ, passage by passage
"""
