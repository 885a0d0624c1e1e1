/* Finds the few nodes of a page that somebody asks about, so that no other becomes an object. */

#include "pagemill.h"

#define MOST_WORDS 16

typedef struct {
    Span words[MOST_WORDS];
    int count;
    unsigned char may_begin[256];
} Sought;

/* Reads a tuple of str; 0 and an error. */
static int
read_words(PyObject *words, Sought *sought, int any_case)
{
    memset(sought, 0, sizeof *sought);
    if (!PyTuple_Check(words) || PyTuple_GET_SIZE(words) > MOST_WORDS) {
        PyErr_SetString(PyExc_TypeError, "a tuple of few words is wanted");
        return 0;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(words); i++) {
        Span *word = &sought->words[i];
        word->at = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(words, i), &word->length);
        if (word->at == NULL || word->length == 0) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_ValueError, "an empty word");
            }
            return 0;
        }
        const unsigned char first = (unsigned char)word->at[0];
        sought->may_begin[first] = 1;
        if (any_case) {
            sought->may_begin[Py_TOUPPER(first)] = 1;
        }
    }
    sought->count = (int)PyTuple_GET_SIZE(words);
    return 1;
}

/* Whether a text holds one of the words; with `any_case` (words in lower case) in whatever case
 * of ASCII letters. */
static int
holds(const Sought *sought, Span text, int any_case)
{
    for (const char *at = text.at, *end = text.at + text.length; at < end; at++) {
        if (!sought->may_begin[(unsigned char)*at]) {
            continue;
        }
        for (int i = 0; i < sought->count; i++) {
            const Span *word = &sought->words[i];
            /* The second letter tells most words apart; blanks and digits have no case. */
            if (word->length > 1 && end - at > 1 && ((at[1] ^ word->at[1]) & ~0x20)) {
                continue;
            }
            if (end - at >= word->length &&
                (any_case ? PyOS_strnicmp(at, word->at, word->length)
                          : memcmp(at, word->at, (size_t)word->length)) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

static int
append_number(PyObject *list, long value)
{
    PyObject *number = PyLong_FromLong(value);
    const int status = number ? PyList_Append(list, number) : -1;
    Py_XDECREF(number);
    return status == 0;
}

PyObject *
page_having(Page *page, PyObject *name)
{
    Py_ssize_t length;
    const char *at = PyUnicode_AsUTF8AndSize(name, &length);
    PyObject *found = at ? PyList_New(0) : NULL;
    const int number = found ? page_known(&page->names, at, length) : -1;
    for (int i = 0; number >= 0 && i < page->count; i++) {
        Span value;
        if (page_attribute(page, i, number, &value) && !append_number(found, i)) {
            Py_CLEAR(found);
            break;
        }
    }
    return found;
}

PyObject *
page_named(Page *page, PyObject *const *args, Py_ssize_t count)
{
    Sought names, words;
    int numbers[MOST_WORDS];
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "named(attributes, words)");
        return NULL;
    }
    if (!read_words(args[0], &names, 0) || !read_words(args[1], &words, 1)) {
        return NULL;
    }
    for (int i = 0; i < names.count; i++) {
        numbers[i] = page_known(&page->names, names.words[i].at, names.words[i].length);
    }
    PyObject *found = PyList_New(0);
    for (int node = 0; found != NULL && node < page->count; node++) {
        const PageNode *own = &page->nodes[node];
        int is_named = 0;
        for (int i = 0; !is_named && i < own->attributes; i++) {
            const PageAttribute *attribute = &page->attributes[own->first_attribute + i];
            for (int j = 0; j < names.count; j++) {
                if (attribute->name == numbers[j]) {
                    const Span value = {attribute->value, attribute->length};
                    is_named = holds(&words, value, 1);
                }
            }
        }
        if (is_named && !append_number(found, node)) {
            Py_CLEAR(found);
        }
    }
    return found;
}

PyObject *
page_saying(Page *page, PyObject *const *args, Py_ssize_t count)
{
    Sought words;
    const Py_ssize_t low = count == 3 ? PyLong_AsSsize_t(args[0]) : -1;
    const Py_ssize_t high = count == 3 ? PyLong_AsSsize_t(args[1]) : -1;
    if (PyErr_Occurred()) {
        return NULL;
    }
    if (count != 3 || low < 0 || high > page->count) {
        PyErr_SetString(PyExc_ValueError, "saying(low, high, words)");
        return NULL;
    }
    if (!read_words(args[2], &words, 0)) {
        return NULL;
    }
    PyObject *found = PyList_New(0);
    for (int node = (int)low; found != NULL && node < high; node++) {
        const Span text = {page->nodes[node].text, page->nodes[node].length};
        if (text.length && holds(&words, text, 0) && !append_number(found, node)) {
            Py_CLEAR(found);
        }
    }
    return found;
}

int
page_block_from(const PageBlocks *blocks, int node, int low)
{
    int high = blocks->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (blocks->items[middle].first < node) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

PyObject *
page_links(Page *page, PyObject *marks)
{
    const PageBlocks *blocks = &page->blocks;
    if (!PyByteArray_Check(marks) || PyByteArray_GET_SIZE(marks) != blocks->count) {
        PyErr_SetString(PyExc_ValueError, "a bytearray with one mark a block is wanted");
        return NULL;
    }
    const char *inside = PyByteArray_AS_STRING(marks);
    PyObject *found = PyList_New(0);
    int block = 0;
    for (int node = 0; found != NULL && node < page->count; node++) {
        Span href;
        if (page->nodes[node].kind != TAG_A ||
            !page_attribute(page, node, NAME_HREF, &href) || href.length == 0 ||
            href.at[0] == '#') {
            continue;
        }
        block = page_block_from(blocks, node, block);
        int first = block, stop = page_block_from(blocks, page->nodes[node].end, block);
        /* A link inside a running block begins after that block does. */
        if (block && node <= blocks->items[block - 1].last) {
            first = block - 1;
            stop = stop > block ? stop : block;
        }
        while (first < stop && inside[first] != 1) {
            first++;
        }
        if (first < stop && !append_number(found, node)) {
            Py_CLEAR(found);
        }
    }
    return found;
}
