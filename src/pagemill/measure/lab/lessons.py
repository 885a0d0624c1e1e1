"""All lessons by name: a classic way of measuring, its bias shown, and then taken out."""

from __future__ import annotations

from pagemill.measure.lab import census, indexes, overlaps, sizes
from pagemill.measure.lab.lesson import Lesson

LESSONS = (
    Lesson("exercises", "the worked problems of the textbooks", overlaps.worked_exercises),
    Lesson("size", "size, every answer listed whole", sizes.whole_answers),
    Lesson("cut-off", "size, ten results a query, true size 2,000", sizes.cut_answers),
    Lesson("overlap", "share of A in B, where B prefers long pages", overlaps.long_pages),
    Lesson("restriction", "share of A in B, where B indexes twenty words", indexes.first_words),
    Lesson("rules", "share of A in B, where B leaves pages out by rule", indexes.rules),
    Lesson(
        "anchors",
        "results of fifty words that links use, of pages that do not say them too",
        indexes.anchors,
    ),
    Lesson("frames", "share of A in B, where B cannot see into frames", indexes.frames),
    Lesson(
        "invented",
        "size, two made-up pages in each answer, true size 2,000",
        sizes.invented_pages,
    ),
    Lesson(
        "crawls", "share of the web that each of a row of crawls sees", census.successive_crawls
    ),
    Lesson("queries", "size of A next to B by a query log", overlaps.query_log),
    Lesson("totals", "factor by which reported totals exceed the truth", indexes.lying_totals),
    Lesson("freshness", "share of pages that are fresh", indexes.stale_copies),
    Lesson("time-outs", "share of A in itself, three tenths time out", overlaps.failing),
    Lesson("addresses", "a web's size by random addresses", census.random_addresses),
    Lesson("walks", "random walks on the web: mean PageRank, 1 is even", census.random_walks),
)
