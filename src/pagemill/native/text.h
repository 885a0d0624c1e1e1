/* A text that grows while it is written (text.c).
 *
 * Where memory ends a MemoryError is set and what does not fit is left out, so whoever writes asks
 * for the error (PyErr_Occurred) once, at the end.
 */

#ifndef PAGEMILL_TEXT_H
#define PAGEMILL_TEXT_H

#include "pagemill.h"

typedef struct {
    char *at;
    Py_ssize_t length, room;
} Text;

/* Makes room for so many bytes more; 0 and a MemoryError where there is none. */
int text_grown(Text *text, Py_ssize_t more);

/* Characters so that HTML shows them; in the value of an attribute quotes, too. */
void text_add_html(Text *text, Span plain, int is_value);

/* A character of ASCII so many times. */
void text_add_times(Text *text, char c, Py_ssize_t times);

/* A number of zero or more. */
void text_add_number(Text *text, int number);

/* Length of the longest run of a character of ASCII. */
Py_ssize_t longest_run(Span text, char c);

static inline void
text_add(Text *text, Span plain)
{
    if (plain.length && (plain.length <= text->room - text->length ||
                         text_grown(text, plain.length))) {
        memcpy(text->at + text->length, plain.at, (size_t)plain.length);
        text->length += plain.length;
    }
}

static inline void
text_add_word(Text *text, const char *word)
{
    text_add(text, (Span){word, (Py_ssize_t)strlen(word)});
}

static inline Span
text_span(const Text *text)
{
    return (Span){text->at, text->length};
}

/* What was written, as str; NULL and an error. */
static inline PyObject *
text_object(Span text)
{
    return PyUnicode_DecodeUTF8(text.at ? text.at : "", text.length, NULL);
}

#endif
