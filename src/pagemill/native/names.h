/* Tags and attribute names that the sources speak of, with what the HTML standard says of them. */

#ifndef PAGEMILL_NAMES_H
#define PAGEMILL_NAMES_H

enum {
    IS_VOID = 1 << 0,       /* has no content and no end tag */
    IS_SPECIAL = 1 << 1,    /* of the standard's category "special" */
    IS_SCOPE = 1 << 2,      /* ends the search for "an element in scope" */
    IS_FORMATTING = 1 << 3, /* opened again after what it was cut by */
    IS_IMPLIED = 1 << 4,    /* its end tag may be left out */
    IS_THOROUGH = 1 << 5,   /* the same where all end tags are implied */
    IS_HEADING = 1 << 6,
    IS_BLOCK = 1 << 7,      /* closes a p when it begins, and is closed by its own end tag */
    IS_BREAKOUT = 1 << 8,   /* ends foreign content when it begins */
    IS_TABLE = 1 << 9,      /* table, tbody, tfoot, thead, tr: text in it is put before the table */
    IS_HEADLIKE = 1 << 10,   /* belongs to the head wherever it is met */
};

#define BLOCKLIKE (IS_SPECIAL | IS_BLOCK)

/* X(enum, spelling, traits); the first is the kind of text nodes. */
#define PAGEMILL_TAGS(X)                                                                        \
    X(TEXT, "#text", 0)                                                                        \
    X(COMMENT, "#comment", 0)                                                                  \
    X(A, "a", IS_FORMATTING)                                                                   \
    X(ADDRESS, "address", BLOCKLIKE)                                                           \
    X(ANNOTATION_XML, "annotation-xml", 0)                                                     \
    X(APPLET, "applet", IS_SPECIAL | IS_SCOPE)                                                 \
    X(AREA, "area", IS_VOID | IS_SPECIAL)                                                      \
    X(ARTICLE, "article", BLOCKLIKE)                                                           \
    X(ASIDE, "aside", BLOCKLIKE)                                                               \
    X(B, "b", IS_FORMATTING | IS_BREAKOUT)                                                     \
    X(BASE, "base", IS_VOID | IS_SPECIAL | IS_HEADLIKE)                                            \
    X(BASEFONT, "basefont", IS_VOID | IS_SPECIAL | IS_HEADLIKE)                                    \
    X(BGSOUND, "bgsound", IS_VOID | IS_SPECIAL | IS_HEADLIKE)                                      \
    X(BIG, "big", IS_FORMATTING | IS_BREAKOUT)                                                 \
    X(BLOCKQUOTE, "blockquote", BLOCKLIKE | IS_BREAKOUT)                                       \
    X(BODY, "body", IS_SPECIAL | IS_BREAKOUT)                                                  \
    X(BR, "br", IS_VOID | IS_SPECIAL | IS_BREAKOUT)                                            \
    X(BUTTON, "button", IS_SPECIAL)                                                            \
    X(CAPTION, "caption", IS_SPECIAL | IS_SCOPE | IS_THOROUGH)                                 \
    X(CENTER, "center", BLOCKLIKE | IS_BREAKOUT)                                               \
    X(CODE, "code", IS_FORMATTING | IS_BREAKOUT)                                               \
    X(COL, "col", IS_VOID | IS_SPECIAL)                                                        \
    X(COLGROUP, "colgroup", IS_SPECIAL | IS_THOROUGH)                                          \
    X(DD, "dd", IS_SPECIAL | IS_IMPLIED | IS_THOROUGH | IS_BREAKOUT)                           \
    X(DESC, "desc", 0)                                                                         \
    X(DETAILS, "details", BLOCKLIKE)                                                           \
    X(DIALOG, "dialog", IS_BLOCK)                                                              \
    X(DIR, "dir", BLOCKLIKE)                                                                   \
    X(DIV, "div", BLOCKLIKE | IS_BREAKOUT)                                                     \
    X(DL, "dl", BLOCKLIKE | IS_BREAKOUT)                                                       \
    X(DT, "dt", IS_SPECIAL | IS_IMPLIED | IS_THOROUGH | IS_BREAKOUT)                           \
    X(EM, "em", IS_FORMATTING | IS_BREAKOUT)                                                   \
    X(EMBED, "embed", IS_VOID | IS_SPECIAL | IS_BREAKOUT)                                      \
    X(FIELDSET, "fieldset", BLOCKLIKE)                                                         \
    X(FIGCAPTION, "figcaption", BLOCKLIKE)                                                     \
    X(FIGURE, "figure", BLOCKLIKE)                                                             \
    X(FONT, "font", IS_FORMATTING)                                                             \
    X(FOOTER, "footer", BLOCKLIKE)                                                             \
    X(FOREIGNOBJECT, "foreignobject", 0)                                                       \
    X(FORM, "form", IS_SPECIAL)                                                                \
    X(FRAME, "frame", IS_VOID | IS_SPECIAL)                                                    \
    X(FRAMESET, "frameset", IS_SPECIAL)                                                        \
    X(H1, "h1", IS_SPECIAL | IS_HEADING | IS_BREAKOUT)                                         \
    X(H2, "h2", IS_SPECIAL | IS_HEADING | IS_BREAKOUT)                                         \
    X(H3, "h3", IS_SPECIAL | IS_HEADING | IS_BREAKOUT)                                         \
    X(H4, "h4", IS_SPECIAL | IS_HEADING | IS_BREAKOUT)                                         \
    X(H5, "h5", IS_SPECIAL | IS_HEADING | IS_BREAKOUT)                                         \
    X(H6, "h6", IS_SPECIAL | IS_HEADING | IS_BREAKOUT)                                         \
    X(HEAD, "head", IS_SPECIAL | IS_BREAKOUT)                                                  \
    X(HEADER, "header", BLOCKLIKE)                                                             \
    X(HGROUP, "hgroup", BLOCKLIKE)                                                             \
    X(HR, "hr", IS_VOID | IS_SPECIAL | IS_BREAKOUT)                                            \
    X(HTML, "html", IS_SPECIAL | IS_SCOPE)                                                     \
    X(I, "i", IS_FORMATTING | IS_BREAKOUT)                                                     \
    X(IFRAME, "iframe", IS_SPECIAL)                                                            \
    X(IMAGE, "image", 0)                                                                       \
    X(IMG, "img", IS_VOID | IS_SPECIAL | IS_BREAKOUT)                                          \
    X(INPUT, "input", IS_VOID | IS_SPECIAL)                                                    \
    X(KEYGEN, "keygen", IS_VOID | IS_SPECIAL)                                                  \
    X(LABEL, "label", 0)                                                                       \
    X(LEGEND, "legend", 0)                                                                     \
    X(LI, "li", IS_SPECIAL | IS_IMPLIED | IS_THOROUGH | IS_BREAKOUT)                           \
    X(LINK, "link", IS_VOID | IS_SPECIAL | IS_HEADLIKE)                                            \
    X(LISTING, "listing", BLOCKLIKE | IS_BREAKOUT)                                             \
    X(MAIN, "main", BLOCKLIKE)                                                                 \
    X(MALIGNMARK, "malignmark", 0)                                                             \
    X(MARQUEE, "marquee", IS_SPECIAL | IS_SCOPE)                                               \
    X(MATH, "math", 0)                                                                         \
    X(MENU, "menu", BLOCKLIKE | IS_BREAKOUT)                                                   \
    X(META, "meta", IS_VOID | IS_SPECIAL | IS_HEADLIKE | IS_BREAKOUT)                              \
    X(MGLYPH, "mglyph", 0)                                                                     \
    X(MI, "mi", 0)                                                                             \
    X(MN, "mn", 0)                                                                             \
    X(MO, "mo", 0)                                                                             \
    X(MS, "ms", 0)                                                                             \
    X(MTEXT, "mtext", 0)                                                                       \
    X(NAV, "nav", BLOCKLIKE)                                                                   \
    X(NOBR, "nobr", IS_FORMATTING | IS_BREAKOUT)                                               \
    X(NOEMBED, "noembed", IS_SPECIAL)                                                          \
    X(NOFRAMES, "noframes", IS_SPECIAL | IS_HEADLIKE)                                              \
    X(NOSCRIPT, "noscript", IS_SPECIAL)                                                        \
    X(OBJECT, "object", IS_SPECIAL | IS_SCOPE)                                                 \
    X(OL, "ol", BLOCKLIKE | IS_BREAKOUT)                                                       \
    X(OPTGROUP, "optgroup", IS_IMPLIED | IS_THOROUGH)                                          \
    X(OPTION, "option", IS_IMPLIED | IS_THOROUGH)                                              \
    X(P, "p", IS_SPECIAL | IS_IMPLIED | IS_THOROUGH | IS_BREAKOUT)                             \
    X(PARAM, "param", IS_VOID | IS_SPECIAL)                                                    \
    X(PLAINTEXT, "plaintext", IS_SPECIAL)                                                      \
    X(PRE, "pre", BLOCKLIKE | IS_BREAKOUT)                                                     \
    X(RB, "rb", IS_IMPLIED | IS_THOROUGH)                                                      \
    X(RP, "rp", IS_IMPLIED | IS_THOROUGH)                                                      \
    X(RT, "rt", IS_IMPLIED | IS_THOROUGH)                                                      \
    X(RTC, "rtc", IS_IMPLIED | IS_THOROUGH)                                                    \
    X(RUBY, "ruby", IS_BREAKOUT)                                                               \
    X(S, "s", IS_FORMATTING | IS_BREAKOUT)                                                     \
    X(SCRIPT, "script", IS_SPECIAL | IS_HEADLIKE)                                                  \
    X(SEARCH, "search", BLOCKLIKE)                                                             \
    X(SECTION, "section", BLOCKLIKE)                                                           \
    X(SELECT, "select", IS_SPECIAL | IS_SCOPE)                                                 \
    X(SELECTEDCONTENT, "selectedcontent", 0)                                                   \
    X(SMALL, "small", IS_FORMATTING | IS_BREAKOUT)                                             \
    X(SOURCE, "source", IS_VOID | IS_SPECIAL)                                                  \
    X(SPAN, "span", IS_BREAKOUT)                                                               \
    X(STRIKE, "strike", IS_FORMATTING | IS_BREAKOUT)                                           \
    X(STRONG, "strong", IS_FORMATTING | IS_BREAKOUT)                                           \
    X(STYLE, "style", IS_SPECIAL | IS_HEADLIKE)                                                    \
    X(SUB, "sub", IS_BREAKOUT)                                                                 \
    X(SUMMARY, "summary", BLOCKLIKE)                                                           \
    X(SUP, "sup", IS_BREAKOUT)                                                                 \
    X(SVG, "svg", 0)                                                                           \
    X(TABLE, "table", IS_SPECIAL | IS_SCOPE | IS_BREAKOUT | IS_TABLE)                          \
    X(TBODY, "tbody", IS_SPECIAL | IS_THOROUGH | IS_TABLE)                                     \
    X(TD, "td", IS_SPECIAL | IS_SCOPE | IS_THOROUGH)                                           \
    X(TEMPLATE, "template", IS_SPECIAL | IS_SCOPE | IS_HEADLIKE)                                   \
    X(TEXTAREA, "textarea", IS_SPECIAL)                                                        \
    X(TFOOT, "tfoot", IS_SPECIAL | IS_THOROUGH | IS_TABLE)                                     \
    X(TH, "th", IS_SPECIAL | IS_SCOPE | IS_THOROUGH)                                           \
    X(THEAD, "thead", IS_SPECIAL | IS_THOROUGH | IS_TABLE)                                     \
    X(TIME, "time", 0)                                                                         \
    X(TITLE, "title", IS_SPECIAL | IS_HEADLIKE)                                                    \
    X(TR, "tr", IS_SPECIAL | IS_THOROUGH | IS_TABLE)                                           \
    X(TRACK, "track", IS_VOID | IS_SPECIAL)                                                    \
    X(TT, "tt", IS_FORMATTING | IS_BREAKOUT)                                                   \
    X(U, "u", IS_FORMATTING | IS_BREAKOUT)                                                     \
    X(UL, "ul", BLOCKLIKE | IS_BREAKOUT)                                                       \
    X(VAR, "var", IS_BREAKOUT)                                                                 \
    X(WBR, "wbr", IS_VOID | IS_SPECIAL)                                                        \
    X(XMP, "xmp", IS_SPECIAL)

