"""The media types that are documents, and the endings of file names that claim types."""

from __future__ import annotations

PDF = "application/pdf"
RTF = "application/rtf"
EPUB = "application/epub+zip"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
ODT = "application/vnd.oasis.opendocument.text"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ODP = "application/vnd.oasis.opendocument.presentation"
DOC = "application/msword"
XLS = "application/vnd.ms-excel"
PPT = "application/vnd.ms-powerpoint"
LOCKED_OFFICE = "application/x-encrypted-office"
"""An OOXML file behind a password: which kind it is cannot be seen."""

MARKDOWN = "text/markdown"
XML = "application/xml"
MAIL = "message/rfc822"

DOCUMENTS = frozenset(
    {
        *(PDF, RTF, EPUB, DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT, LOCKED_OFFICE),
        *(MARKDOWN, XML, MAIL),
    }
)
"""What pagemill converts to a page by itself; plug-ins may add more."""

PAGES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})
"""What the page function reads without a converter."""

_BY_ENDING = {
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".xht": "application/xhtml+xml",
    ".txt": "text/plain",
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".xml": XML,
    ".eml": MAIL,
    ".pdf": PDF,
    ".rtf": RTF,
    ".epub": EPUB,
    ".docx": DOCX,
    ".xlsx": XLSX,
    ".pptx": PPTX,
    ".odt": ODT,
    ".ods": ODS,
    ".odp": ODP,
    ".doc": DOC,
    ".xls": XLS,
    ".ppt": PPT,
}


def bare(stated: str) -> str:
    """A media type without its parameters, in lower case."""
    return stated.partition(";")[0].strip().lower()


def by_ending(name: str) -> str:
    """What the ending of a file name claims; or ``""``."""
    dot = name.rfind(".")
    return _BY_ENDING.get(name[dot:].lower(), "") if dot >= 0 else ""
