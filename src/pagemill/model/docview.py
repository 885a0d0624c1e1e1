"""DocView: the purified page, the eight elements of the Tianwang lecture and a few of today."""

from __future__ import annotations

from dataclasses import dataclass, field

PAGE_TYPES = ("topic", "hub", "image")
GENRES = (
    "article",
    "forum",
    "product",
    "collection",
    "listing",
    "documentation",
    "service",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingGuess:
    """Which character encoding the payload was read with, and why.

    Attributes:
        name: WHATWG name in lower case, such as ``utf-8`` or ``gb18030``.
        evidence: what decided: ``bom``, ``http``, ``meta``, ``xml``, ``utf-8``,
            ``detector``, ``fallback`` or ``text`` (the input was text already).
        confidence: 0 to 1.
    """

    name: str
    evidence: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicLink:
    """A link that belongs to the topic of the page.

    Attributes:
        url: absolute URL.
        text: anchor text, white space collapsed.
        score: how much its words are those of the main content: a cosine, 0 to 1.
    """

    url: str
    text: str
    score: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A page that is shown as a part of another.

    Attributes:
        url: absolute URL without fragment.
        fate: ``joined`` where its text is a part of the page's; else why it is not.
    """

    url: str
    fate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Where one block of the content stands, in its source and in what was made of it.

    Each pair is the first character and the first one after the block.

    Attributes:
        block: number of the block, as in the ledger.
        source: in the characters of the page as it was received, decoded; tags may lie inside.
        text: in the text.
        markdown: in the Markdown.
        html: in the clean HTML.
    """

    block: int
    source: tuple[int, int]
    text: tuple[int, int]
    markdown: tuple[int, int]
    html: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocView:
    """What is left of a page once its local noise is gone.

    Attributes:
        url: identifier: where the page was found; ``""`` when not known.
        canonical: absolute address that the page itself declares, or ``""``.
        title: formed from h1, title element and metadata, without the site's name.
        abstract: whole sentences of the page that stand for it.
        keywords: most telling words first.
        text: main content, blocks separated by line ends.
        markdown: the same content as Markdown.
        html: the same content as clean HTML without script, style or event attributes.
        category: path in a taxonomy, or ``""`` where none is likely enough.
        topic_links: links that belong to the topic; navigation is left out.
        page_type: one of :data:`PAGE_TYPES`.
        genre: one of :data:`GENRES`.
        language: BCP 47 primary tag such as ``en`` or ``zh``, or ``""``.
        author: as declared by the page, or ``""``.
        published_at: ISO 8601 date, or date and time with offset where the page states it;
            ``""`` when not known. Kept as text because many pages state a day only.
        encoding: how the bytes were read.
        media_type: what the document was before it became a page, such as
            ``application/pdf``; ``""`` for what was a page already.
        converter: name and version of what made the page of it, or ``""``.
        page_type_confidence: 0 to 1.
        page_type_evidence: what decided the type, for people.
        genre_confidence: chance of the genre, 0 to 1.
        category_confidence: chance of the category, 0 to 1.
        frames: frames of a frameset or of the page's own site. A collection joins those it
            has captured; in ``html`` each lies in a section with its ``data-frame`` address.
        spans: where each block of text, Markdown and HTML stood in the source, in their order;
            empty unless asked for. Pages that are too odd to be sure have none.
    """

    url: str
    canonical: str
    title: str
    abstract: str
    keywords: tuple[str, ...]
    text: str
    markdown: str
    html: str
    category: str
    topic_links: tuple[TopicLink, ...]
    page_type: str
    genre: str
    language: str
    author: str
    published_at: str
    encoding: EncodingGuess
    media_type: str = ""
    converter: str = ""
    page_type_confidence: float = 0.0
    page_type_evidence: str = ""
    genre_confidence: float = 0.0
    category_confidence: float = 0.0
    frames: tuple[Frame, ...] = ()
    spans: tuple[Span, ...] = ()
