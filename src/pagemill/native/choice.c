/* From chances to a choice of blocks: the loops of pagemill.view.purify.choice. */

#include "pagemill.h"

/* Sums must come out as NumPy has them: no product may be joined with a sum. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

enum { MOST_STATES = 8, LONGEST_HEADING = 12, FEW = 3 };

typedef struct {
    long long chance;
    int block;
} Likely;

typedef struct {
    const Page *page;
    const long long *chances;
    const char *dropped;
    long long certain;
    double harsher[MOST_STATES], weights[MOST_STATES]; /* of a page in each state */
    int states;
    char *keep;
} Choice;

static int
by_chance(const void *left, const void *right)
{
    const Likely *one = left, *two = right;
    if (one->chance != two->chance) {
        return one->chance < two->chance ? 1 : -1;
    }
    return one->block < two->block ? -1 : 1;
}

static double
true_words(const Choice *choice, const Likely *one, int state)
{
    const int words = choice->page->blocks.items[one->block].words;
    const double size = words > 1 ? words : 1;
    const double against = choice->harsher[state] * (double)(choice->certain - one->chance);
    return size * ((double)one->chance / ((double)one->chance + against));
}

/* Keeps the prefix of the likeliest blocks with the highest expected F1. */
static void
keep_best(Choice *choice, Likely *likely, int count)
{
    double all[MOST_STATES] = {0}, hits[MOST_STATES] = {0}, highest = -1;
    long long size = 0;
    int best = -1;
    for (int i = 0; i < count; i++) {
        for (int state = 0; state < choice->states; state++) {
            all[state] += true_words(choice, &likely[i], state);
        }
    }
    for (int i = 0; i < count; i++) {
        const int words = choice->page->blocks.items[likely[i].block].words;
        double expected = 0;
        size += words > 1 ? words : 1;
        for (int state = 0; state < choice->states; state++) {
            hits[state] += true_words(choice, &likely[i], state);
            const double share = hits[state] / ((double)size + all[state]);
            expected += choice->weights[state] * share;
        }
        if (expected > highest) {
            highest = expected;
            best = i;
        }
    }
    for (int i = 0; i <= best; i++) {
        choice->keep[likely[i].block] = 1;
    }
}

/* Running sums over blocks: words, link words, kept words. */
typedef struct {
    int words, links, kept;
} Sums;

static void
fill_structure(const Choice *choice, const Sums *sums, int node, int *fills)
{
    const PageBlocks *blocks = &choice->page->blocks;
    const int start = page_block_from(blocks, node, 0);
    const int stop = page_block_from(blocks, choice->page->nodes[node].end, start);
    const int size = sums[stop].words - sums[start].words;
    if (2 * (sums[stop].links - sums[start].links) > size) {
        return;
    }
    const int is_inside = start > 0 && stop < blocks->count && choice->keep[start - 1] &&
                          choice->keep[stop];
    if (is_inside || 2 * (sums[stop].kept - sums[start].kept) > size) {
        fills[start]++;
        fills[stop]--;
    }
}

/* Keeps lists, tables of data and preformatted text whole that stand in the content or are mostly kept. */
static void
fill_structures(Choice *choice, Sums *sums, int *fills)
{
    const Page *page = choice->page;
    const PageBlocks *blocks = &page->blocks;
    for (int i = 0; i < blocks->count; i++) {
        const struct PageBlock *block = &blocks->items[i];
        sums[i + 1].words = sums[i].words + block->words;
        sums[i + 1].links = sums[i].links + block->link_words;
        sums[i + 1].kept = sums[i].kept + (choice->keep[i] ? block->words : 0);
    }
    for (int node = 0; node < page->count; node++) {
        switch (page->nodes[node].kind) {
        case TAG_UL: case TAG_OL: case TAG_DL: case TAG_PRE: case TAG_LISTING: case TAG_XMP:
            fill_structure(choice, sums, node, fills);
            break;
        default:
            break;
        }
    }
    for (int i = 0; i < blocks->table_count; i++) {
        fill_structure(choice, sums, blocks->tables[i], fills);
    }
    for (int i = 0, filled = 0; i < blocks->count; i++) {
        filled += fills[i];
        choice->keep[i] |= filled > 0;
    }
}

static int
kind_of_block(const Page *page, int block)
{
    return page->nodes[page->blocks.items[block].element].kind;
}

static int
is_heading(const Page *page, int block)
{
    const int kind = kind_of_block(page, block);
    return (kind == TAG_H1 || kind == TAG_H2 || kind == TAG_H3 || kind == TAG_H4 ||
            kind == TAG_H5 || kind == TAG_H6) &&
           page->blocks.items[block].words <= LONGEST_HEADING;
}

