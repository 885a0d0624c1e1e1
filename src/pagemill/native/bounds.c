/* Follows the tags of a source to tell whether it is nested too deeply to be parsed: the loop of
 * pagemill.html.bounds. */

#include "pagemill.h"

enum { FINE, TOO_DEEP, TOO_MANY_OPTIONS, UNSURE };
enum { CLOSED_BY_ITSELF = 1, STOPS_END_TAGS = 2, OPTION = 4, SELECT = 8 }; /* the caller's */
#define LONGEST_NAME 31

typedef struct {
    Page *page; /* lends its numbers for names, and its memory */
    int *traits, *opened, name_room;
    int *stack, depth, room, options;
} Nesting;

/* The end of a name for the caller's regular expressions. */
static int
ends_name(unsigned char c)
{
    return c == '>' || c == '/' || (c < 128 && page_is_space(c));
}

/* Number of the name at a place; -1: an error is set. */
static int
number_of(Nesting *nesting, const char *at, Py_ssize_t length)
{
    PageNames *names = &nesting->page->kinds;
    char lowered[LONGEST_NAME];
    for (Py_ssize_t i = 0; i < length; i++) {
        lowered[i] = at[i] >= 'A' && at[i] <= 'Z' ? (char)(at[i] | 0x20) : at[i];
    }
    int number = page_known(names, lowered, length);
    if (number < 0) {
        char *kept = page_room(nesting->page, length);
        if (kept == NULL) {
            return -1;
        }
        memcpy(kept, lowered, (size_t)length);
        number = page_number(names, kept, length, page_hash(kept, length));
    }
    if (number >= nesting->name_room) {
        const int room = (number + 1) * 2;
        for (int i = 0; i < 2; i++) {
            int **counts = i ? &nesting->traits : &nesting->opened;
            int *moved = PyMem_Realloc(*counts, (size_t)room * sizeof(int));
            if (moved == NULL) {
                PyErr_NoMemory();
                return -1;
            }
            memset(moved + nesting->name_room, 0,
                   (size_t)(room - nesting->name_room) * sizeof(int));
            *counts = moved;
        }
        nesting->name_room = room;
    }
    return number;
}

static void
close_element(Nesting *nesting, int name)
{
    int at = nesting->depth - 1;
    while (nesting->stack[at] != name) {
        if ((nesting->traits[nesting->stack[at]] & STOPS_END_TAGS) &&
            !(nesting->traits[name] & STOPS_END_TAGS)) {
            return;
        }
        at--;
    }
    while (nesting->depth > at) {
        nesting->opened[nesting->stack[--nesting->depth]]--;
    }
}

/* Takes one tag; -1: an error is set. */
static int
take(Nesting *nesting, int name, int is_closing, int is_empty, long max_depth, long max_options)
{
    const int traits = nesting->traits[name];
    if ((traits & (OPTION | SELECT)) && !is_closing) {
        nesting->options = traits & OPTION ? nesting->options + 1 : 0;
        if (nesting->options > max_options) {
            return TOO_MANY_OPTIONS;
        }
    }
    if ((traits & CLOSED_BY_ITSELF) || is_empty) {
        return FINE;
    }
    if (is_closing) {
        if (nesting->opened[name] > 0) {
            close_element(nesting, name);
        }
        return FINE;
    }
    if (!page_grown(&nesting->stack, nesting->depth, &nesting->room, sizeof(int))) {
        return -1;
    }
    nesting->stack[nesting->depth++] = name;
    nesting->opened[name]++;
    return nesting->depth > max_depth ? TOO_DEEP : FINE;
}

static int
follow(Nesting *nesting, Span source, long max_depth, long max_options)
{
    const char *at = source.at, *end = source.at + source.length;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        const char *name = at + 1;
        const int is_closing = name < end && *name == '/';
        name += is_closing;
        at++;
        if (name >= end || (unsigned char)((*name | 0x20) - 'a') >= 26) {
            continue;
        }
        const char *tag_end = memchr(name, '>', (size_t)(end - name));
        if (tag_end == NULL) {
            return FINE;
        }
        const char *to = name;
        while (to < tag_end && to - name < LONGEST_NAME && !ends_name((unsigned char)*to)) {
            if ((unsigned char)*to++ >= 128) {
                return UNSURE;
            }
        }
        const int number = number_of(nesting, name, to - name);
        const int is_empty = tag_end > to && tag_end[-1] == '/';
        const int verdict =
            number < 0 ? -1
                       : take(nesting, number, is_closing, is_empty, max_depth, max_options);
        if (verdict != FINE) {
            return verdict;
        }
        at = tag_end + 1;
    }
    return FINE;
}

PyObject *
pagemill_brackets(PyObject *Py_UNUSED(module), PyObject *object)
{
    Span source = {NULL, 0};
    if (PyBytes_Check(object)) { /* whatever their encoding */
        source = (Span){PyBytes_AS_STRING(object), PyBytes_GET_SIZE(object)};
    }
    else if (!page_source(object, &source)) {
        return NULL;
    }
    if (source.at == NULL) {
        Py_RETURN_NONE;
    }
    Py_ssize_t found = 0;
    /* In short runs, which compilers count many bytes at a time. */
    for (Py_ssize_t first = 0; first < source.length; first += 255) {
        const Py_ssize_t stop = first + 255 < source.length ? first + 255 : source.length;
        unsigned char here = 0;
        for (Py_ssize_t i = first; i < stop; i++) {
            here = (unsigned char)(here + (source.at[i] == '<'));
        }
        found += here;
    }
    return PyLong_FromSsize_t(found);
}

PyObject *
pagemill_nesting(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    Span source;
    if (count != 4 || !PyDict_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "nesting(source, traits: dict, max_depth, max_options)");
        return NULL;
    }
    if (!page_source(args[0], &source)) {
        return NULL;
    }
    if (source.at == NULL) {
        return PyLong_FromLong(UNSURE);
    }
    const long max_depth = PyLong_AsLong(args[2]), max_options = PyLong_AsLong(args[3]);
    Nesting nesting;
    memset(&nesting, 0, sizeof nesting);
    int verdict = PyErr_Occurred() || (nesting.page = page_bare()) == NULL ? -1 : FINE;
    Py_ssize_t place = 0;
    PyObject *name, *traits;
    while (verdict == FINE && PyDict_Next(args[1], &place, &name, &traits)) {
        Py_ssize_t length;
        const char *spelt = PyUnicode_AsUTF8AndSize(name, &length);
        const int number =
            spelt && length <= LONGEST_NAME ? number_of(&nesting, spelt, length) : -1;
        if (number >= 0) {
            nesting.traits[number] = (int)PyLong_AsLong(traits);
        }
        else if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "a name too long");
        }
        verdict = PyErr_Occurred() ? -1 : FINE;
    }
    if (verdict == FINE) {
        verdict = follow(&nesting, source, max_depth, max_options);
    }
    Py_XDECREF(nesting.page);
    PyMem_Free(nesting.traits);
    PyMem_Free(nesting.opened);
    PyMem_Free(nesting.stack);
    return verdict < 0 ? NULL : PyLong_FromLong(verdict);
}
