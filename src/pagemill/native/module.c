/* The compiled module pagemill.native.loops: its list of functions, nothing else. */

#include "pagemill.h"

static PyMethodDef FUNCTIONS[] = {
    {"parse", (PyCFunction)(void (*)(void))pagemill_parse, METH_FASTCALL,
     "parse(html, entities)\n--\n\nRead HTML into a page; None: not sure."},
    {"brackets", pagemill_brackets, METH_O,
     "brackets(source)\n--\n\nHow many characters \"<\" there are; None: not sure."},
    {"nesting", (PyCFunction)(void (*)(void))pagemill_nesting, METH_FASTCALL,
     "nesting(source, traits, max_depth, max_options)\n--\n\n"
     "Whether tags are nested too deeply (1), options too many (2), or not sure (3)."},
    {"terms", (PyCFunction)(void (*)(void))pagemill_terms, METH_FASTCALL,
     "terms(text, dull, signs, of_any, reading)\n--\n\nCount the words of a text; None: not sure."},
    {"page", (PyCFunction)(void (*)(void))pagemill_page, METH_FASTCALL,
     "page(tags, parents, ends, texts, attributes)\n--\n\nMake a page of its columns."},
    {"cut", (PyCFunction)(void (*)(void))pagemill_cut, METH_FASTCALL,
     "cut(page, kinds)\n--\n\nCut a page into blocks, which it keeps."},
    {"shingle", (PyCFunction)(void (*)(void))pagemill_shingle, METH_FASTCALL,
     "shingle(texts, alphabet, width, share, composed, counts, status)\n--\n\n"
     "Distinct shingles of each text."},
    {"sketch", (PyCFunction)(void (*)(void))pagemill_sketch, METH_FASTCALL,
     "sketch(texts, alphabet, width, share, composed, counts, status, prints, a, b, minima)\n--\n\n"
     "Sketch each text."},
    {"agree", (PyCFunction)(void (*)(void))pagemill_agree, METH_FASTCALL,
     "agree(minima, permutations, left, right, counts)\n--\n\n"
     "Count equal positions of pairs of sketches."},
    {"bands", (PyCFunction)(void (*)(void))pagemill_bands, METH_FASTCALL,
     "bands(minima, permutations, rows, keys)\n--\n\nHash the bands of sketches."},
    {"fingerprint", (PyCFunction)(void (*)(void))pagemill_fingerprint, METH_FASTCALL,
     "fingerprint(texts, alphabet, hashes, status)\n--\n\n"
     "Hash each text, white space collapsed."},
    {"intersect", (PyCFunction)(void (*)(void))pagemill_intersect, METH_FASTCALL,
     "intersect(hashes, offsets, left, right, counts)\n--\n\n"
     "Count the shingles that pairs of sets share."},
    {"learn_names", (PyCFunction)(void (*)(void))pagemill_learn_names, METH_FASTCALL,
     "learn_names(parts, words)\n--\n\nWhat parts of names and whole words suggest."},
    {"measure", (PyCFunction)(void (*)(void))pagemill_measure, METH_FASTCALL,
     "measure(page, title, images, in_body, speaks_of_consent, columns)\n--\n\n"
     "Columns, marks and drops of the blocks of a page that was cut."},
    {"forest", (PyCFunction)(void (*)(void))pagemill_forest, METH_FASTCALL,
     "forest(columns, trees, nodes, leaves)\n--\n\nTrees, ready to be asked."},
    {"scores", (PyCFunction)(void (*)(void))pagemill_scores, METH_FASTCALL,
     "scores(rows, forest)\n--\n\nScores of rows by trees."},
    {"weighed", (PyCFunction)(void (*)(void))pagemill_weighed, METH_FASTCALL,
     "weighed(rows, chosen, words, inner)\n--\n\n"
     "Sums of columns over blocks, over words, over the inner ones of both."},
    {"warc_header", (PyCFunction)(void (*)(void))pagemill_warc_header, METH_FASTCALL,
     "warc_header(data, start)\n--\n\nRead the header of a record; None: not sure."},
    {"shown", (PyCFunction)(void (*)(void))pagemill_shown, METH_FASTCALL,
     "shown(page, left_out)\n--\n\nText of the body, and its words but for dates."},
    {"outgoing", (PyCFunction)(void (*)(void))pagemill_outgoing, METH_FASTCALL,
     "outgoing(page, base, resolve)\n--\n\nAddresses that the links of a page lead to."},
    {"plain_joined", (PyCFunction)(void (*)(void))pagemill_plain_joined, METH_FASTCALL,
     "plain_joined(base, reference)\n--\n\n"
     "Address of a reference that strings alone can tell; None: not sure."},
    {"plain_host", pagemill_plain_host, METH_O,
     "plain_host(url)\n--\n\nHost of an address that has one spelling only; None: not sure."},
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
