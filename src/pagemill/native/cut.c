/* Cuts a page into blocks: the loop of pagemill.view.purify.blocks over all nodes. */

#include "pagemill.h"

/* What a tag means here; the caller gives the meaning of each tag as a sum of these. */
enum { BLOCK = 1, PREFORMATTED = 2, ANCHOR = 4, IMAGE = 8, NEVER_SHOWN = 16, TEXT = 32 };

typedef struct {
    Page *page;
    PageBlocks blocks;
    int *meanings;  /* by kind */
    int *outer;     /* open block elements */
    int *nodes;     /* text nodes of the block being read */
    char *is_linked; /* whether each of them is inside a link */
    int *images;
    int outer_count, node_count, linked_count, image_count;
} Cutter;

/* A running count of words; a Han, kana or Hangul character is one. */
typedef struct {
    int words, is_inside, is_sentence;
} Tally;

enum { OTHER, SPACE, SENTENCE_MARK };

static const unsigned char ASCII[128] = {
    ['\t'] = SPACE, ['\n'] = SPACE, ['\v'] = SPACE, ['\f'] = SPACE, ['\r'] = SPACE,
    [0x1C] = SPACE, [0x1D] = SPACE, [0x1E] = SPACE, [0x1F] = SPACE, [' '] = SPACE,
    ['.'] = SENTENCE_MARK, ['!'] = SENTENCE_MARK, ['?'] = SENTENCE_MARK,
    [';'] = SENTENCE_MARK, [':'] = SENTENCE_MARK, [','] = SENTENCE_MARK,
};

static int
is_whole_word(Py_UCS4 c)
{
    return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) ||
           (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7AF) ||
           (c >= 0xF900 && c <= 0xFAFF);
}

static int
is_sentence_mark(Py_UCS4 c)
{
    switch (c) {
    case 0x2026: case 0x3002: case 0xFF0C: case 0x3001: case 0xFF01: case 0xFF1F:
    case 0xFF1B: case 0xFF1A: case 0xFF0E:
        return 1;
    default:
        return 0;
    }
}

static Tally
tallied(Span text)
{
    Tally tally = {0, 0, 0};
    const char *at = text.at, *end = text.at + text.length;
    while (at < end) {
        const unsigned char byte = (unsigned char)*at;
        if (byte < 128) {
            at++;
            if (ASCII[byte] == SPACE) {
                tally.is_inside = 0;
                continue;
            }
            tally.is_sentence |= ASCII[byte] == SENTENCE_MARK;
        }
        else {
            const Py_UCS4 c = page_character(&at);
            if (page_is_space(c)) {
                tally.is_inside = 0;
                continue;
            }
            tally.is_sentence |= is_sentence_mark(c);
            if (is_whole_word(c)) {
                tally.words++;
                tally.is_inside = 0;
                continue;
            }
        }
        tally.words += !tally.is_inside;
        tally.is_inside = 1;
    }
    return tally;
}

/* Whether there is nothing but white space, and some of it. */
static int
is_blank(const PageNode *node)
{
    const char *at = node->text, *end = node->text + node->length;
    while (at < end) {
        const unsigned char byte = (unsigned char)*at;
        if (byte < 128 ? ASCII[byte] != SPACE : !page_is_space(page_character(&at))) {
            return 0;
        }
        at += byte < 128;
    }
    return node->length > 0;
}

static Span
text_of(const Cutter *cutter, int place)
{
    const PageNode *node = &cutter->page->nodes[cutter->nodes[place]];
    return (Span){node->text, node->length};
}

/* Characters of the block being read; 0 where there is no memory. */
static int
joined(const Cutter *cutter, Span *whole)
{
    *whole = text_of(cutter, 0);
    if (cutter->node_count == 1) {
        return 1;
    }
    for (int i = 1; i < cutter->node_count; i++) {
        whole->length += text_of(cutter, i).length;
    }
    char *to = page_room(cutter->page, whole->length);
    whole->at = to;
    for (int i = 0; to != NULL && i < cutter->node_count; i++) {
        const Span text = text_of(cutter, i);
        memcpy(to, text.at, (size_t)text.length);
        to += text.length;
    }
    return to != NULL;
}