static int
kept_before(const Choice *choice, int block)
{
    do {
        block--;
    } while (block >= 0 && !choice->keep[block]);
    return block;
}

/* Drops the headings behind all else that is kept. */
static void
drop_announcing(Choice *choice)
{
    const Page *page = choice->page;
    int kept = 0;
    for (int i = 0; i < page->blocks.count; i++) {
        kept += choice->keep[i];
    }
    int last = kept_before(choice, page->blocks.count);
    while (kept > FEW && is_heading(page, last)) {
        const int before = kept_before(choice, last);
        if (kind_of_block(page, before) == kind_of_block(page, last)) {
            break;
        }
        choice->keep[last] = 0;
        last = before;
        kept--;
    }
}

static PyObject *
numbers_of(const Choice *choice)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < choice->page->blocks.count; i++) {
        PyObject *number = choice->keep[i] ? PyLong_FromLong(i) : NULL;
        if (choice->keep[i] && (number == NULL || PyList_Append(list, number) < 0)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(number);
    }
    return list;
}

static PyObject *
chosen(Choice *choice, int without_announcing)
{
    const int count = choice->page->blocks.count;
    const size_t size = (size_t)count + 1;
    Likely *likely = PyMem_Malloc(size * sizeof *likely);
    Sums *sums = PyMem_Calloc(size, sizeof *sums);
    int *fills = PyMem_Calloc(size, sizeof *fills);
    choice->keep = PyMem_Calloc(size, 1);
    PyObject *result = NULL;
    if (likely == NULL || sums == NULL || fills == NULL || choice->keep == NULL) {
        PyErr_NoMemory();
    }
    else {
        int some = 0;
        for (int i = 0; i < count; i++) {
            if (choice->chances[i] > 0 && !choice->dropped[i]) {
                likely[some++] = (Likely){choice->chances[i], i};
            }
        }
        qsort(likely, (size_t)some, sizeof *likely, by_chance);
        keep_best(choice, likely, some);
        fill_structures(choice, sums, fills);
        for (int i = 0; i < count; i++) {
            choice->keep[i] &= !choice->dropped[i];
        }
        if (without_announcing) {
            drop_announcing(choice);
        }
        result = numbers_of(choice);
    }
    PyMem_Free(likely);
    PyMem_Free(sums);
    PyMem_Free(fills);
    PyMem_Free(choice->keep);
    return result;
}

/* Reads pairs of how much harsher a state of the page is, and its weight; 0 and an error. */
static int
read_states(Choice *choice, PyObject *states)
{
    choice->states = PyTuple_Check(states) ? (int)PyTuple_GET_SIZE(states) : 0;
    if (choice->states < 1 || choice->states > MOST_STATES) {
        PyErr_SetString(PyExc_TypeError, "a tuple of few states is wanted");
        return 0;
    }
    for (int i = 0; i < choice->states; i++) {
        PyObject *pair = PyTuple_GET_ITEM(states, i);
        if (!PyTuple_Check(pair) ||
            !PyArg_ParseTuple(pair, "dd", &choice->harsher[i], &choice->weights[i])) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_TypeError, "a state is a pair of numbers");
            }
            return 0;
        }
    }
    return 1;
}

PyObject *
page_chosen(Page *page, PyObject *const *args, Py_ssize_t count)
{
    if (count != 5 || !PyBytes_Check(args[0]) || !PyBytes_Check(args[1]) ||
        !PyLong_Check(args[2]) || !PyBool_Check(args[4])) {
        PyErr_SetString(PyExc_TypeError, "chosen(chances: bytes, dropped: bytes, certain: int, "
                                         "states: tuple, without_announcing: bool)");
        return NULL;
    }
    Choice choice = {
        .page = page,
        .chances = (const long long *)PyBytes_AS_STRING(args[0]),
        .dropped = PyBytes_AS_STRING(args[1]),
        .certain = PyLong_AsLongLong(args[2]),
    };
    if (!read_states(&choice, args[3]) || !page_find_data_tables(page)) {
        return NULL;
    }
    const Py_ssize_t blocks = page->blocks.count;
    if (PyBytes_GET_SIZE(args[0]) != blocks * (Py_ssize_t)sizeof(long long) ||
        PyBytes_GET_SIZE(args[1]) != blocks) {
        PyErr_SetString(PyExc_ValueError, "a chance and a mark for each block are wanted");
        return NULL;
    }
    return chosen(&choice, args[4] == Py_True);
}
