/* The compiled module pagemill.native.loops: its list of functions, nothing else. */

#include "pagemill.h"

static PyMethodDef FUNCTIONS[] = {
    {"flatten", (PyCFunction)(void (*)(void))pagemill_flatten, METH_FASTCALL,
     "flatten(serialised, none)\n--\n\nRead a serialised tree into columns; None: not sure."},
    {"cut", (PyCFunction)(void (*)(void))pagemill_cut, METH_FASTCALL,
     "cut(tags, texts, ends, kinds)\n--\n\nCut the columns of a tree into blocks."},
    {"shingle", (PyCFunction)(void (*)(void))pagemill_shingle, METH_FASTCALL,
     "shingle(texts, alphabet, width, share, composed, counts, status)\n--\n\n"
     "Distinct shingles of each text."},
    {"sketch", (PyCFunction)(void (*)(void))pagemill_sketch, METH_FASTCALL,
     "sketch(texts, alphabet, width, share, composed, counts, status, a, b, minima)\n--\n\n"
     "Sketch each text."},
    {"agree", (PyCFunction)(void (*)(void))pagemill_agree, METH_FASTCALL,
     "agree(minima, permutations, left, right, counts)\n--\n\n"
     "Count equal positions of pairs of sketches."},
    {"fingerprint", (PyCFunction)(void (*)(void))pagemill_fingerprint, METH_FASTCALL,
     "fingerprint(texts, alphabet, hashes, status)\n--\n\n"
     "Hash each text, white space collapsed."},
    {"intersect", (PyCFunction)(void (*)(void))pagemill_intersect, METH_FASTCALL,
     "intersect(hashes, offsets, left, right, counts)\n--\n\n"
     "Count the shingles that pairs of sets share."},
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