/* Writes down the block being read, if there is any, and begins the next. */
static int
end_block(Cutter *cutter, int element)
{
    if (cutter->node_count == 0) {
        return 1;
    }
    PageBlocks *blocks = &cutter->blocks;
    if (!page_grown(&blocks->items, blocks->count, &blocks->room, sizeof *blocks->items)) {
        return 0;
    }
    struct PageBlock *block = &blocks->items[blocks->count];
    const int is_all_linked = cutter->linked_count == cutter->node_count;
    int link_words = 0;
    for (int i = 0; !is_all_linked && cutter->linked_count && i < cutter->node_count; i++) {
        if (cutter->is_linked[i]) {
            link_words += tallied(text_of(cutter, i)).words;
        }
    }
    while (cutter->node_count > 1 &&
           is_blank(&cutter->page->nodes[cutter->nodes[cutter->node_count - 1]])) {
        cutter->node_count--;
    }
    if (!joined(cutter, &block->text)) {
        return 0;
    }
    const Tally tally = tallied(block->text);
    for (int i = 0; i < cutter->node_count; i++) {
        blocks->shown[cutter->nodes[i]] = 1;
    }
    block->first = cutter->nodes[0];
    block->last = cutter->nodes[cutter->node_count - 1];
    block->element = element;
    block->words = tally.words;
    block->link_words = is_all_linked || link_words > tally.words ? tally.words : link_words;
    block->is_sentence = tally.is_sentence;
    blocks->count++;
    cutter->node_count = cutter->linked_count = 0;
    return 1;
}

static int
cut_all(Cutter *cutter)
{
    const PageNode *nodes = cutter->page->nodes;
    const int count = cutter->page->count;
    int element = 0, border = count ? nodes[0].end : 0;
    int skip_end = -1, link_end = -1, pre_end = -1;
    for (int node = 0; node < count; node++) {
        if (node < skip_end) {
            node = skip_end - 1;
            continue;
        }
        const int kind = cutter->meanings[nodes[node].kind];
        const int is_border = (kind & BLOCK) && node >= pre_end;
        if (node >= border || is_border) {
            if (!end_block(cutter, element)) {
                return 0;
            }
            while (nodes[element].end <= node) {
                element = cutter->outer[--cutter->outer_count];
            }
            border = nodes[element].end;
        }
        if (kind & TEXT) {
            if (cutter->node_count || !is_blank(&nodes[node])) {
                cutter->nodes[cutter->node_count] = node;
                cutter->is_linked[cutter->node_count++] = node < link_end;
                cutter->linked_count += node < link_end;
            }
        }
        else if (kind & BLOCK) {
            if (is_border && nodes[node].end > node + 1) {
                cutter->outer[cutter->outer_count++] = element;
                element = node;
                border = nodes[node].end;
                pre_end = kind & PREFORMATTED ? border : pre_end;
            }
        }
        else if (kind & ANCHOR) {
            link_end = nodes[node].end;
        }
        else if (kind & IMAGE) {
            cutter->images[cutter->image_count++] = node;
        }
        else if (kind & NEVER_SHOWN) {
            skip_end = nodes[node].end;
        }
    }
    return end_block(cutter, element);
}

/* Makes room, and learns what each kind of the page means. */
static int
prepare(Cutter *cutter, PyObject *meanings)
{
    const PageNames *kinds = &cutter->page->kinds;
    const size_t room = (size_t)cutter->page->count + 1;
    cutter->outer = PyMem_Malloc(room * sizeof(int));
    cutter->nodes = PyMem_Malloc(room * sizeof(int));
    cutter->images = PyMem_Malloc(room * sizeof(int));
    cutter->is_linked = PyMem_Malloc(room);
    cutter->blocks.shown = PyMem_Calloc(room, 1);
    cutter->meanings = PyMem_Calloc((size_t)kinds->count, sizeof(int));
    if (!cutter->outer || !cutter->nodes || !cutter->images || !cutter->is_linked ||
        !cutter->blocks.shown || !cutter->meanings) {
        PyErr_NoMemory();
        return 0;
    }
    Py_ssize_t place = 0;
    PyObject *tag, *meaning;
    while (PyDict_Next(meanings, &place, &tag, &meaning)) {
        Py_ssize_t length;
        const char *at = PyUnicode_AsUTF8AndSize(tag, &length);
        const int kind = at ? page_known(kinds, at, length) : -1;
        if (kind >= 0) {
            cutter->meanings[kind] = (int)PyLong_AsLong(meaning);
        }
        if (PyErr_Occurred()) {
            return 0;
        }
    }
    return 1;
}

