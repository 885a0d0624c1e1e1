/* The insides of blocks with white space collapsed, in pieces by the inline elements around. */

#include "pagemill.h"

#define REACH 32 /* ancestors looked at */

typedef struct {
    Py_ssize_t from, to;  /* in the text of the line */
    int path[REACH], depth; /* inline elements around, outermost first */
} Piece;

typedef struct {
    Page *page;
    char *is_inline; /* by kind */
    char *text;
    Py_ssize_t length, text_room;
    int is_blank; /* whether the text ends in a blank, or has not begun */
    Piece *pieces;
    int count, room;
} Line;

static void
find_path(const Line *line, int node, int element, Piece *piece)
{
    int found[REACH];
    piece->depth = 0;
    for (int i = 0; i < REACH; i++) {
        node = line->page->nodes[node].parent;
        if (node <= element) {
            break;
        }
        if (line->is_inline[line->page->nodes[node].kind]) {
            found[piece->depth++] = node;
        }
    }
    for (int i = 0; i < piece->depth; i++) {
        piece->path[i] = found[piece->depth - 1 - i];
    }
}

static void
add_text(Line *line, const PageNode *node)
{
    const char *at = node->text, *end = at + node->length;
    char *to = line->text + line->length;
    while (at < end) {
        const char *from = at;
        const Py_UCS4 c = page_character(&at);
        if (page_is_space(c) || c == 0x200B || c == 0xFEFF) {
            if (!line->is_blank) {
                *to++ = ' ';
                line->is_blank = 1;
            }
            continue;
        }
        line->is_blank = 0;
        while (from < at) {
            *to++ = *from++;
        }
    }
    line->length = to - line->text;
}

static int
has_same_path(const Piece *one, const Piece *other)
{
    return one->depth == other->depth &&
           memcmp(one->path, other->path, (size_t)one->depth * sizeof(int)) == 0;
}

/* Reads a block into pieces; 0 where there is no memory. */
static int
read_block(Line *line, const struct PageBlock *block)
{
    const Page *page = line->page;
    line->count = 0;
    line->length = 0;
    line->is_blank = 1;
    if (block->text.length > line->text_room) {
        PyMem_Free(line->text);
        line->text_room = block->text.length * 2;
        line->text = PyMem_Malloc((size_t)line->text_room);
        if (line->text == NULL) {
            PyErr_NoMemory();
            return 0;
        }
    }
    for (int node = block->first; node <= block->last; node++) {
        if (!page->blocks.shown[node]) {
            continue;
        }
        if (!page_grown(&line->pieces, line->count, &line->room, sizeof(Piece))) {
            return 0;
        }
        Piece *piece = &line->pieces[line->count];
        piece->from = line->length;
        find_path(line, node, block->element, piece);
        add_text(line, &page->nodes[node]);
        piece->to = line->length;
        if (piece->to > piece->from) {
            if (line->count && has_same_path(piece, piece - 1)) {
                (piece - 1)->to = piece->to;
            }
            else {
                line->count++;
            }
        }
    }
    if (line->count && line->is_blank) {
        Piece *last = &line->pieces[line->count - 1];
        last->to--; /* the blank at the end, which a browser would not show */
        line->count -= last->to == last->from;
    }
    return 1;
}

static PyObject *
piece_object(const Line *line, const Piece *piece)
{
    PyObject *path = PyTuple_New(piece->depth);
    for (int i = 0; path != NULL && i < piece->depth; i++) {
        PyObject *number = PyLong_FromLong(piece->path[i]);
        if (number == NULL) {
            Py_CLEAR(path);
        }
        else {
            PyTuple_SET_ITEM(path, i, number);
        }
    }
    return path ? Py_BuildValue("(s#N)", line->text + piece->from, piece->to - piece->from, path)
                : NULL;
}

/* A line as str where no inline element is around any of it, else as list of pieces. */
static PyObject *
line_object(const Line *line)
{
    if (line->count == 0) {
        return PyUnicode_New(0, 0);
    }
    if (line->count == 1 && line->pieces[0].depth == 0) {
        return PyUnicode_DecodeUTF8(line->text, line->pieces[0].to, NULL);
    }
    PyObject *list = PyList_New(line->count);
    for (int i = 0; list != NULL && i < line->count; i++) {
        PyObject *piece = piece_object(line, &line->pieces[i]);
        if (piece == NULL) {
            Py_CLEAR(list);
        }
        else {
            PyList_SET_ITEM(list, i, piece);
        }
    }
    return list;
}

static int
prepare(Line *line, PyObject *tags)
{
    const PageNames *kinds = &line->page->kinds;
    PyObject *iterator = PyObject_GetIter(tags), *tag;
    line->is_inline = PyMem_Calloc((size_t)kinds->count, 1);
    if (iterator == NULL || line->is_inline == NULL) {
        Py_XDECREF(iterator);
        if (!PyErr_Occurred()) {
            PyErr_NoMemory();
        }
        return 0;
    }
    while ((tag = PyIter_Next(iterator)) != NULL) {
        Py_ssize_t length;
        const char *at = PyUnicode_AsUTF8AndSize(tag, &length);
        const int kind = at ? page_known(kinds, at, length) : -1;
        if (kind >= 0) {
            line->is_inline[kind] = 1;
        }
        Py_DECREF(tag);
        if (at == NULL) {
            break;
        }
    }
    Py_DECREF(iterator);
    return !PyErr_Occurred();
}

PyObject *
page_lines(Page *page, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyList_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "lines(blocks: list, tags)");
        return NULL;
    }
    Line line;
    memset(&line, 0, sizeof line);
    line.page = page;
    const Py_ssize_t size = PyList_GET_SIZE(args[0]);
    PyObject *lines = prepare(&line, args[1]) ? PyList_New(size) : NULL;
    for (Py_ssize_t i = 0; lines != NULL && i < size; i++) {
        const Py_ssize_t number = PyLong_AsSsize_t(PyList_GET_ITEM(args[0], i));
        PyObject *made = NULL;
        if (number < 0 || number >= page->blocks.count) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_IndexError, "no such block");
            }
        }
        else if (read_block(&line, &page->blocks.items[number])) {
            made = line_object(&line);
        }
        if (made == NULL) {
            Py_CLEAR(lines);
        }
        else {
            PyList_SET_ITEM(lines, i, made);
        }
    }
    PyMem_Free(line.is_inline);
    PyMem_Free(line.text);
    PyMem_Free(line.pieces);
    return lines;
}
