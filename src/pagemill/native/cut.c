/* Cuts a page into blocks: the loop of pagemill.view.purify.blocks over all nodes. */

#include "pagemill.h"

#include <string.h>

/* What a tag means here; the caller gives the meaning of each tag as a sum of these. */
enum { BLOCK = 1, PREFORMATTED = 2, ANCHOR = 4, IMAGE = 8, NEVER_SHOWN = 16, TEXT = 32 };
enum { FIRST, LAST, ELEMENT, CHARACTERS, WORDS, LINK_WORDS, IS_SENTENCE, IMAGES, LISTS };

#define SLOTS 128 /* a power of two */

typedef struct {
    PyObject *tags, *texts, *kinds;
    PyObject *lists[LISTS];
    Py_ssize_t count;
    Py_ssize_t *ends;
    Py_ssize_t *outer;  /* open block elements */
    Py_ssize_t *nodes;  /* text nodes of the block being read */
    char *is_linked;    /* whether each of them is inside a link */
    char *shown;
    Py_ssize_t outer_count, node_count, linked_count;
    struct {
        PyObject *tag; /* borrowed from the list of tags */
        int kind;
    } slots[SLOTS];
} Cutter;

/* A running count of words; a Han, kana or Hangul character is one. */
typedef struct {
    Py_ssize_t words;
    int is_inside, is_sentence;
} Tally;

static Py_ALWAYS_INLINE inline int
is_whole_word(Py_UCS4 c)
{
    return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) ||
           (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7AF) ||
           (c >= 0xF900 && c <= 0xFAFF);
}

static Py_ALWAYS_INLINE inline int
is_sentence_mark(Py_UCS4 c)
{
    switch (c) {
    case '.': case '!': case '?': case ';': case ':': case ',':
    case 0x2026: case 0x3002: case 0xFF0C: case 0x3001: case 0xFF01: case 0xFF1F:
    case 0xFF1B: case 0xFF1A: case 0xFF0E:
        return 1;
    default:
        return 0;
    }
}

static Py_ALWAYS_INLINE inline void
tally_width(Tally *tally, int width, const void *data, Py_ssize_t length)
{
    for (Py_ssize_t i = 0; i < length; i++) {
        const Py_UCS4 c = PyUnicode_READ(width, data, i);
        if (Py_UNICODE_ISSPACE(c)) {
            tally->is_inside = 0;
        }
        else if (width > 1 && is_whole_word(c)) {
            tally->words++;
            tally->is_inside = 0;
        }
        else {
            tally->words += !tally->is_inside;
            tally->is_inside = 1;
        }
        tally->is_sentence |= is_sentence_mark(c);
    }
}

static Tally
tallied(PyObject *text)
{
    Tally tally = {0, 0, 0};
    const void *data = PyUnicode_DATA(text);
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND:
        tally_width(&tally, PyUnicode_1BYTE_KIND, data, length);
        break;
    case PyUnicode_2BYTE_KIND:
        tally_width(&tally, PyUnicode_2BYTE_KIND, data, length);
        break;
    default:
        tally_width(&tally, PyUnicode_4BYTE_KIND, data, length);
    }
    return tally;
}

/* Whether there is nothing but white space, and some of it. */
static int
is_blank(PyObject *text)
{
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    for (Py_ssize_t i = 0; i < length; i++) {
        if (!Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(text, i))) {
            return 0;
        }
    }
    return length > 0;
}

static PyObject *
text_of(const Cutter *cutter, Py_ssize_t node)
{
    return PyList_GET_ITEM(cutter->texts, node);
}

