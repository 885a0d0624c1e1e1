/* What a page is made of, in numbers: loops of pagemill.view.kind.traits and page_type. */

#include "pagemill.h"

enum { READ = 4000, READ_BLOCKS = 150, LINKS = 40, MOST_WORDS = 16 };
enum { EDGE_PERCENT = 15, TEASER_WORDS = 80, FEWEST_TITLE_WORDS = 3 };

static int
append_number(PyObject *list, long long value)
{
    PyObject *number = PyLong_FromLongLong(value);
    const int status = number ? PyList_Append(list, number) : -1;
    Py_XDECREF(number);
    return status == 0;
}

static long long
share(long long part, long long whole)
{
    return part * 1000 / (whole > 1 ? whole : 1);
}

/* Which blocks stand at no edge of the page, by their marks: NULL and an error. */
static char *
inner_blocks(const Page *page, PyObject *marks, PyObject *edge)
{
    const long long outer = PyLong_Check(edge) ? PyLong_AsLongLong(edge) : -1;
    if (outer < 0 || !PyList_Check(marks) || PyList_GET_SIZE(marks) != page->blocks.count) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "a list with the marks of each block is wanted");
        }
        return NULL;
    }
    char *inner = PyMem_Malloc((size_t)page->blocks.count + 1);
    if (inner == NULL) {
        PyErr_NoMemory();
    }
    for (int i = 0; inner != NULL && i < page->blocks.count; i++) {
        const long long mark = PyLong_AsLongLong(PyList_GET_ITEM(marks, i));
        if (mark == -1 && PyErr_Occurred()) {
            PyMem_Free(inner);
            return NULL;
        }
        inner[i] = (mark & outer) == 0;
    }
    return inner;
}

PyObject *
page_makeup(Page *page, PyObject *tags)
{
    if (!PyTuple_Check(tags)) {
        PyErr_SetString(PyExc_TypeError, "a tuple of tags is wanted");
        return NULL;
    }
    int *counts = PyMem_Calloc((size_t)page->kinds.count + 1, sizeof *counts);
    PyObject *found = counts ? PyList_New(0) : PyErr_NoMemory();
    for (int node = 0; counts != NULL && node < page->count; node++) {
        counts[page->nodes[node].kind]++;
    }
    for (Py_ssize_t i = 0; found != NULL && i < PyTuple_GET_SIZE(tags); i++) {
        Py_ssize_t length;
        const char *at = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(tags, i), &length);
        const int kind = at ? page_known(&page->kinds, at, length) : -1;
        if (at == NULL || !append_number(found, kind < 0 ? 0 : counts[kind])) {
            Py_CLEAR(found);
        }
    }
    PyMem_Free(counts);
    return found;
}

static int
begins_with(Span text, Span begin)
{
    return text.length >= begin.length && memcmp(text.at, begin.at, (size_t)begin.length) == 0;
}

/* Spans of a tuple of few str; their number, or -1 and an error. */
static int
read_spans(PyObject *tuple, Span *spans)
{
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) > MOST_WORDS) {
        PyErr_SetString(PyExc_TypeError, "a tuple of few words is wanted");
        return -1;
    }
    const int count = (int)PyTuple_GET_SIZE(tuple);
    for (int i = 0; i < count; i++) {
        spans[i].at = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(tuple, i), &spans[i].length);
        if (spans[i].at == NULL) {
            return -1;
        }
    }
    return count;
}

PyObject *
page_aims(Page *page, PyObject *const *args, Py_ssize_t count)
{
    Span inside[MOST_WORDS], site;
    const int insides = count == 2 ? read_spans(args[0], inside) : -1;
    site.at = insides < 0 ? NULL : PyUnicode_AsUTF8AndSize(args[1], &site.length);
    if (site.at == NULL) {
        if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
            PyErr_Clear(); /* half of a surrogate pair: not sure */
            Py_RETURN_NONE;
        }
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "aims(inside, site)");
        }
        return NULL;
    }
    const Span http = {"http", 4};
    int links = 0, place = 0, counted = 0, below = 0, outside = 0;
    for (int node = 0; node < page->count; node++) {
        links += page->nodes[node].kind == TAG_A;
    }
    const int step = 1 + links / LINKS;
    for (int node = 0; node < page->count; node++) {
        Span href;
        if (page->nodes[node].kind != TAG_A || place++ % step ||
            !page_attribute(page, node, NAME_HREF, &href) || href.length == 0 ||
            href.at[0] == '#') {
            continue;
        }
        counted++;
        int is_below = 0;
        for (int i = 0; i < insides; i++) {
            is_below |= begins_with(href, inside[i]);
        }
        below += is_below;
        outside += !is_below && begins_with(href, http) && !begins_with(href, site);
    }
    return Py_BuildValue("[LLL]", (long long)links, share(below, counted),
                         share(outside, counted));
}

/* The beginning of the text of the inner blocks, a blank between two; its length in bytes. */
static Py_ssize_t
read_inner(const Page *page, const char *inner, char *to, int *blocks)
{
    char *const begin = to;
    int characters = 0;
    *blocks = 0;
    for (int i = 0; i < page->blocks.count; i++) {
        if (!inner[i] || ++*blocks > READ_BLOCKS) {
            continue;
        }
        if (*blocks > 1 && characters < READ) {
            *to++ = ' ';
            characters++;
        }
        const Span text = page->blocks.items[i].text;
        const char *at = text.at, *end = text.at + text.length;
        while (at < end && characters < READ) {
            do {
                *to++ = *at++;
            } while (at < end && ((unsigned char)*at & 0xC0) == 0x80);
            characters++;
        }
    }
    return to - begin;
}

