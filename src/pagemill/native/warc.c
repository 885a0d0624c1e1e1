/* Reads the header of a WARC record where all of it is as the standard says. */

#include "pagemill.h"

#define LONGEST_HEADER (1 << 16)
#define MOST_DIGITS 18

enum { TYPE, LENGTH, URL, DATE, RECORD_ID, CONTENT_TYPE, OWN_COUNT };

static const Span OWN[OWN_COUNT] = {
    {"warc-type", 9},      {"content-length", 14}, {"warc-target-uri", 15},
    {"warc-date", 9},      {"warc-record-id", 14}, {"content-type", 12},
};

/* Which of the fields that a record always has a name is; OWN_COUNT for another. */
static int
own_of(Span name)
{
    for (int i = 0; i < OWN_COUNT; i++) {
        if (name.length == OWN[i].length &&
            PyOS_strnicmp(name.at, OWN[i].at, name.length) == 0) {
            return i;
        }
    }
    return OWN_COUNT;
}

/* Whether every byte is a visible ASCII character. */
static int
is_visible(Span text)
{
    for (Py_ssize_t i = 0; i < text.length; i++) {
        if (text.at[i] <= ' ' || text.at[i] >= 0x7F) {
            return 0;
        }
    }
    return 1;
}

static int
is_ascii(Span text)
{
    for (Py_ssize_t i = 0; i < text.length; i++) {
        if ((unsigned char)text.at[i] >= 0x80) {
            return 0;
        }
    }
    return 1;
}

/* Parts a line into name and value; 0 where that is not quite plain. */
static int
part(const char *at, const char *end, Span *name, Span *value)
{
    const char *colon = memchr(at, ':', (size_t)(end - at));
    if (colon == NULL || colon == at) {
        return 0;
    }
    *name = (Span){at, colon - at};
    for (colon++; colon < end && *colon == ' ';) {
        colon++;
    }
    *value = (Span){colon, end - colon};
    for (const char *one = colon; one < end; one++) {
        if ((unsigned char)*one < ' ' || *one == 0x7F) {
            return 0;
        }
    }
    const Span last = {end - 1, 1};
    return is_visible(*name) && (value->length == 0 || (is_visible((Span){colon, 1}) &&
                                                        is_visible(last)));
}

/* Goes behind the first line; NULL where there is none. */
static const char *
behind_version(const char *at, const char *end)
{
    if (end - at < 10 || memcmp(at, "WARC/", 5) != 0 || !Py_ISDIGIT(at[5]) || at[6] != '.' ||
        !Py_ISDIGIT(at[7])) {
        return NULL;
    }
    for (at += 8; at < end && Py_ISDIGIT(*at);) {
        at++;
    }
    return end - at >= 2 && at[0] == '\r' && at[1] == '\n' ? at + 2 : NULL;
}

/* The value of a length field, or -1. */
static long long
number(Span text)
{
    long long found = 0;
    if (text.length == 0 || text.length > MOST_DIGITS) {
        return -1;
    }
    for (Py_ssize_t i = 0; i < text.length; i++) {
        if (!Py_ISDIGIT(text.at[i])) {
            return -1;
        }
        found = found * 10 + (text.at[i] - '0');
    }
    return found;
}

/* Appends a pair of name and value; -1 with an error. */
static int
append_pair(PyObject *list, Span name, Span value)
{
    PyObject *pair = PyTuple_New(2);
    if (pair == NULL) {
        return -1;
    }
    PyObject *first = PyUnicode_DecodeASCII(name.at, name.length, NULL);
    PyObject *second = PyUnicode_DecodeUTF8(value.at, value.length, NULL);
    int status = -1;
    if (first != NULL && second != NULL) {
        PyTuple_SET_ITEM(pair, 0, first);
        PyTuple_SET_ITEM(pair, 1, second);
        status = PyList_Append(list, pair);
    } else {
        Py_XDECREF(first);
        Py_XDECREF(second);
    }
    Py_DECREF(pair);
    return status;
}

/* Reads all lines; the place behind the empty one, or NULL, with or without an error. */
static const char *
read_lines(const char *at, const char *end, Span *own, PyObject *others)
{
    while (end - at >= 2 && !(at[0] == '\r' && at[1] == '\n')) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        Span name, value;
        if (line_end == NULL || line_end - at < 2 || line_end[-1] != '\r' ||
            !part(at, line_end - 1, &name, &value)) {
            return NULL;
        }
        /* A first line inside shows that damage joined two headers. */
        for (Py_ssize_t i = 0; i + 5 <= value.length; i++) {
            if (value.at[i] == 'W' && memcmp(value.at + i, "WARC/", 5) == 0) {
                return NULL;
            }
        }
        const int known = own_of(name);
        if (known == OWN_COUNT) {
            if (append_pair(others, name, value) < 0) {
                return NULL;
            }
        } else if (!is_ascii(value)) {
            return NULL;
        } else if (own[known].at == NULL) {
            own[known] = value;
        }
        at = line_end + 1;
    }
    return end - at >= 2 ? at + 2 : NULL;
}

static PyObject *
decoded(Span text)
{
    return PyUnicode_DecodeASCII(text.at ? text.at : "", text.at ? text.length : 0, NULL);
}

/* A record's type, written in lower case. */
static PyObject *
kind_of(Span text)
{
    char lower[64];
    if (text.length > (Py_ssize_t)sizeof lower || !is_visible(text)) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < text.length; i++) {
        lower[i] = (char)Py_TOLOWER(text.at[i]);
    }
    return PyUnicode_DecodeASCII(lower, text.length, NULL);
}

static PyObject *
not_sure(PyObject *others)
{
    Py_XDECREF(others);
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) {
        return NULL;
    }
    PyErr_Clear();
    Py_RETURN_NONE;
}

/* warc_header(data, start): type, length, size, address, date, id, media type, other fields. */
PyObject *
pagemill_warc_header(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyBytes_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "bytes and a place in them are wanted");
        return NULL;
    }
    const Py_ssize_t start = PyLong_AsSsize_t(args[1]);
    if (start == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Py_ssize_t length = PyBytes_GET_SIZE(args[0]);
    if (start < 0 || start > length) {
        Py_RETURN_NONE;
    }
    length = Py_MIN(length - start, LONGEST_HEADER);
    const char *begin = PyBytes_AS_STRING(args[0]) + start, *end = begin + length;
    const char *at = behind_version(begin, end);
    if (at == NULL) {
        Py_RETURN_NONE;
    }
    Span own[OWN_COUNT] = {0};
    PyObject *others = PyList_New(0);
    at = others == NULL ? NULL : read_lines(at, end, own, others);
    const long long stated = at != NULL && own[LENGTH].at ? number(own[LENGTH]) : -1;
    PyObject *kind = stated >= 0 && own[TYPE].at ? kind_of(own[TYPE]) : NULL;
    if (kind == NULL) {
        return not_sure(others);
    }
    PyObject *found = Py_BuildValue(
        "NLnNNNNN", kind, stated, (Py_ssize_t)(at - begin), decoded(own[URL]), decoded(own[DATE]),
        decoded(own[RECORD_ID]), decoded(own[CONTENT_TYPE]), PyList_AsTuple(others));
    if (found == NULL) {
        return not_sure(others);
    }
    Py_DECREF(others);
    return found;
}
