/* Scores of rows by boosted trees: the loop of pagemill.view.purify.forest. */

#include "pagemill.h"

/* A leaf is a node that leads to itself, so that all rows take the same number of steps. */
typedef struct {
    short column, threshold, next[2];
} Node;

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

/* Root, and number of steps to the deepest leaf, of each tree. */
typedef struct {
    short root, steps;
} Tree;

typedef struct {
    const short *rows;
    Py_ssize_t count, columns;
    const Tree *trees;
    Py_ssize_t tree_count;
    const Node *nodes;
    const short *leaves;
} Task;

static PyObject *
scored(const Task *task)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, task->count * (Py_ssize_t)sizeof(int));
    int *scores = bytes ? (int *)PyBytes_AS_STRING(bytes) : NULL;
    for (Py_ssize_t first = 0; scores && first < task->count; first += TOGETHER) {
        const short *together[TOGETHER];
        int sums[TOGETHER] = {0};
        for (int i = 0; i < TOGETHER; i++) {
            /* Where fewer rows are left, the last one goes along again. */
            const Py_ssize_t row = first + i < task->count ? first + i : task->count - 1;
            together[i] = task->rows + task->columns * row;
        }
        for (Py_ssize_t i = 0; i < task->tree_count; i++) {
            const Tree *tree = &task->trees[i];
            add_leaves(task->nodes, tree->root, tree->steps, task->leaves, together, sums);
        }
        for (int i = 0; i < TOGETHER && first + i < task->count; i++) {
            scores[first + i] = sums[i];
        }
    }
    return bytes;
}

static Py_ssize_t
task_rows(Py_ssize_t size, Py_ssize_t columns)
{
    return columns > 0 ? size / (columns * (Py_ssize_t)sizeof(short)) : 0;
}

PyObject *
pagemill_scores(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 5 || !PyBytes_Check(args[0]) || !PyLong_Check(args[1]) ||
        !PyBytes_Check(args[2]) || !PyBytes_Check(args[3]) || !PyBytes_Check(args[4])) {
        PyErr_SetString(PyExc_TypeError,
                        "scores(rows: bytes, columns: int, trees: bytes, nodes: bytes, "
                        "leaves: bytes)");
        return NULL;
    }
    const Task task = {
        .rows = (const short *)PyBytes_AS_STRING(args[0]),
        .columns = PyLong_AsSsize_t(args[1]),
        .trees = (const Tree *)PyBytes_AS_STRING(args[2]),
        .tree_count = PyBytes_GET_SIZE(args[2]) / (Py_ssize_t)sizeof(Tree),
        .nodes = (const Node *)PyBytes_AS_STRING(args[3]),
        .leaves = (const short *)PyBytes_AS_STRING(args[4]),
        .count = task_rows(PyBytes_GET_SIZE(args[0]), PyLong_AsSsize_t(args[1])),
    };
    const Py_ssize_t nodes = PyBytes_GET_SIZE(args[3]) / (Py_ssize_t)sizeof(Node);
    int is_fine = task.columns > 0 && is_sound(task.nodes, nodes, task.columns) &&
                  PyBytes_GET_SIZE(args[4]) == nodes * (Py_ssize_t)sizeof(short);
    for (Py_ssize_t i = 0; is_fine && i < task.tree_count; i++) {
        is_fine = task.trees[i].root >= 0 && task.trees[i].root < nodes;
    }
    if (!is_fine) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "not the arrays of a forest");
        }
        return NULL;
    }
    return scored(&task);
}
