/* The compiled module pagemill.native.loops: its list of functions, nothing else. */

#include "pagemill.h"

static PyMethodDef FUNCTIONS[] = {
    {"flatten", (PyCFunction)(void (*)(void))pagemill_flatten, METH_FASTCALL,
     "flatten(serialised, none)\n--\n\nRead a serialised tree into columns; None: not sure."},
    {"page", (PyCFunction)(void (*)(void))pagemill_page, METH_FASTCALL,
     "page(tags, parents, ends, texts, attributes)\n--\n\nMake a page of its columns."},
    {"cut", (PyCFunction)(void (*)(void))pagemill_cut, METH_FASTCALL,
     "cut(page, kinds)\n--\n\nCut a page into blocks, which it keeps."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef MODULE = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "pagemill.native.loops",
    .m_doc = "The hottest loops of the page function.",
    .m_size = -1,
    .m_methods = FUNCTIONS,
};

PyMODINIT_FUNC
PyInit_loops(void)
{
    PyObject *module = page_ready() ? PyModule_Create(&MODULE) : NULL;
    if (module != NULL && PyModule_AddType(module, &PageType) < 0) {
        Py_CLEAR(module);
    }
    return module;
}
