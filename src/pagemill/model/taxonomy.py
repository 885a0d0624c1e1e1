"""What was learned of labelled pages, and how well it tells their categories."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryFigures:
    """Of one category, on pages of hosts that the judging model never saw.

    Attributes:
        category: path in the taxonomy.
        examples: pages of it.
        precision: of the pages said to be of it, the share that is.
        recall: of the pages of it, the share that is said to be.
    """

    category: str
    examples: int
    precision: float
    recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningFigures:
    """Of a whole taxonomy, on pages of hosts that the judging model never saw.

    Attributes:
        method: ``linear`` or ``centroid``: the one with the higher mean F1.
        examples: labelled pages.
        groups: their hosts.
        accuracy: of each method, the share of pages whose category is right.
        mean_f1: of each method, the mean of the F1 of all categories.
        stated: share of pages of which a category is stated, not left open.
        right_if_stated: share of these whose category is right.
        categories: of the method that was taken.
    """

    method: str
    examples: int
    groups: int
    accuracy: dict[str, float]
    mean_f1: dict[str, float]
    stated: float
    right_if_stated: float
    categories: list[CategoryFigures]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxonomyReport:
    """The taxonomy of a collection.

    Attributes:
        is_own: whether it was learned of the user's examples; else it is the ready one.
        figures: how good it is.
        pages: category -> pages of the collection that have it; ``""`` for none.
        unused: reason -> lines of examples that were not used, when it was learned just now.
    """

    is_own: bool
    figures: LearningFigures
    pages: dict[str, int]
    unused: dict[str, int] = field(default_factory=dict[str, int])