/* Characters of the block being read: a new reference. */
static PyObject *
joined(const Cutter *cutter)
{
    if (cutter->node_count == 1) {
        return Py_NewRef(text_of(cutter, cutter->nodes[0]));
    }
    Py_ssize_t length = 0, at = 0;
    Py_UCS4 highest = 127;
    for (Py_ssize_t i = 0; i < cutter->node_count; i++) {
        PyObject *text = text_of(cutter, cutter->nodes[i]);
        const Py_UCS4 most = PyUnicode_MAX_CHAR_VALUE(text);
        length += PyUnicode_GET_LENGTH(text);
        highest = most > highest ? most : highest;
    }
    PyObject *whole = PyUnicode_New(length, highest);
    for (Py_ssize_t i = 0; whole != NULL && i < cutter->node_count; i++) {
        PyObject *text = text_of(cutter, cutter->nodes[i]);
        const Py_ssize_t size = PyUnicode_GET_LENGTH(text);
        if (size && PyUnicode_CopyCharacters(whole, at, text, 0, size) < 0) {
            Py_CLEAR(whole);
        }
        at += size;
    }
    return whole;
}

static int
append_number(PyObject *list, Py_ssize_t value)
{
    PyObject *number = PyLong_FromSsize_t(value);
    const int status = number ? PyList_Append(list, number) : -1;
    Py_XDECREF(number);
    return status == 0;
}

/* Writes down the block being read, if there is any, and begins the next. */
static int
end_block(Cutter *cutter, Py_ssize_t element)
{
    if (cutter->node_count == 0) {
        return 1;
    }
    const int is_all_linked = cutter->linked_count == cutter->node_count;
    Py_ssize_t link_words = 0;
    for (Py_ssize_t i = 0; !is_all_linked && cutter->linked_count && i < cutter->node_count; i++) {
        if (cutter->is_linked[i]) {
            link_words += tallied(text_of(cutter, cutter->nodes[i])).words;
        }
    }
    while (cutter->node_count > 1 &&
           is_blank(text_of(cutter, cutter->nodes[cutter->node_count - 1]))) {
        cutter->node_count--;
    }
    PyObject *text = joined(cutter);
    if (text == NULL) {
        return 0;
    }
    const Tally tally = tallied(text);
    if (is_all_linked || link_words > tally.words) {
        link_words = tally.words;
    }
    for (Py_ssize_t i = 0; i < cutter->node_count; i++) {
        cutter->shown[cutter->nodes[i]] = 1;
    }
    PyObject **lists = cutter->lists;
    const int is_fine =
        append_number(lists[FIRST], cutter->nodes[0]) &&
        append_number(lists[LAST], cutter->nodes[cutter->node_count - 1]) &&
        append_number(lists[ELEMENT], element) && PyList_Append(lists[CHARACTERS], text) == 0 &&
        append_number(lists[WORDS], tally.words) &&
        append_number(lists[LINK_WORDS], link_words) &&
        PyList_Append(lists[IS_SENTENCE], tally.is_sentence ? Py_True : Py_False) == 0;
    Py_DECREF(text);
    cutter->node_count = cutter->linked_count = 0;
    return is_fine;
}

/* What a tag means; -1: an error is set. */
static int
kind_of(Cutter *cutter, PyObject *tag)
{
    const size_t at = ((size_t)tag >> 4) & (SLOTS - 1);
    if (cutter->slots[at].tag == tag) {
        return cutter->slots[at].kind;
    }
    PyObject *found = PyDict_GetItemWithError(cutter->kinds, tag);
    const long kind = found ? PyLong_AsLong(found) : 0;
    if (PyErr_Occurred()) {
        return -1;
    }
    cutter->slots[at].tag = tag;
    cutter->slots[at].kind = (int)kind;
    return (int)kind;
}