#define PAGEMILL_NAMES(X)                                                                       \
    X(ALT, "alt")                                                                               \
    X(ARIA_HIDDEN, "aria-hidden")                                                               \
    X(ARIA_LABEL, "aria-label")                                                                 \
    X(CLASS, "class")                                                                           \
    X(COLOR, "color")                                                                           \
    X(COLSPAN, "colspan")                                                                       \
    X(CONTENT, "content")                                                                       \
    X(DATETIME, "datetime")                                                                     \
    X(ENCODING, "encoding")                                                                     \
    X(FACE, "face")                                                                             \
    X(HEIGHT, "height")                                                                         \
    X(HIDDEN, "hidden")                                                                         \
    X(HREF, "href")                                                                             \
    X(HTTP_EQUIV, "http-equiv")                                                                 \
    X(ID, "id")                                                                                 \
    X(ITEMPROP, "itemprop")                                                                     \
    X(ITEMSCOPE, "itemscope")                                                                   \
    X(ITEMTYPE, "itemtype")                                                                     \
    X(LANG, "lang")                                                                             \
    X(NAME, "name")                                                                             \
    X(PROPERTY, "property")                                                                     \
    X(REL, "rel")                                                                               \
    X(ROLE, "role")                                                                             \
    X(ROWSPAN, "rowspan")                                                                       \
    X(SIZE, "size")                                                                             \
    X(SRC, "src")                                                                               \
    X(START, "start")                                                                           \
    X(STYLE, "style")                                                                           \
    X(TITLE, "title")                                                                           \
    X(TYPE, "type")                                                                             \
    X(WIDTH, "width")

#define AS_TAG(number, spelling, traits) TAG_##number,
enum Tag { PAGEMILL_TAGS(AS_TAG) KNOWN_TAGS };
#undef AS_TAG

#define AS_NAME(number, spelling) NAME_##number,
enum Name { PAGEMILL_NAMES(AS_NAME) KNOWN_NAMES };
#undef AS_NAME

#endif
