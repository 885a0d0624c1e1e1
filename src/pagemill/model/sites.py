"""What is said of sites: mirrors of each other, reprints, templates."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorPair:
    """Two hosts or folders with the same pages at the same paths.

    Attributes:
        kept: host, or host and folder, whose pages are kept.
        other: the other.
        paths: paths that both have.
        equal: of these, paths whose pages are duplicates of each other.
        links: of these, pages with equal topic links; -1 where there are none.
    """

    kept: str
    other: str
    paths: int
    equal: int
    links: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateAlarm:
    """A host whose pages consist to a large part of lines that they share.

    Attributes:
        host: the host; the folder of pages without one.
        pages: texts that were looked through.
        share: of their words in such lines.
        examples: beginnings of the most frequent ones.
    """

    host: str
    pages: int
    share: float
    examples: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReport:
    """Copies by where they are.

    Attributes:
        pages: pages with a DocView.
        same_site: removed pages whose kept page is on the same host.
        cross_site: removed pages whose kept page is on another.
        without_mirrors: pages left once those of mirrors are taken out.
        without_reprints: pages left once all copies are taken out.
        mirrors: pairs of places, the largest first.
        templates: hosts that lose more words than the alarm's share, most first.
        in_mirrors: share of the pages that are in mirrors of others.
        reprinted: share of the rest that are copies.
        redundant: share of all pages that are one or the other.

    Example:
        Of the lecture's 118 million pages 30 were left without mirrors, 18 without reprints:

        >>> lecture = SiteReport(
        ...     pages=118, same_site=0, cross_site=100, without_mirrors=30, without_reprints=18,
        ...     mirrors=[], templates=[],
        ... )
        >>> [f"{share:.1%}" for share in (lecture.in_mirrors, lecture.reprinted)]
        ['74.6%', '40.0%']
        >>> f"{lecture.redundant:.1%}"
        '84.7%'
    """

    pages: int
    same_site: int
    cross_site: int
    without_mirrors: int
    without_reprints: int
    mirrors: list[MirrorPair]
    templates: list[TemplateAlarm]
    in_mirrors: float = field(init=False)
    reprinted: float = field(init=False)
    redundant: float = field(init=False)

    def __post_init__(self) -> None:
        """Tell the shares of the funnel."""
        for name, left, of in (
            ("in_mirrors", self.without_mirrors, self.pages),
            ("reprinted", self.without_reprints, self.without_mirrors),
            ("redundant", self.without_reprints, self.pages),
        ):
            object.__setattr__(self, name, 1 - left / of if of else 0.0)
