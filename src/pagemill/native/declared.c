/* What the meta elements of a page state: the loop of pagemill.view.metadata. */

#include "pagemill.h"

enum { LONGEST_NAME = 80 };

/* Whether a text has more characters than a name has. */
static int
is_long(Span text)
{
    int characters = 0;
    for (Py_ssize_t i = 0; i < text.length; i++) {
        characters += ((unsigned char)text.at[i] & 0xC0) != 0x80;
    }
    return characters > LONGEST_NAME;
}

/* The wanted name that a stated one means, empty for none: borrowed, from `known`; NULL and an
 * error. */
static PyObject *
name_of(Span stated, PyObject *known, PyObject *ask)
{
    PyObject *key = PyUnicode_DecodeUTF8(stated.at, stated.length, NULL);
    PyObject *name = key ? PyDict_GetItemWithError(known, key) : NULL;
    if (key != NULL && name == NULL && !PyErr_Occurred()) {
        PyObject *answer = PyObject_CallOneArg(ask, key);
        if (answer != NULL && PyDict_SetItem(known, key, answer) == 0) {
            name = answer;
        }
        Py_XDECREF(answer);
    }
    Py_XDECREF(key);
    if (name != NULL && !PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "a name is a str");
        return NULL;
    }
    return name;
}

/* Appends a name with the content of its element; 0 and an error. */
static int
append_statement(PyObject *list, const Page *page, int node, PyObject *name)
{
    Span content;
    if (!page_attribute(page, node, NAME_CONTENT, &content)) {
        content = (Span){"", 0};
    }
    PyObject *pair = Py_BuildValue("(Os#)", name, content.at, content.length);
    const int status = pair ? PyList_Append(list, pair) : -1;
    Py_XDECREF(pair);
    return status == 0;
}

static int
ends_with(Span text, Span end)
{
    return text.length >= end.length &&
           memcmp(text.at + text.length - end.length, end.at, (size_t)end.length) == 0;
}

PyObject *
page_statements(Page *page, PyObject *const *args, Py_ssize_t count)
{
    static const int KEYS[] = {NAME_PROPERTY, NAME_NAME, NAME_HTTP_EQUIV};
    if (count != 3 || !PyDict_Check(args[0]) || !PyUnicode_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "statements(known: dict, ask, data: str)");
        return NULL;
    }
    Span data;
    data.at = PyUnicode_AsUTF8AndSize(args[2], &data.length);
    PyObject *found = data.at ? PyList_New(0) : NULL;
    for (int node = 0; found != NULL && node < page->count; node++) {
        Span stated;
        if (page->nodes[node].kind != TAG_META) {
            continue;
        }
        if (page_attribute(page, node, NAME_NAME, &stated) && ends_with(stated, data)) {
            if (!append_statement(found, page, node, args[2])) {
                Py_CLEAR(found);
            }
            continue;
        }
        for (int i = 0; found != NULL && i < 3; i++) {
            if (!page_attribute(page, node, KEYS[i], &stated) || stated.length == 0 ||
                is_long(stated)) {
                continue;
            }
            PyObject *name = name_of(stated, args[0], args[1]);
            if (name == NULL || (PyUnicode_GET_LENGTH(name) &&
                                 !append_statement(found, page, node, name))) {
                Py_CLEAR(found);
            }
        }
    }
    return found;
}
