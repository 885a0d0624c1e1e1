/* Tables that hold data: the loop of pagemill.view.purify.grids. */

#include "pagemill.h"

enum { MAX_WORDS_OF_A_CELL = 80 };

/* Whether there are more words below a node than a cell of data has. */
static int
is_long(const Page *page, int node)
{
    const PageBlocks *blocks = &page->blocks;
    const int end = page->nodes[node].end;
    int words = 0;
    int i = page_block_from(blocks, node, 0);
    for (; i < blocks->count && blocks->items[i].first < end; i++) {
        words += blocks->items[i].words;
        if (words > MAX_WORDS_OF_A_CELL) {
            return 1;
        }
    }
    return 0;
}

static int
is_data(const Page *page, int table)
{
    const PageBlocks *blocks = &page->blocks;
    const int end = page->nodes[table].end, start = page_block_from(blocks, table, 0);
    int rows = 0, wide_rows = 0, cells = 0;
    if (start == blocks->count || blocks->items[start].first >= end) {
        return 0;
    }
    for (int node = table + 1; node < end; node++) {
        switch (page->nodes[node].kind) {
        case TAG_TR:
            rows++;
            cells = 0;
            break;
        case TAG_TD: case TAG_TH:
            wide_rows += ++cells == 2;
            if (is_long(page, node)) {
                return 0;
            }
            break;
        case TAG_TABLE: case TAG_PRE: case TAG_BLOCKQUOTE: case TAG_H1: case TAG_H2: case TAG_H3:
            return 0;
        default:
            break;
        }
    }
    return rows >= 2 && wide_rows >= 2;
}

int
page_find_data_tables(Page *page)
{
    PageBlocks *blocks = &page->blocks;
    if (blocks->shown == NULL) {
        PyErr_SetString(PyExc_ValueError, "a page that was cut is wanted");
        return 0;
    }
    if (blocks->tables != NULL) {
        return 1;
    }
    int count = 0, room = 0, *tables = NULL;
    for (int node = 0; node <= page->count; node++) {
        if (node < page->count && (page->nodes[node].kind != TAG_TABLE || !is_data(page, node))) {
            continue;
        }
        if (!page_grown(&tables, count, &room, sizeof(int))) {
            PyMem_Free(tables);
            return 0;
        }
        tables[count++] = node; /* in the end that of no node */
    }
    blocks->tables = tables;
    blocks->table_count = count - 1;
    return 1;
}

PyObject *
page_data_tables(Page *page, PyObject *Py_UNUSED(none))
{
    if (!page_find_data_tables(page)) {
        return NULL;
    }
    const PageBlocks *blocks = &page->blocks;
    PyObject *found = PyList_New(blocks->table_count);
    for (int i = 0; found != NULL && i < blocks->table_count; i++) {
        PyObject *number = PyLong_FromLong(blocks->tables[i]);
        if (number == NULL) {
            Py_CLEAR(found);
        }
        else {
            PyList_SET_ITEM(found, i, number);
        }
    }
    return found;
}
