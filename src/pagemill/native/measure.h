/* What marks.c and measure.c share: the marks of pagemill.view.purify.noise, bit by bit. */

#ifndef PAGEMILL_MEASURE_H
#define PAGEMILL_MEASURE_H

#include "pagemill.h"

enum {
    NAVIGATION = 1 << 0,
    HEADER = 1 << 1,
    FOOTER = 1 << 2,
    ASIDE = 1 << 3,
    FORM = 1 << 4,
    MAIN = 1 << 5,
    ARTICLE = 1 << 6,
    HIDDEN = 1 << 7,
    CONSENT = 1 << 8,
    NOISE_NAME = 1 << 9,
    CONTENT_NAME = 1 << 10,
    REMARK_NAME = 1 << 11,
    NOSCRIPT = 1 << 12,
    CONTROL = 1 << 13,
    CAPTION = 1 << 14,
    LIST = 1 << 15,
    TABLE = 1 << 16,
    QUOTE = 1 << 17,
    FADED = 1 << 18,
    DIALOG = 1 << 19,
    AUTHOR_NAME = 1 << 20,
    RELATED_NAME = 1 << 21,
    SHARE_NAME = 1 << 22,
    PROMOTION_NAME = 1 << 23,
    CALL_NAME = 1 << 24,
    MENU_NAME = 1 << 25,
    UNSEEN_NAME = 1 << 26,
    GOODS_NAME = 1 << 27,
    FINER_NAMES = 0xFF << 20,
};

/* Marks that a class or id suggests. */
unsigned name_marks(Span name);

/* Marks of an element by tag, attributes and names; and the microdata property it states. */
unsigned element_marks(const Page *page, int node, unsigned *property);

/* Whether a text speaks of cookies. */
int contains_cookie(Span text);

#endif