/* How often each word stands in a text, without overlap. */
static void
count_spans(Span text, const Span *words, int count, int *found)
{
    unsigned char may_begin[256] = {0};
    const char *free[MOST_WORDS];
    for (int i = 0; i < count; i++) {
        may_begin[(unsigned char)words[i].at[0]] = 1;
        free[i] = text.at;
        found[i] = 0;
    }
    for (const char *at = text.at, *end = text.at + text.length; at < end; at++) {
        if (!may_begin[(unsigned char)*at]) {
            continue;
        }
        for (int i = 0; i < count; i++) {
            if (at >= free[i] && begins_with((Span){at, end - at}, words[i])) {
                found[i]++;
                free[i] = at + words[i].length;
            }
        }
    }
}

static PyObject *
signs_of(Span text, int blocks, const Span *words, int count, const Span *money, int coins)
{
    int bytes[256] = {0}, of_words[MOST_WORDS], of_money[MOST_WORDS];
    long long size = text.length, plain = 0, digits = 0, capitals = 0;
    for (Py_ssize_t i = 0; i < text.length; i++) {
        bytes[(unsigned char)text.at[i]]++;
    }
    for (int c = 0; c < 128; c++) {
        plain += bytes[c];
        digits += c >= '0' && c <= '9' ? bytes[c] : 0;
        capitals += c >= 'A' && c <= 'Z' ? bytes[c] : 0;
    }
    count_spans(text, words, count, of_words);
    count_spans(text, money, coins, of_money);
    long long paid = bytes['$'];
    for (int i = 0; i < coins; i++) {
        paid += of_money[i];
    }
    const long long blanks = bytes[' '] + bytes['\n'];
    const long long values[] = {
        share(10LL * bytes['?'], size), share(10LL * bytes['!'], size),
        share(10LL * bytes[','], size), share(10LL * bytes[':'], size),
        share(digits, size),            share(capitals, size),
        share(size - plain, size),      paid,
        share(paid, blocks),
    };
    PyObject *found = PyList_New(0);
    for (size_t i = 0; found != NULL && i < sizeof values / sizeof *values; i++) {
        if (!append_number(found, values[i])) {
            Py_CLEAR(found);
        }
    }
    for (int i = 0; found != NULL && i < count; i++) {
        if (!append_number(found, share(10LL * of_words[i], blanks))) {
            Py_CLEAR(found);
        }
    }
    return found;
}

PyObject *
page_signs(Page *page, PyObject *const *args, Py_ssize_t count)
{
    Span words[MOST_WORDS], money[MOST_WORDS];
    if (count != 4) {
        PyErr_SetString(PyExc_TypeError, "signs(marks, edge, words, money)");
        return NULL;
    }
    const int word_count = read_spans(args[2], words);
    const int coins = word_count < 0 ? -1 : read_spans(args[3], money);
    char *inner = coins < 0 ? NULL : inner_blocks(page, args[0], args[1]);
    if (inner == NULL) {
        return NULL;
    }
    char text[4 * READ];
    int blocks;
    const Py_ssize_t length = read_inner(page, inner, text, &blocks);
    PyMem_Free(inner);
    return signs_of((Span){text, length}, blocks, words, word_count, money, coins);
}

/* Words of hubs and of topics, and teasers, in the sections of a page's middle. */
typedef struct {
    int hub, topic, teasers;
    int begins, words, links; /* the section that is open */
} Tally;

static void
end_section(Tally *tally)
{
    const int words = tally->words, links = tally->links;
    if (words) {
        const int is_teaser = tally->begins && words > links && words <= TEASER_WORDS;
        tally->teasers += is_teaser;
        *(is_teaser || 2 * links > words ? &tally->hub : &tally->topic) += words;
    }
}

PyObject *
page_tallied(Page *page, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "tallied(marks, edge)");
        return NULL;
    }
    char *inner = inner_blocks(page, args[0], args[1]);
    if (inner == NULL) {
        return NULL;
    }
    const struct PageBlock *blocks = page->blocks.items;
    Tally tally = {0};
    long long total = 0, seen = 0;
    for (int i = 0; i < page->blocks.count; i++) {
        total += inner[i] ? blocks[i].words : 0;
    }
    const double edge = EDGE_PERCENT / 100.0;
    const double low = edge * (double)total, high = (1 - edge) * (double)total;
    for (int i = 0; i < page->blocks.count && (double)seen < high; i++) {
        const int words = blocks[i].words, links = blocks[i].link_words;
        seen += inner[i] ? words : 0;
        if (!inner[i] || (double)seen <= low) {
            continue;
        }
        if (words >= FEWEST_TITLE_WORDS && links == words) {
            end_section(&tally);
            tally.begins = 1;
            tally.words = words;
            tally.links = links;
        }
        else {
            tally.words += words;
            tally.links += links;
        }
    }
    end_section(&tally);
    PyMem_Free(inner);
    return Py_BuildValue("(iii)", tally.hub, tally.topic, tally.teasers);
}
