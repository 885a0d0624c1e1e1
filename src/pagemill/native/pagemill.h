/* What the sources of the compiled module share. */

#ifndef PAGEMILL_H
#define PAGEMILL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *pagemill_flatten(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_cut(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_shingle(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_sketch(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_agree(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_fingerprint(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_intersect(PyObject *module, PyObject *const *args, Py_ssize_t count);

#endif
