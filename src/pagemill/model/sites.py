"""What is said of sites: mirrors of each other, reprints, templates."""

from __future__ import annotations

from dataclasses import dataclass


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
        host: the host.
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
    """

    pages: int
    same_site: int
    cross_site: int
    without_mirrors: int
    without_reprints: int
    mirrors: list[MirrorPair]
    templates: list[TemplateAlarm]
