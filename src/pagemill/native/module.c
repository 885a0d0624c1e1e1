/* The compiled module pagemill.native.loops: its list of functions, nothing else. */

#include "pagemill.h"

static PyMethodDef FUNCTIONS[] = {
    {"flatten", (PyCFunction)(void (*)(void))pagemill_flatten, METH_FASTCALL,
     "flatten(serialised, none)\n--\n\nRead a serialised tree into columns; None: not sure."},
    {"cut", (PyCFunction)(void (*)(void))pagemill_cut, METH_FASTCALL,
     "cut(tags, texts, ends, kinds)\n--\n\nCut the columns of a tree into blocks."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {{0, NULL}};

static struct PyModuleDef MODULE = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "pagemill.native.loops",
    .m_doc = "The hottest loops of the page function.",
    .m_methods = FUNCTIONS,
    .m_slots = SLOTS,
};

PyMODINIT_FUNC
PyInit_loops(void)
{
    return PyModuleDef_Init(&MODULE);
}
