/* Sums over what was measured of the blocks of a page: the loop of pagemill.view.kind.traits. */

#include "pagemill.h"

enum { WEIGHTINGS = 4, MOST_COLUMNS = 256 };

typedef struct {
    const short *rows, *chosen;
    const long long *words;
    const char *inner;
    Py_ssize_t count, columns, wanted;
} Task;

/* Each block alike, each word alike, and both of the inner blocks alone. */
static void
add_up(const Task *task, int64_t *sums)
{
    for (Py_ssize_t block = 0; block < task->count; block++) {
        const short *row = task->rows + block * task->columns;
        const int64_t words = task->words[block], is_inner = task->inner[block] != 0;
        for (Py_ssize_t i = 0; i < task->wanted; i++) {
            const int64_t value = row[task->chosen[i]], of_words = value * words;
            sums[i] += value;
            sums[task->wanted + i] += of_words;
            sums[2 * task->wanted + i] += value * is_inner;
            sums[3 * task->wanted + i] += of_words * is_inner;
        }
    }
}

static int
is_sound(const Task *task)
{
    for (Py_ssize_t i = 0; i < task->wanted; i++) {
        if (task->chosen[i] < 0 || task->chosen[i] >= task->columns) {
            return 0;
        }
    }
    return task->wanted <= MOST_COLUMNS;
}

PyObject *
pagemill_weighed(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 4 || !PyBytes_Check(args[0]) || !PyBytes_Check(args[1]) ||
        !PyBytes_Check(args[2]) || !PyBytes_Check(args[3])) {
        PyErr_SetString(PyExc_TypeError,
                        "weighed(rows: bytes, chosen: bytes, words: bytes, inner: bytes)");
        return NULL;
    }
    Task task = {
        .rows = (const short *)PyBytes_AS_STRING(args[0]),
        .chosen = (const short *)PyBytes_AS_STRING(args[1]),
        .words = (const long long *)PyBytes_AS_STRING(args[2]),
        .inner = PyBytes_AS_STRING(args[3]),
        .count = PyBytes_GET_SIZE(args[3]),
        .wanted = PyBytes_GET_SIZE(args[1]) / (Py_ssize_t)sizeof(short),
    };
    const Py_ssize_t values = PyBytes_GET_SIZE(args[0]) / (Py_ssize_t)sizeof(short);
    task.columns = task.count ? values / task.count : 0;
    if (task.columns * task.count != values || !is_sound(&task) ||
        PyBytes_GET_SIZE(args[2]) != task.count * (Py_ssize_t)sizeof(long long)) {
        PyErr_SetString(PyExc_ValueError, "not the rows of blocks");
        return NULL;
    }
    int64_t sums[WEIGHTINGS * MOST_COLUMNS] = {0};
    add_up(&task, sums);
    const Py_ssize_t size = WEIGHTINGS * task.wanted * (Py_ssize_t)sizeof(int64_t);
    return PyBytes_FromStringAndSize((const char *)sums, size);
}
