/* Texts that grow while they are written. */

#include "text.h"

int
text_grown(Text *text, Py_ssize_t more)
{
    if (more > PY_SSIZE_T_MAX / 4 - text->length) {
        PyErr_NoMemory();
        return 0;
    }
    const Py_ssize_t room = (text->length + more) * 2 + 64;
    char *moved = PyMem_Realloc(text->at, (size_t)room);
    if (moved == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    text->at = moved;
    text->room = room;
    return 1;
}

void
text_add_html(Text *text, Span plain, int is_value)
{
    static const char *const WRITTEN[256] = {
        ['&'] = "&amp;",
        ['<'] = "&lt;",
        ['>'] = "&gt;",
        ['"'] = "&quot;",
        ['\''] = "&#x27;",
    };
    const char *from = plain.at, *end = plain.at + plain.length;
    for (const char *at = from; at < end; at++) {
        const char *written = WRITTEN[(unsigned char)*at];
        if (written && (is_value || (*at != '"' && *at != '\''))) {
            text_add(text, (Span){from, at - from});
            text_add_word(text, written);
            from = at + 1;
        }
    }
    text_add(text, (Span){from, end - from});
}

void
text_add_times(Text *text, char c, Py_ssize_t times)
{
    if (times <= text->room - text->length || text_grown(text, times)) {
        memset(text->at + text->length, c, (size_t)times);
        text->length += times;
    }
}

void
text_add_number(Text *text, int number)
{
    char written[16];
    PyOS_snprintf(written, sizeof written, "%d", number);
    text_add_word(text, written);
}

Py_ssize_t
longest_run(Span text, char c)
{
    Py_ssize_t longest = 0, run = 0;
    for (Py_ssize_t i = 0; i < text.length; i++) {
        run = text.at[i] == c ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}
