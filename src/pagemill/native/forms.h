/* What line.c and render.c share: a block in all three forms. */

#ifndef PAGEMILL_FORMS_H
#define PAGEMILL_FORMS_H

#include "text.h"

/* The inside of a block, all empty where nothing is left of it. */
typedef struct {
    Span text, markdown, html;
} Forms;

/* Writes the insides of blocks of one page. */
typedef struct Line Line;

/* `written`: names of inline elements in HTML by their tags; `resolve`: makes the address of a
 * link absolute, None where it is no web address. NULL and an error. */
Line *line_new(Page *page, PyObject *written, PyObject *resolve);
void line_free(Line *line);

/* One block; its forms stay until the next is written. 0 and an error; a UnicodeEncodeError where
 * an absolute address is no text in UTF-8. */
int line_write(Line *line, const struct PageBlock *block, Forms *forms);

#endif
