/* Blocks of links below one element, with their text: a loop of pagemill.view.topic_links. */

#include "pagemill.h"

typedef struct {
    int parent, block;
} Member;

static int
by_place(const void *left, const void *right)
{
    const Member *one = left, *two = right;
    if (one->parent != two->parent) {
        return one->parent < two->parent ? -1 : 1;
    }
    return one->block < two->block ? -1 : 1;
}

/* Numbers of the blocks of a hub, and their texts as lines. */
static PyObject *
hub_of(const Page *page, const Member *members, Py_ssize_t count)
{
    Py_ssize_t size = count;
    for (Py_ssize_t i = 0; i < count; i++) {
        size += page->blocks.items[members[i].block].text.length;
    }
    char *text = PyMem_Malloc((size_t)size), *to = text;
    PyObject *numbers = text ? PyList_New(count) : PyErr_NoMemory();
    for (Py_ssize_t i = 0; numbers != NULL && i < count; i++) {
        const Span own = page->blocks.items[members[i].block].text;
        memcpy(to, own.at, (size_t)own.length);
        to += own.length;
        *to++ = '\n';
        PyObject *number = PyLong_FromLong(members[i].block);
        if (number == NULL) {
            Py_CLEAR(numbers);
            break;
        }
        PyList_SET_ITEM(numbers, i, number);
    }
    PyObject *hub = numbers ? Py_BuildValue("(Ns#)", numbers, text, size - 1) : NULL;
    PyMem_Free(text);
    return hub;
}

static PyObject *
hubs_of(const Page *page, Member *members, Py_ssize_t count)
{
    PyObject *found = PyList_New(0);
    qsort(members, (size_t)count, sizeof *members, by_place);
    for (Py_ssize_t first = 0, next; found != NULL && first < count; first = next) {
        next = first + 1;
        while (next < count && members[next].parent == members[first].parent) {
            next++;
        }
        PyObject *hub = hub_of(page, &members[first], next - first);
        if (hub == NULL || PyList_Append(found, hub) < 0) {
            Py_CLEAR(found);
        }
        Py_XDECREF(hub);
    }
    return found;
}

PyObject *
page_hubs(Page *page, PyObject *const *args, Py_ssize_t count)
{
    const PageBlocks *blocks = &page->blocks;
    if (count != 3 || !PyList_Check(args[0]) || PyList_GET_SIZE(args[0]) != blocks->count ||
        !PyLong_Check(args[1]) || !PyByteArray_Check(args[2]) ||
        PyByteArray_GET_SIZE(args[2]) != blocks->count) {
        PyErr_SetString(PyExc_ValueError, "hubs(marks, edge, inside): one of each for a block");
        return NULL;
    }
    const long long edge = PyLong_AsLongLong(args[1]);
    Member *members = PyMem_Malloc(((size_t)blocks->count + 1) * sizeof *members);
    if (members == NULL) {
        return PyErr_NoMemory();
    }
    Py_ssize_t some = 0;
    for (int i = 0; i < blocks->count; i++) {
        const struct PageBlock *block = &blocks->items[i];
        const long long marks = PyLong_AsLongLong(PyList_GET_ITEM(args[0], i));
        if (2 * block->link_words > block->words && !(marks & edge) &&
            !PyByteArray_AS_STRING(args[2])[i]) {
            members[some++] = (Member){page->nodes[block->element].parent, i};
        }
    }
    PyObject *found = PyErr_Occurred() ? NULL : hubs_of(page, members, some);
    PyMem_Free(members);
    return found;
}
