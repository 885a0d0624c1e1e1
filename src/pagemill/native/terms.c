/* Counts the words of a text that may tell something: pagemill.view.keywords.terms_of. */

#include "pagemill.h"

#define MOST_SIGNS 16
#define FIRST_UNSPACED 0x0E01 /* scripts without blanks begin here: left to Python */

typedef struct {
    Page *page; /* lends its numbers for words, and its memory */
    Py_UCS4 signs[MOST_SIGNS];
    int sign_count;
    PyObject *of_any;
} Counter;

static int
is_sign(const Counter *counter, Py_UCS4 c)
{
    for (int i = 0; i < counter->sign_count; i++) {
        if (counter->signs[i] == c) {
            return 1;
        }
    }
    return 0;
}

/* Counts a word; its characters must live as long as the page that lends its numbers. */
static int
count_word(Counter *counter, const char *at, Py_ssize_t length)
{
    const int number =
        page_number(&counter->page->names, at, length, page_hash(at, length));
    if (number >= 0) {
        counter->page->names.items[number].stamp++;
    }
    return number >= 0;
}

/* Words of a line of ASCII and signs of typography. */
static int
count_plain(Counter *counter, Span line)
{
    char *to = page_room(counter->page, line.length), *from = to;
    if (to == NULL) {
        return 0;
    }
    for (Py_ssize_t i = 0; i <= line.length; i++) {
        const unsigned char c = i < line.length ? (unsigned char)line.at[i] : ' ';
        if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') {
            *to++ = (char)(c | 0x20);
        }
        else if (c >= '0' && c <= '9') {
            *to++ = (char)c;
        }
        else if (to > from) {
            if (!count_word(counter, from, to - from)) {
                return 0;
            }
            from = to;
        }
    }
    return 1;
}

/* Words of any other line, as Python finds them. 2: such as are left to Python altogether. */
static int
count_other(Counter *counter, Span line)
{
    PyObject *text = PyUnicode_DecodeUTF8(line.at, line.length, NULL);
    PyObject *words = text ? PyObject_CallOneArg(counter->of_any, text) : NULL;
    Py_XDECREF(text);
    if (words == NULL || !PyList_Check(words)) {
        Py_XDECREF(words);
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "a list of words is wanted");
        }
        return 0;
    }
    int status = 1;
    for (Py_ssize_t i = 0; status == 1 && i < PyList_GET_SIZE(words); i++) {
        Py_ssize_t length;
        const char *at = PyUnicode_AsUTF8AndSize(PyList_GET_ITEM(words, i), &length);
        char *kept = at ? page_room(counter->page, length) : NULL;
        if (kept == NULL) {
            status = 0;
            break;
        }
        memcpy(kept, at, (size_t)length);
        at = kept;
        if (length && page_character(&at) >= FIRST_UNSPACED) {
            status = 2;
        }
        else if (!count_word(counter, kept, length)) {
            status = 0;
        }
    }
    Py_DECREF(words);
    return status;
}

static int
count_line(Counter *counter, char *line, Py_ssize_t length)
{
    int is_plain = 1;
    for (const char *at = line, *end = line + length; at < end;) {
        const char *from = at;
        const Py_UCS4 c = page_character(&at);
        if (c < 128) {
            continue;
        }
        if (is_sign(counter, c)) {
            memset(line + (from - line), ' ', (size_t)(at - from));
        }
        else {
            is_plain = 0;
        }
    }
    const Span found = {line, length};
    return is_plain ? count_plain(counter, found) : count_other(counter, found);
}

/* Counts all lines; 2: left to Python. */
static int
count_text(Counter *counter, Span text)
{
    char *copy = page_room(counter->page, text.length + 1);
    if (copy == NULL) {
        return 0;
    }
    memcpy(copy, text.at, (size_t)text.length);
    for (char *line = copy, *end = copy + text.length; line < end;) {
        char *to = memchr(line, '\n', (size_t)(end - line));
        to = to ? to : end;
        const int status = count_line(counter, line, to - line);
        if (status != 1) {
            return status;
        }
        line = to + 1;
    }
    return 1;
}

static PyObject *
told(Counter *counter, PyObject *dull)
{
    PyObject *terms = PyDict_New();
    const PageNames *words = &counter->page->names;
    for (int i = 0; terms != NULL && i < words->count; i++) {
        const PageName *own = &words->items[i];
        if (own->stamp == 0 || own->text.length < 3) {
            continue;
        }
        PyObject *word = PyUnicode_DecodeUTF8(own->text.at, own->text.length, NULL);
        int is_dull = word ? PySet_Contains(dull, word) : -1;
        if (is_dull == 0 && PyUnicode_GET_LENGTH(word) > 2 &&
            !Py_UNICODE_ISDIGIT(PyUnicode_READ_CHAR(word, 0))) {
            PyObject *count = PyLong_FromLong(own->stamp);
            is_dull = count ? PyDict_SetItem(terms, word, count) : -1;
            Py_XDECREF(count);
        }
        Py_XDECREF(word);
        if (is_dull < 0) {
            Py_CLEAR(terms);
        }
    }
    return terms;
}

PyObject *
pagemill_terms(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    Span text;
    if (count != 4 || !PyUnicode_Check(args[0]) || !PyAnySet_Check(args[1]) ||
        !PyUnicode_Check(args[2]) || PyUnicode_GET_LENGTH(args[2]) > MOST_SIGNS) {
        PyErr_SetString(PyExc_TypeError, "terms(text, dull: set, signs: str, of_any)");
        return NULL;
    }
    if (!page_source(args[0], &text)) {
        return NULL;
    }
    if (text.at == NULL) {
        Py_RETURN_NONE;
    }
    Counter counter = {.of_any = args[3]};
    counter.sign_count = (int)PyUnicode_GET_LENGTH(args[2]);
    for (int i = 0; i < counter.sign_count; i++) {
        counter.signs[i] = PyUnicode_READ_CHAR(args[2], i);
    }
    counter.page = page_bare();
    if (counter.page == NULL) {
        return NULL;
    }
    const int status = count_text(&counter, text);
    PyObject *result = status == 1 ? told(&counter, args[1]) : NULL;
    Py_DECREF(counter.page);
    if (status == 2) {
        Py_RETURN_NONE;
    }
    return result;
}
