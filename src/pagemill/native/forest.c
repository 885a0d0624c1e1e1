/* Scores of rows by boosted trees: the loop of pagemill.view.purify.forest. */

#include "pagemill.h"

typedef struct {
    short column, threshold, low, high;
} Node;

enum { TOGETHER = 8 }; /* rows that go down a tree side by side, so that none waits for memory */

static void
add_leaves(const Node *nodes, int root, const short *leaves, const short *const *rows, int *scores)
{
    int at[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) {
        at[i] = root;
    }
    for (int is_going = 1; is_going;) {
        is_going = 0;
        for (int i = 0; i < TOGETHER; i++) {
            if (at[i] >= 0) {
                const Node *node = &nodes[at[i]];
                at[i] = rows[i][node->column] <= node->threshold ? node->low : node->high;
                is_going |= at[i] >= 0;
            }
        }
    }
    for (int i = 0; i < TOGETHER; i++) {
        scores[i] += leaves[-1 - at[i]];
    }
}

/* Whether every way down a tree ends in a leaf: nodes lead onward only, to what there is. */
static int
is_sound(const Node *nodes, Py_ssize_t count, Py_ssize_t leaf_count, Py_ssize_t columns)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        const short next[2] = {nodes[i].low, nodes[i].high};
        for (int side = 0; side < 2; side++) {
            if (next[side] >= 0 ? next[side] <= i || next[side] >= count
                                : -1 - next[side] >= leaf_count) {
                return 0;
            }
        }
        if (nodes[i].column < 0 || nodes[i].column >= columns) {
            return 0;
        }
    }
    return 1;
}

static PyObject *
scored(const short *rows, Py_ssize_t count, Py_ssize_t columns, PyObject *const *arrays)
{
    const short *roots = (const short *)PyBytes_AS_STRING(arrays[0]);
    const Node *nodes = (const Node *)PyBytes_AS_STRING(arrays[1]);
    const short *leaves = (const short *)PyBytes_AS_STRING(arrays[2]);
    const Py_ssize_t trees = PyBytes_GET_SIZE(arrays[0]) / (Py_ssize_t)sizeof(short);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(int));
    int *scores = bytes ? (int *)PyBytes_AS_STRING(bytes) : NULL;
    for (Py_ssize_t first = 0; scores && first < count; first += TOGETHER) {
        const short *together[TOGETHER];
        int sums[TOGETHER] = {0};
        for (int i = 0; i < TOGETHER; i++) {
            /* Where fewer rows are left, the last one goes along again. */
            together[i] = rows + columns * (first + i < count ? first + i : count - 1);
        }
        for (Py_ssize_t tree = 0; tree < trees; tree++) {
            add_leaves(nodes, roots[tree], leaves, together, sums);
        }
        for (int i = 0; i < TOGETHER && first + i < count; i++) {
            scores[first + i] = sums[i];
        }
    }
    return bytes;
}

PyObject *
pagemill_scores(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 5 || !PyBytes_Check(args[0]) || !PyLong_Check(args[1]) ||
        !PyBytes_Check(args[2]) || !PyBytes_Check(args[3]) || !PyBytes_Check(args[4])) {
        PyErr_SetString(PyExc_TypeError,
                        "scores(rows: bytes, columns: int, roots: bytes, nodes: bytes, "
                        "leaves: bytes)");
        return NULL;
    }
    const Py_ssize_t columns = PyLong_AsSsize_t(args[1]);
    const Py_ssize_t nodes = PyBytes_GET_SIZE(args[3]) / (Py_ssize_t)sizeof(Node);
    const Py_ssize_t leaves = PyBytes_GET_SIZE(args[4]) / (Py_ssize_t)sizeof(short);
    const Py_ssize_t trees = PyBytes_GET_SIZE(args[2]) / (Py_ssize_t)sizeof(short);
    int is_fine = columns > 0 && is_sound((const Node *)PyBytes_AS_STRING(args[3]), nodes, leaves,
                                          columns);
    for (Py_ssize_t i = 0; is_fine && i < trees; i++) {
        const short root = ((const short *)PyBytes_AS_STRING(args[2]))[i];
        is_fine = root >= 0 && root < nodes;
    }
    if (!is_fine) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "not the arrays of a forest");
        }
        return NULL;
    }
    const Py_ssize_t rows =
        PyBytes_GET_SIZE(args[0]) / (columns * (Py_ssize_t)sizeof(short));
    return scored((const short *)PyBytes_AS_STRING(args[0]), rows, columns, args + 2);
}
