/* Counts the words of a text that may tell something: pagemill.view.keywords.terms_of. */

#include "pagemill.h"

#define MOST_SIGNS 16
#define KNOWN_POINTS 0x10000

/* What a character is to words, as text/tokenize.py tells it. */
enum { NOT_ASKED, PARTS, SPACED, UNSPACED, UNSURE };

/* Kind of each character, and above it the character that it folds to; filled as they come. */
static uint32_t readings[KNOWN_POINTS];
enum { KIND_BITS = 3, KIND_MASK = 7 };

typedef struct {
    Page *page; /* lends its numbers for words, and its memory */
    Py_UCS4 signs[MOST_SIGNS];
    int sign_count;
    PyObject *of_any, *reading;
    Span last; /* the word before, where it is of a script without blanks */
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

/* Kind and fold of a character; 0 and an error. */
static uint32_t
reading_of(const Counter *counter, Py_UCS4 c)
{
    if (c >= KNOWN_POINTS) {
        return UNSURE;
    }
    if (readings[c] == NOT_ASKED) {
        PyObject *character = PyUnicode_FromOrdinal((int)c);
        PyObject *answer = character ? PyObject_CallOneArg(counter->reading, character) : NULL;
        Py_XDECREF(character);
        int kind, fold;
        if (answer == NULL || !PyArg_ParseTuple(answer, "ii", &kind, &fold)) {
            Py_XDECREF(answer);
            return 0;
        }
        Py_DECREF(answer);
        if (kind < PARTS || kind > UNSURE || fold < 0 || fold >= KNOWN_POINTS) {
            PyErr_SetString(PyExc_ValueError, "not a kind of character");
            return 0;
        }
        readings[c] = (uint32_t)kind | (uint32_t)fold << KIND_BITS;
    }
    return readings[c];
}

/* Counts what is a term if it is frequent; its characters must live as long as the page that
 * lends its numbers. Pairs of characters are marked: they have no shortest length. */
static int
count_term(Counter *counter, const char *at, Py_ssize_t length, int is_pair)
{
    const int number =
        page_number(&counter->page->names, at, length, page_hash(at, length));
    if (number >= 0) {
        counter->page->names.items[number].stamp++;
        counter->page->names.items[number].place |= is_pair;
    }
    return number >= 0;
}

static int
count_word(Counter *counter, const char *at, Py_ssize_t length)
{
    counter->last.at = NULL;
    return count_term(counter, at, length, 0);
}

/* Counts a word of a script without blanks as one pair with the like word before it. */
static int
count_unspaced(Counter *counter, const char *at, Py_ssize_t length)
{
    const Span last = counter->last;
    counter->last = (Span){at, length};
    if (last.at == NULL) {
        return 1;
    }
    const char *pair = last.at;
    if (last.at + last.length != at) {
        char *joined = page_room(counter->page, last.length + length);
        if (joined == NULL) {
            return 0;
        }
        memcpy(joined, last.at, (size_t)last.length);
        memcpy(joined + last.length, at, (size_t)length);
        pair = joined;
    }
    return count_term(counter, pair, last.length + length, 1);
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

/* Writes a character of the first plane; the place after it. */
static char *
put_character(char *to, Py_UCS4 c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    }
    else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    else {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

/* Words of a line all of whose characters are folded one by one. */
static int
count_folded(Counter *counter, Span line)
{
    /* A character of one byte folds to one, of two to three at most. */
    char *to = page_room(counter->page, 2 * line.length), *from = to;
    if (to == NULL) {
        return 0;
    }
    for (const char *at = line.at, *end = line.at + line.length; at < end;) {
        const uint32_t found = reading_of(counter, page_character(&at));
        const int kind = (int)(found & KIND_MASK);
        if (kind == SPACED) {
            to = put_character(to, found >> KIND_BITS);
            continue;
        }
        if (to > from && !count_word(counter, from, to - from)) {
            return 0;
        }
        from = to;
        if (kind == UNSPACED) {
            to = put_character(to, found >> KIND_BITS);
            if (!count_unspaced(counter, from, to - from)) {
                return 0;
            }
            from = to;
        }
    }
    return to == from || count_word(counter, from, to - from);
}

/* Words of any other line, as Python finds them. */
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
    int is_fine = 1;
    for (Py_ssize_t i = 0; is_fine && i < PyList_GET_SIZE(words); i++) {
        Py_ssize_t length;
        const char *at = PyUnicode_AsUTF8AndSize(PyList_GET_ITEM(words, i), &length);
        char *kept = at ? page_room(counter->page, length) : NULL;
        if (kept == NULL) {
            is_fine = 0;
            break;
        }
        memcpy(kept, at, (size_t)length);
        at = kept;
        const Py_UCS4 first = length ? page_character(&at) : 0;
        const uint32_t found = reading_of(counter, first);
        /* Beyond the first plane those of the planes 2 and 3, Han characters. */
        const int is_unspaced =
            first < KNOWN_POINTS ? (found & KIND_MASK) == UNSPACED : first >> 17 == 1;
        is_fine = found && (is_unspaced ? count_unspaced : count_word)(counter, kept, length);
    }
    Py_DECREF(words);
    return is_fine;
}

/* Counts the words of a line, in which signs of typography make way for blanks. */
static int
count_line(Counter *counter, char *line, Py_ssize_t length)
{
    int is_plain = 1, is_sure = 1;
    for (const char *at = line, *end = line + length; at < end;) {
        const char *from = at;
        const Py_UCS4 c = page_character(&at);
        if (c < 128) {
            continue;
        }
        if (is_sign(counter, c)) {
            memset(line + (from - line), ' ', (size_t)(at - from));
            continue;
        }
        is_plain = 0;
        const uint32_t found = reading_of(counter, c);
        if (found == 0) {
            return 0;
        }
        is_sure = is_sure && (found & KIND_MASK) != UNSURE;
    }
    const Span found = {line, length};
    if (is_plain) {
        return count_plain(counter, found);
    }
    return is_sure ? count_folded(counter, found) : count_other(counter, found);
}

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
        if (!count_line(counter, line, to - line)) {
            return 0;
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
        if (own->stamp == 0 || (own->text.length < 3 && !own->place)) {
            continue;
        }
        PyObject *word = PyUnicode_DecodeUTF8(own->text.at, own->text.length, NULL);
        int is_dull = word == NULL ? -1 : own->place ? 0 : PySet_Contains(dull, word);
        if (is_dull == 0 &&
            (own->place || (PyUnicode_GET_LENGTH(word) > 2 &&
                            !Py_UNICODE_ISDIGIT(PyUnicode_READ_CHAR(word, 0))))) {
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
    if (count != 5 || !PyUnicode_Check(args[0]) || !PyAnySet_Check(args[1]) ||
        !PyUnicode_Check(args[2]) || PyUnicode_GET_LENGTH(args[2]) > MOST_SIGNS) {
        PyErr_SetString(PyExc_TypeError, "terms(text, dull: set, signs: str, of_any, reading)");
        return NULL;
    }
    if (!page_source(args[0], &text)) {
        return NULL;
    }
    if (text.at == NULL) {
        Py_RETURN_NONE;
    }
    Counter counter = {.of_any = args[3], .reading = args[4]};
    counter.sign_count = (int)PyUnicode_GET_LENGTH(args[2]);
    for (int i = 0; i < counter.sign_count; i++) {
        counter.signs[i] = PyUnicode_READ_CHAR(args[2], i);
    }
    counter.page = page_bare();
    if (counter.page == NULL) {
        return NULL;
    }
    PyObject *result = count_text(&counter, text) ? told(&counter, args[1]) : NULL;
    Py_DECREF(counter.page);
    return result;
}
