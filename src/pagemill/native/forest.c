/* Scores of rows by boosted trees: the loop of pagemill.view.purify.forest. */

#include "pagemill.h"

/* A leaf is a node that leads to itself, so that all rows take the same number of steps. */
typedef struct {
    short column, threshold, next[2];
} Node;

/* Root, and number of steps to the deepest leaf, of each tree. */
typedef struct {
    short root, steps;
} Tree;

enum { TOGETHER = 16 }; /* rows that go down a tree side by side, so that none waits for memory */

static void
add_leaves(const Node *nodes, int root, int steps, const short *leaves,
           const short *const *rows, int *scores)
{
    int at[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) {
        at[i] = root;
    }
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < TOGETHER; i++) {
            const Node *node = &nodes[at[i]];
            at[i] = node->next[rows[i][node->column] > node->threshold];
        }
    }
    for (int i = 0; i < TOGETHER; i++) {
        scores[i] += leaves[at[i]];
    }
}

/* The score of one row: it goes down several trees side by side instead. */
static int
lone_score(const Node *nodes, const Tree *trees, Py_ssize_t count, const short *leaves,
           const short *row)
{
    int score = 0;
    for (Py_ssize_t first = 0; first < count; first += TOGETHER) {
        const int here = (int)(count - first < TOGETHER ? count - first : TOGETHER);
        int at[TOGETHER], steps = 0;
        for (int i = 0; i < here; i++) {
            at[i] = trees[first + i].root;
            steps = trees[first + i].steps > steps ? trees[first + i].steps : steps;
        }
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < here; i++) {
                const Node *node = &nodes[at[i]];
                at[i] = node->next[row[node->column] > node->threshold];
            }
        }
        for (int i = 0; i < here; i++) {
            score += leaves[at[i]];
        }
    }
    return score;
}

/* Whether every step from a node leads to a node, and every node asks for a column. */
static int
is_sound(const Node *nodes, Py_ssize_t count, Py_ssize_t columns)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            if (nodes[i].next[side] < 0 || nodes[i].next[side] >= count) {
                return 0;
            }
        }
        if (nodes[i].column < 0 || nodes[i].column >= columns) {
            return 0;
        }
    }
    return 1;
}

/* Trees that were looked at once, so that rows may go down them without a look. */
typedef struct {
    PyObject *held; /* tuple of the objects that own the arrays */
    Py_ssize_t columns, tree_count;
    const Tree *trees;
    const Node *nodes;
    const short *leaves;
} Forest;

static const char FOREST[] = "pagemill.native.loops.forest";

static void
free_forest(PyObject *capsule)
{
    Forest *forest = PyCapsule_GetPointer(capsule, FOREST);
    if (forest != NULL) {
        Py_DECREF(forest->held);
        PyMem_Free(forest);
    }
}

static PyObject *
scored(const Forest *forest, const short *rows, Py_ssize_t count)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(int));
    int *scores = bytes ? (int *)PyBytes_AS_STRING(bytes) : NULL;
    if (scores && count == 1) {
        scores[0] = lone_score(forest->nodes, forest->trees, forest->tree_count, forest->leaves,
                               rows);
        return bytes;
    }
    for (Py_ssize_t first = 0; scores && first < count; first += TOGETHER) {
        const short *together[TOGETHER];
        int sums[TOGETHER] = {0};
        for (int i = 0; i < TOGETHER; i++) {
            /* Where fewer rows are left, the last one goes along again. */
            const Py_ssize_t row = first + i < count ? first + i : count - 1;
            together[i] = rows + forest->columns * row;
        }
        for (Py_ssize_t i = 0; i < forest->tree_count; i++) {
            const Tree *tree = &forest->trees[i];
            add_leaves(forest->nodes, tree->root, tree->steps, forest->leaves, together, sums);
        }
        for (int i = 0; i < TOGETHER && first + i < count; i++) {
            scores[first + i] = sums[i];
        }
    }
    return bytes;
}

PyObject *
pagemill_forest(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 4 || !PyLong_Check(args[0]) || !PyBytes_Check(args[1]) ||
        !PyBytes_Check(args[2]) || !PyBytes_Check(args[3])) {
        PyErr_SetString(PyExc_TypeError,
                        "forest(columns: int, trees: bytes, nodes: bytes, leaves: bytes)");
        return NULL;
    }
    Forest *forest = PyMem_Calloc(1, sizeof *forest);
    if (forest == NULL) {
        return PyErr_NoMemory();
    }
    forest->columns = PyLong_AsSsize_t(args[0]);
    forest->trees = (const Tree *)PyBytes_AS_STRING(args[1]);
    forest->tree_count = PyBytes_GET_SIZE(args[1]) / (Py_ssize_t)sizeof(Tree);
    forest->nodes = (const Node *)PyBytes_AS_STRING(args[2]);
    forest->leaves = (const short *)PyBytes_AS_STRING(args[3]);
    const Py_ssize_t nodes = PyBytes_GET_SIZE(args[2]) / (Py_ssize_t)sizeof(Node);
    int is_fine = forest->columns > 0 && is_sound(forest->nodes, nodes, forest->columns) &&
                  PyBytes_GET_SIZE(args[3]) == nodes * (Py_ssize_t)sizeof(short);
    for (Py_ssize_t i = 0; is_fine && i < forest->tree_count; i++) {
        is_fine = forest->trees[i].root >= 0 && forest->trees[i].root < nodes;
    }
    if (!is_fine && !PyErr_Occurred()) {
        PyErr_SetString(PyExc_ValueError, "not the arrays of a forest");
    }
    PyObject *capsule = NULL;
    forest->held = is_fine ? PyTuple_Pack(3, args[1], args[2], args[3]) : NULL;
    if (forest->held != NULL) {
        capsule = PyCapsule_New(forest, FOREST, free_forest);
    }
    if (capsule == NULL) {
        Py_XDECREF(forest->held);
        PyMem_Free(forest);
    }
    return capsule;
}

PyObject *
pagemill_scores(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyBytes_Check(args[0]) || !PyCapsule_IsValid(args[1], FOREST)) {
        PyErr_SetString(PyExc_TypeError, "scores(rows: bytes, forest)");
        return NULL;
    }
    const Forest *forest = PyCapsule_GetPointer(args[1], FOREST);
    const Py_ssize_t width = forest->columns * (Py_ssize_t)sizeof(short);
    if (PyBytes_GET_SIZE(args[0]) % width) {
        PyErr_SetString(PyExc_ValueError, "rows have another number of columns");
        return NULL;
    }
    return scored(forest, (const short *)PyBytes_AS_STRING(args[0]),
                  PyBytes_GET_SIZE(args[0]) / width);
}
