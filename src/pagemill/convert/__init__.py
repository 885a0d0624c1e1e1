"""Documents -> pages: a PDF, a letter, a spreadsheet, as tagged HTML.

A **converter** is a name, a version, the media types it reads, and one method: bytes in, HTML
out (``converter``). What it keeps are headings, lists, tables, emphasis and links, and what the
document says of itself: title, author, date. All else about looks is left behind. From there on
a document flows like a page, but nothing of it is taken for noise.

``registry`` lists those of pagemill and finds those that others have installed under the
entry point ``pagemill.converters``. Each has a module in ``formats``. Where a format is well
described XML (OpenDocument, Office Open XML, EPUB) the module reads it with the standard
library; PDF, RTF and the old binary formats stand on libraries, which come with
``pagemill[documents]``.

A document is hostile until shown otherwise. ``sandbox`` has it converted in a process of its
own, with limits on time, memory and output, and unable to write a byte to a file; a crash, a
hang or a bomb costs that one document, which becomes a reject with its reason. ``inside`` is
what runs in there.

What was converted once is kept (``store``): a WARC ``conversion`` record, named by the digest
of the payload and by converter and version, so that a change of purification never converts
again.

Reading order: ``converter``, ``registry``, ``sandbox``, ``store``, then any format.
"""
