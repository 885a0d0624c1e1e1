"""Captures -> DocViews: purification, the removal of local noise from a page.

The page function :func:`~pagemill.view.assemble.docview` is pure: the same bytes give the same
DocView, whatever came before. It reads like the lecture it follows: the tag tree is cut into
content blocks (``purify.blocks``), each block carries marks of noise (``purify.noise``) and
measures (``purify.features``: how much text, how many links, where it stands, what it stands
beside), from which trained trees tell how likely it is content (``purify.learned``), and the
blocks that promise the best F1 are kept (``purify.content``), in their order. No tag and no
class name decides alone. Older ways to choose are kept by name (``purify.methods``).

What is kept is written once as text, Markdown and clean HTML (``forms``), so the three hold the
same words. The other elements of a DocView have a module each: ``title``, ``abstract``,
``keywords``, ``topic_links``, ``kind`` (page type and genre), ``byline`` (author and date),
``canonical``; what a page declares about itself is read once, in ``metadata``. ``description``
says all of it in the terms of Dublin Core and schema.org.

``standing`` says which capture of a page is looked at, and ``stage`` connects all of it with
the archive and the tables. A page that cannot be viewed is a reject with a reason.

Reading order: ``assemble``, ``purify.blocks``, ``purify.features``, ``purify.content``,
``forms.render``, then any element.
"""
