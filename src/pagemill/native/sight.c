/* What a crawler sees of a page: its text and words, and the addresses that its links lead to. */

#include "address.h"

#define MOST_LEFT_OUT 16
#define FIRST_SLOTS 1024 /* a power of two */

/* A set of spans, each with the place at which it was first met. */
typedef struct {
    Span *items;
    int *slots; /* number + 1 */
    int count, room, slot_count;
} Spans;

static void
spans_free(Spans *spans)
{
    PyMem_Free(spans->items);
    PyMem_Free(spans->slots);
}

static int
spans_grow(Spans *spans)
{
    const int wanted = spans->slot_count ? 4 * spans->slot_count : FIRST_SLOTS;
    int *slots = PyMem_Calloc((size_t)wanted, sizeof *slots);
    if (slots == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (int i = 0; i < spans->count; i++) {
        unsigned slot = page_hash(spans->items[i].at, spans->items[i].length);
        while (slots[slot & (unsigned)(wanted - 1)]) {
            slot++;
        }
        slots[slot & (unsigned)(wanted - 1)] = i + 1;
    }
    PyMem_Free(spans->slots);
    spans->slots = slots;
    spans->slot_count = wanted;
    return 1;
}

/* Puts a span in: 1 where it is new, 0 where it is known, -1 and an error. */
static int
spans_add(Spans *spans, Span span)
{
    if (2 * spans->count >= spans->slot_count && !spans_grow(spans)) {
        return -1;
    }
    const unsigned mask = (unsigned)(spans->slot_count - 1);
    unsigned slot = page_hash(span.at, span.length) & mask;
    for (; spans->slots[slot]; slot = (slot + 1) & mask) {
        const Span *known = &spans->items[spans->slots[slot] - 1];
        if (known->length == span.length &&
            memcmp(known->at, span.at, (size_t)span.length) == 0) {
            return 0;
        }
    }
    if (!page_grown(&spans->items, spans->count, &spans->room, sizeof *spans->items)) {
        return -1;
    }
    spans->items[spans->count++] = span;
    spans->slots[slot] = spans->count;
    return 1;
}

/* Whether a word may stand for a day or a year: digits alone, one or two, or of a year. */
static int
is_date(Span word)
{
    const char *at = word.at, *end = at + word.length;
    int characters = 0;
    if ((unsigned char)*at < 0x80 && !Py_ISDIGIT(*at)) {
        return 0;
    }
    while (at < end) {
        if (!Py_UNICODE_ISDIGIT(page_character(&at)) || ++characters > 4) {
            return 0;
        }
    }
    return characters < 3 || (characters == 4 && (memcmp(word.at, "19", 2) == 0 ||
                                                  memcmp(word.at, "20", 2) == 0));
}

/* Kinds whose content is not shown; 0 and an error. */
static int
left_out(const Page *page, PyObject *tags, int *kinds)
{
    if (!PyTuple_Check(tags) || PyTuple_GET_SIZE(tags) > MOST_LEFT_OUT) {
        PyErr_SetString(PyExc_TypeError, "a tuple of few tags is wanted");
        return 0;
    }
    for (Py_ssize_t i = 0; i < MOST_LEFT_OUT; i++) {
        kinds[i] = -1;
        if (i < PyTuple_GET_SIZE(tags)) {
            Py_ssize_t length;
            const char *at = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(tags, i), &length);
            if (at == NULL) {
                return 0;
            }
            kinds[i] = page_known(&page->kinds, at, length);
        }
    }
    return 1;
}

static int
is_left_out(const int *kinds, int kind)
{
    for (int i = 0; i < MOST_LEFT_OUT; i++) {
        if (kinds[i] == kind) {
            return 1;
        }
    }
    return 0;
}

/* Copies the words of a text, one blank before each but the first of all. */
static int
add_words(const PageNode *node, const char *begin, char **to, Spans *words)
{
    const char *at = node->text, *end = at + node->length;
    while (at < end) {
        const char *from = at;
        if (page_is_space(page_character(&at))) {
            continue;
        }
        const char *stop = at;
        while (at < end && !page_is_space(page_character(&at))) {
            stop = at;
        }
        if (*to > begin) {
            *(*to)++ = ' ';
        }
        const Span word = {*to, stop - from};
        memcpy(*to, from, (size_t)word.length);
        *to += word.length;
        if (!is_date(word) && spans_add(words, word) < 0) {
            return 0;
        }
    }
    return 1;
}