static int
cut_all(Cutter *cutter)
{
    const Py_ssize_t *ends = cutter->ends;
    Py_ssize_t element = 0, border = cutter->count ? ends[0] : 0;
    Py_ssize_t skip_end = -1, link_end = -1, pre_end = -1;
    for (Py_ssize_t node = 0; node < cutter->count; node++) {
        if (node < skip_end) {
            node = skip_end - 1;
            continue;
        }
        const int kind = kind_of(cutter, PyList_GET_ITEM(cutter->tags, node));
        if (kind < 0) {
            return 0;
        }
        const int is_border = (kind & BLOCK) && node >= pre_end;
        if (node >= border || is_border) {
            if (!end_block(cutter, element)) {
                return 0;
            }
            while (ends[element] <= node) {
                if (cutter->outer_count == 0) {
                    PyErr_SetString(PyExc_ValueError, "a node outside the root");
                    return 0;
                }
                element = cutter->outer[--cutter->outer_count];
            }
            border = ends[element];
        }
        if (kind & TEXT) {
            if (cutter->node_count || !is_blank(text_of(cutter, node))) {
                cutter->nodes[cutter->node_count] = node;
                cutter->is_linked[cutter->node_count++] = node < link_end;
                cutter->linked_count += node < link_end;
            }
        }
        else if (kind & BLOCK) {
            if (is_border && ends[node] > node + 1) {
                cutter->outer[cutter->outer_count++] = element;
                element = node;
                border = ends[node];
                pre_end = kind & PREFORMATTED ? border : pre_end;
            }
        }
        else if (kind & ANCHOR) {
            link_end = ends[node];
        }
        else if (kind & IMAGE) {
            if (!append_number(cutter->lists[IMAGES], node)) {
                return 0;
            }
        }
        else if (kind & NEVER_SHOWN) {
            skip_end = ends[node];
        }
    }
    return end_block(cutter, element);
}

/* Reads the ends, which must be sound as all else is found by them. */
static int
prepare(Cutter *cutter, PyObject *ends)
{
    const size_t room = (size_t)cutter->count + 1;
    cutter->ends = PyMem_Calloc(room, sizeof(Py_ssize_t));
    cutter->outer = PyMem_Calloc(room, sizeof(Py_ssize_t));
    cutter->nodes = PyMem_Calloc(room, sizeof(Py_ssize_t));
    cutter->is_linked = PyMem_Calloc(room, 1);
    cutter->shown = PyMem_Calloc(room, 1);
    if (!cutter->ends || !cutter->outer || !cutter->nodes || !cutter->is_linked ||
        !cutter->shown) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t i = 0; i < cutter->count; i++) {
        const Py_ssize_t end = PyLong_AsSsize_t(PyList_GET_ITEM(ends, i));
        if (end <= i || end > cutter->count || !PyUnicode_Check(text_of(cutter, i))) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_ValueError, "not the columns of a tree");
            }
            return 0;
        }
        cutter->ends[i] = end;
    }
    for (int i = 0; i < LISTS; i++) {
        if ((cutter->lists[i] = PyList_New(0)) == NULL) {
            return 0;
        }
    }
    return 1;
}

PyObject *
pagemill_cut(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 4 || !PyList_Check(args[0]) || !PyList_Check(args[1]) ||
        !PyList_Check(args[2]) || !PyDict_Check(args[3]) ||
        PyList_GET_SIZE(args[0]) != PyList_GET_SIZE(args[1]) ||
        PyList_GET_SIZE(args[0]) != PyList_GET_SIZE(args[2])) {
        PyErr_SetString(PyExc_TypeError, "cut(tags, texts, ends: list, kinds: dict)");
        return NULL;
    }
    Cutter *cutter = PyMem_Calloc(1, sizeof(Cutter));
    if (cutter == NULL) {
        return PyErr_NoMemory();
    }
    PyObject *result = NULL, *shown = NULL;
    cutter->tags = args[0];
    cutter->texts = args[1];
    cutter->kinds = args[3];
    cutter->count = PyList_GET_SIZE(args[0]);
    if (prepare(cutter, args[2]) && cut_all(cutter) &&
        (shown = PyByteArray_FromStringAndSize(cutter->shown, cutter->count)) != NULL) {
        PyObject **lists = cutter->lists;
        result = PyTuple_Pack(LISTS + 1, lists[FIRST], lists[LAST], lists[ELEMENT],
                              lists[CHARACTERS], lists[WORDS], lists[LINK_WORDS],
                              lists[IS_SENTENCE], lists[IMAGES], shown);
    }
    Py_XDECREF(shown);
    for (int i = 0; i < LISTS; i++) {
        Py_XDECREF(cutter->lists[i]);
    }
    PyMem_Free(cutter->ends);
    PyMem_Free(cutter->outer);
    PyMem_Free(cutter->nodes);
    PyMem_Free(cutter->is_linked);
    PyMem_Free(cutter->shown);
    PyMem_Free(cutter);
    return result;
}