/* A column of the blocks as list. */
static PyObject *
listed(Page *page, PyObject *(*value)(Page *page, const struct PageBlock *block))
{
    PyObject *list = PyList_New(page->blocks.count);
    for (int i = 0; list != NULL && i < page->blocks.count; i++) {
        PyObject *item = value(page, &page->blocks.items[i]);
        if (item == NULL) {
            Py_CLEAR(list);
        }
        else {
            PyList_SET_ITEM(list, i, item);
        }
    }
    return list;
}

#define COLUMN(name)                                                                            \
    static PyObject *name##_of(Page *Py_UNUSED(page), const struct PageBlock *block)            \
    {                                                                                           \
        return PyLong_FromLong(block->name);                                                    \
    }
COLUMN(first)
COLUMN(last)
COLUMN(element)
COLUMN(words)
COLUMN(link_words)
#undef COLUMN

static PyObject *
is_sentence_of(Page *Py_UNUSED(page), const struct PageBlock *block)
{
    return PyBool_FromLong(block->is_sentence);
}

static PyObject *
characters_of(Page *page, const struct PageBlock *block)
{
    if (block->text.at == page->nodes[block->first].text && block->first == block->last) {
        return page_text(page, block->first);
    }
    return PyUnicode_DecodeUTF8(block->text.at, block->text.length, NULL);
}

static PyObject *
columns(Cutter *cutter)
{
    Page *page = cutter->page;
    PyObject *images = PyList_New(cutter->image_count);
    for (int i = 0; images != NULL && i < cutter->image_count; i++) {
        PyObject *number = PyLong_FromLong(cutter->images[i]);
        if (number == NULL) {
            Py_CLEAR(images);
        }
        else {
            PyList_SET_ITEM(images, i, number);
        }
    }
    if (images == NULL) {
        return NULL;
    }
    PyObject *lists[9] = {
        listed(page, first_of),      listed(page, last_of),
        listed(page, element_of),    listed(page, characters_of),
        listed(page, words_of),      listed(page, link_words_of),
        listed(page, is_sentence_of), images,
        PyByteArray_FromStringAndSize((const char *)page->blocks.shown, page->count),
    };
    int is_fine = 1;
    for (int i = 0; i < 9; i++) {
        is_fine &= lists[i] != NULL;
    }
    PyObject *result =
        is_fine ? PyTuple_Pack(9, lists[0], lists[1], lists[2], lists[3], lists[4], lists[5],
                               lists[6], lists[7], lists[8])
                : NULL;
    for (int i = 0; i < 9; i++) {
        Py_XDECREF(lists[i]);
    }
    return result;
}

PyObject *
pagemill_cut(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyDict_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "cut(page: Page, kinds: dict)");
        return NULL;
    }
    Page *page = page_check(args[0]);
    if (page == NULL) {
        return NULL;
    }
    PyObject *result = NULL;
    Cutter cutter;
    memset(&cutter, 0, sizeof cutter);
    cutter.page = page;
    if (prepare(&cutter, args[1]) && cut_all(&cutter)) {
        PyMem_Free(page->blocks.items);
        PyMem_Free(page->blocks.shown);
        PyMem_Free(page->blocks.tables);
        page->blocks = cutter.blocks;
        result = columns(&cutter);
    }
    else {
        PyMem_Free(cutter.blocks.items);
        PyMem_Free(cutter.blocks.shown);
    }
    PyMem_Free(cutter.meanings);
    PyMem_Free(cutter.outer);
    PyMem_Free(cutter.nodes);
    PyMem_Free(cutter.images);
    PyMem_Free(cutter.is_linked);
    return result;
}