static PyObject *
set_of(const Spans *words)
{
    PyObject *found = PyFrozenSet_New(NULL);
    for (int i = 0; found != NULL && i < words->count; i++) {
        PyObject *word = PyUnicode_DecodeUTF8(words->items[i].at, words->items[i].length, NULL);
        if (word == NULL || PySet_Add(found, word) < 0) {
            Py_CLEAR(found);
        }
        Py_XDECREF(word);
    }
    return found;
}

PyObject *
pagemill_shown(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    int kinds[MOST_LEFT_OUT];
    Page *page = count == 2 ? page_check(args[0]) : NULL;
    if (page == NULL) {
        if (count != 2) {
            PyErr_SetString(PyExc_TypeError, "shown(page, left_out)");
        }
        return NULL;
    }
    if (!left_out(page, args[1], kinds)) {
        return NULL;
    }
    Py_ssize_t room = 1;
    int body = 0;
    for (int node = 0; node < page->count; node++) {
        room += page->nodes[node].length + 1;
        if (body == 0 && page->nodes[node].kind == TAG_BODY) {
            body = node;
        }
    }
    char *text = PyMem_Malloc((size_t)room), *to = text;
    if (text == NULL) {
        return PyErr_NoMemory();
    }
    Spans words = {0};
    PyObject *found = NULL;
    int node = 0;
    while (node < page->count) {
        if (is_left_out(kinds, page->nodes[node].kind)) {
            node = page->nodes[node].end;
            continue;
        }
        if (node >= body && page->nodes[node].length &&
            !add_words(&page->nodes[node], text, &to, &words)) {
            break;
        }
        node++;
    }
    if (node >= page->count) {
        PyObject *set = set_of(&words);
        found = set ? Py_BuildValue("(s#N)", text, to - text, set) : NULL;
    }
    PyMem_Free(text);
    spans_free(&words);
    return found;
}

/* Whether a link says that it is not to be followed. */
static int
is_unfollowed(const Page *page, int node)
{
    Span rel;
    if (!page_attribute(page, node, NAME_REL, &rel)) {
        return 0;
    }
    const char *at = rel.at, *end = rel.at + rel.length;
    while (at < end) {
        const char *from = at;
        if (page_is_space(page_character(&at))) {
            continue;
        }
        const char *stop = at;
        while (at < end && !page_is_space(page_character(&at))) {
            stop = at;
        }
        if (stop - from == 8 && PyOS_strnicmp(from, "nofollow", 8) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Appends the address of a reference, or nothing where it has none; 0 and an error. */
static int
append_address(PyObject *list, const Address *base, Span href, PyObject *resolve)
{
    char joined[2 * LONGEST_ADDRESS];
    const Py_ssize_t length = base ? address_joined(base, href, joined) : 0;
    PyObject *address;
    if (length) {
        address = PyUnicode_FromStringAndSize(joined, length);
    }
    else {
        PyObject *reference = PyUnicode_DecodeUTF8(href.at, href.length, NULL);
        address = reference ? PyObject_CallOneArg(resolve, reference) : NULL;
        Py_XDECREF(reference);
    }
    const int status = address == NULL    ? -1
                       : address == Py_None ? 0
                                            : PyList_Append(list, address);
    Py_XDECREF(address);
    return status == 0;
}

PyObject *
pagemill_outgoing(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Page *page = count == 3 ? page_check(args[0]) : NULL;
    if (page == NULL) {
        if (count != 3) {
            PyErr_SetString(PyExc_TypeError, "outgoing(page, base, resolve)");
        }
        return NULL;
    }
    Span text;
    Address address, *base = NULL;
    text.at = PyUnicode_AsUTF8AndSize(args[1], &text.length);
    if (text.at == NULL) {
        return NULL;
    }
    if (address_plain(text, &address)) {
        base = &address;
    }
    static const int KINDS[] = {TAG_A, TAG_AREA};
    Spans met = {0};
    PyObject *found = PyList_New(0);
    for (int kind = 0; kind < 2; kind++) {
        for (int node = 0; found != NULL && node < page->count; node++) {
            Span href;
            if (page->nodes[node].kind != KINDS[kind] ||
                !page_attribute(page, node, NAME_HREF, &href) || href.length == 0 ||
                href.at[0] == '#' || is_unfollowed(page, node)) {
                continue;
            }
            const int is_new = spans_add(&met, href);
            if (is_new < 0 || (is_new && !append_address(found, base, href, args[2]))) {
                Py_CLEAR(found);
            }
        }
    }
    spans_free(&met);
    return found;
}
