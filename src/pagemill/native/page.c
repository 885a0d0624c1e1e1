/* The type Page: the tag tree of a page as flat arrays, and what Python sees of it.
 *
 * Lists and strings are made when they are asked for, and kept: a page has thousands of nodes
 * of which few are ever looked at one by one.
 */

#include "pagemill.h"

#define CHUNK 16384

struct PageChunk {
    struct PageChunk *older;
};

static PyObject *nothing; /* attributes of a node that has none */

static const struct {
    const char *name;
    Py_ssize_t length;
} TAGS[] = {
#define AS_SPAN(number, spelling, traits) {spelling, sizeof spelling - 1},
    PAGEMILL_TAGS(AS_SPAN)
#undef AS_SPAN
}, NAMES[] = {
#define AS_SPAN(number, spelling) {spelling, sizeof spelling - 1},
    PAGEMILL_NAMES(AS_SPAN)
#undef AS_SPAN
};

int
page_grown(void *items, int count, int *room, size_t size)
{
    if (count < *room) {
        return 1;
    }
    const int more = *room ? *room * 2 : 256;
    void *old;
    memcpy(&old, items, sizeof old);
    void *moved = more > 0 ? PyMem_Realloc(old, (size_t)more * size) : NULL;
    if (moved == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    memcpy(items, &moved, sizeof moved);
    *room = more;
    return 1;
}

char *
page_room(Page *page, Py_ssize_t size)
{
    size += size == 0; /* a place even for nothing */
    if (page->free_to - page->free_from < size) {
        const size_t more = size > CHUNK / 4 ? (size_t)size : CHUNK;
        struct PageChunk *chunk = PyMem_Malloc(sizeof(struct PageChunk) + more);
        if (chunk == NULL) {
            PyErr_NoMemory();
            return NULL;
        }
        chunk->older = page->chunks;
        page->chunks = chunk;
        if (more != CHUNK) {
            return (char *)(chunk + 1);
        }
        page->free_from = (char *)(chunk + 1);
        page->free_to = page->free_from + more;
    }
    char *room = page->free_from;
    page->free_from += size;
    return room;
}

/* Whether bytes are valid UTF-8: no overlong forms, no surrogates, nothing beyond 10FFFF. */
static int
is_valid(const char *text, Py_ssize_t length)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        while (end - at >= 8) {
            uint64_t eight;
            memcpy(&eight, at, 8);
            if (eight & 0x8080808080808080u) {
                break;
            }
            at += 8;
        }
        if (at == end) {
            break;
        }
        const unsigned char c = *at++;
        if (c < 0x80) {
            continue;
        }
        const int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
        if (c < 0xC2 || c > 0xF4 || end - at < more) {
            return 0;
        }
        const unsigned char least = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
        const unsigned char most = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
        if (at[0] < least || at[0] > most || (more > 1 && (at[1] & 0xC0) != 0x80) ||
            (more > 2 && (at[2] & 0xC0) != 0x80)) {
            return 0;
        }
        at += more;
    }
    return 1;
}

int
page_source(PyObject *object, Span *source)
{
    *source = (Span){NULL, 0};
    if (PyBytes_Check(object)) {
        if (is_valid(PyBytes_AS_STRING(object), PyBytes_GET_SIZE(object))) {
            *source = (Span){PyBytes_AS_STRING(object), PyBytes_GET_SIZE(object)};
        }
        return 1;
    }
    if (!PyUnicode_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "str or bytes are wanted");
        return 0;
    }
    source->at = PyUnicode_AsUTF8AndSize(object, &source->length);
    if (source->at == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
            return 0;
        }
        PyErr_Clear();
    }
    return 1;
}

/* --- names --- */

static int *
slot_of(const PageNames *names, const char *at, Py_ssize_t length, unsigned hash)
{
    const unsigned mask = (unsigned)names->slot_count - 1;
    for (unsigned place = hash & mask;; place = (place + 1) & mask) {
        const int number = names->slots[place] - 1;
        if (number < 0 ||
            (names->items[number].hash == hash && names->items[number].text.length == length &&
             memcmp(names->items[number].text.at, at, (size_t)length) == 0)) {
            return &names->slots[place];
        }
    }
}

static int
more_slots(PageNames *names)
{
    const int more = names->slot_count ? names->slot_count * 2 : 512;
    int *slots = more > 0 ? PyMem_Calloc((size_t)more, sizeof(int)) : NULL;
    if (slots == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    PyMem_Free(names->slots);
    names->slots = slots;
    names->slot_count = more;
    for (int i = 0; i < names->count; i++) {
        unsigned place = names->items[i].hash & (unsigned)(more - 1);
        while (slots[place]) {
            place = (place + 1) & (unsigned)(more - 1);
        }
        slots[place] = i + 1;
    }
    return 1;
}

int
page_number(PageNames *names, const char *at, Py_ssize_t length, unsigned hash)
{
    if (names->count * 2 >= names->slot_count && !more_slots(names)) {
        return -1;
    }
    int *slot = slot_of(names, at, length, hash);
    if (*slot) {
        return *slot - 1;
    }
    if (!page_grown(&names->items, names->count, &names->room, sizeof(PageName))) {
        return -1;
    }
    names->items[names->count] = (PageName){.text = {at, length}, .hash = hash};
    *slot = ++names->count;
    return *slot - 1;
}

int
page_known(const PageNames *names, const char *at, Py_ssize_t length)
{
    return names->slot_count == 0 ? -1 : *slot_of(names, at, length, page_hash(at, length)) - 1;
}

static PyObject *
name_object(PageName *name)
{
    if (name->object == NULL) {
        name->object = PyUnicode_DecodeUTF8(name->text.at, name->text.length, NULL);
        if (name->object != NULL) {
            PyUnicode_InternInPlace(&name->object);
        }
    }
    return Py_XNewRef(name->object);
}

static void
names_free(PageNames *names)
{
    for (int i = 0; i < names->count; i++) {
        Py_XDECREF(names->items[i].object);
        Py_XDECREF(names->items[i].nodes);
    }
    PyMem_Free(names->items);
    PyMem_Free(names->slots);
}

/* --- the page as C sees it --- */

Page *
page_check(PyObject *object)
{
    if (!Py_IS_TYPE(object, &PageType)) {
        PyErr_SetString(PyExc_TypeError, "a Page is wanted");
        return NULL;
    }
    return (Page *)object;
}

Page *
page_bare(void)
{
    return (Page *)PageType.tp_alloc(&PageType, 0);
}

Page *
page_new(void)
{
    Page *page = page_bare();
    int is_fine = page != NULL;
    for (int i = 0; is_fine && i < KNOWN_TAGS; i++) {
        const unsigned hash = page_hash(TAGS[i].name, TAGS[i].length);
        is_fine = page_number(&page->kinds, TAGS[i].name, TAGS[i].length, hash) >= 0;
    }
    for (int i = 0; is_fine && i < KNOWN_NAMES; i++) {
        const unsigned hash = page_hash(NAMES[i].name, NAMES[i].length);
        is_fine = page_number(&page->names, NAMES[i].name, NAMES[i].length, hash) >= 0;
    }
    if (!is_fine) {
        Py_CLEAR(page);
    }
    return page;
}

static void
page_dealloc(Page *page)
{
    for (int i = 0; page->text_objects != NULL && i < page->count; i++) {
        Py_XDECREF(page->text_objects[i]);
    }
    for (int i = 0; page->mappings != NULL && i < page->count; i++) {
        Py_XDECREF(page->mappings[i]);
    }
    names_free(&page->kinds);
    names_free(&page->names);
    Py_XDECREF(page->source);
    Py_XDECREF(page->tags);
    Py_XDECREF(page->parents);
    Py_XDECREF(page->ends);
    PyMem_Free(page->text_objects);
    PyMem_Free(page->mappings);
    PyMem_Free(page->kind_ends); /* and by_kind, which is one piece with it */
    PyMem_Free(page->nodes);
    PyMem_Free(page->attributes);
    PyMem_Free(page->blocks.items);
    PyMem_Free(page->blocks.shown);
    PyMem_Free(page->blocks.tables);
    while (page->chunks != NULL) {
        struct PageChunk *older = page->chunks->older;
        PyMem_Free(page->chunks);
        page->chunks = older;
    }
    Py_TYPE(page)->tp_free((PyObject *)page);
}

int
page_attribute(const Page *page, int node, int name, Span *value)
{
    const PageNode *own = &page->nodes[node];
    for (int i = 0; i < own->attributes; i++) {
        const PageAttribute *attribute = &page->attributes[own->first_attribute + i];
        if (attribute->name == name) {
            *value = (Span){attribute->value, attribute->length};
            return 1;
        }
    }
    return 0;
}

PyObject *
page_text(Page *page, int node)
{
    const PageNode *own = &page->nodes[node];
    if (own->length == 0) {
        return PyUnicode_New(0, 0);
    }
    if (page->text_objects == NULL) {
        page->text_objects = PyMem_Calloc((size_t)page->count, sizeof(PyObject *));
        if (page->text_objects == NULL) {
            return PyErr_NoMemory();
        }
    }
    if (page->text_objects[node] == NULL) {
        page->text_objects[node] = PyUnicode_DecodeUTF8(own->text, own->length, NULL);
    }
    return Py_XNewRef(page->text_objects[node]);
}

static PyObject *
page_mapping(Page *page, int node)
{
    const PageNode *own = &page->nodes[node];
    if (own->attributes == 0) {
        return Py_NewRef(nothing);
    }
    if (page->mappings == NULL) {
        page->mappings = PyMem_Calloc((size_t)page->count, sizeof(PyObject *));
        if (page->mappings == NULL) {
            return PyErr_NoMemory();
        }
    }
    if (page->mappings[node] != NULL) {
        return Py_NewRef(page->mappings[node]);
    }
    PyObject *found = PyDict_New();
    for (int i = 0; found != NULL && i < own->attributes; i++) {
        const PageAttribute *attribute = &page->attributes[own->first_attribute + i];
        PyObject *name = name_object(&page->names.items[attribute->name]);
        PyObject *value = PyUnicode_DecodeUTF8(attribute->value, attribute->length, NULL);
        if (name == NULL || value == NULL || PyDict_SetItem(found, name, value) < 0) {
            Py_CLEAR(found);
        }
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    page->mappings[node] = found;
    return Py_XNewRef(found);
}

/* --- a page made of columns, as the tree that was walked in Python has them --- */

static int
is_span(Page *page, PyObject *text, Span *span)
{
    Py_ssize_t length;
    const char *at = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    char *kept = at && length <= INT_MAX ? page_room(page, length) : NULL;
    if (kept == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "not the columns of a tree");
        }
        return 0;
    }
    memcpy(kept, at, (size_t)length);
    *span = (Span){kept, length};
    return 1;
}

static int
numbered(Page *page, PageNames *names, PyObject *text)
{
    Span span;
    if (!is_span(page, text, &span)) {
        return -1;
    }
    return page_number(names, span.at, span.length, page_hash(span.at, span.length));
}

static int
add_attributes(Page *page, PageNode *node, PyObject *mapping)
{
    PyObject *items = PyMapping_Items(mapping);
    if (items == NULL) {
        return 0;
    }
    int is_fine = 1;
    node->first_attribute = page->attribute_count;
    for (Py_ssize_t i = 0; is_fine && i < PyList_GET_SIZE(items); i++) {
        PyObject *item = PyList_GET_ITEM(items, i);
        Span value;
        const int name = numbered(page, &page->names, PyTuple_GET_ITEM(item, 0));
        is_fine = name >= 0 && is_span(page, PyTuple_GET_ITEM(item, 1), &value) &&
                  page_grown(&page->attributes, page->attribute_count, &page->attribute_room,
                             sizeof(PageAttribute));
        if (is_fine) {
            page->attributes[page->attribute_count++] =
                (PageAttribute){name, (int)value.length, value.at};
            node->attributes++;
        }
    }
    Py_DECREF(items);
    return is_fine;
}

static int
number_in(PyObject *list, Py_ssize_t at, Py_ssize_t least, Py_ssize_t most, int *number)
{
    const Py_ssize_t value = PyLong_AsSsize_t(PyList_GET_ITEM(list, at));
    if (value < least || value > most) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "not the columns of a tree");
        }
        return 0;
    }
    *number = (int)value;
    return 1;
}

static int
add_node(Page *page, PyObject *const *columns, Py_ssize_t at, Py_ssize_t count)
{
    PageNode *node = &page->nodes[at];
    Span text;
    memset(node, 0, sizeof *node);
    node->kind = numbered(page, &page->kinds, PyList_GET_ITEM(columns[0], at));
    if (node->kind < 0 || !number_in(columns[1], at, -1, at - 1, &node->parent) ||
        !number_in(columns[2], at, at + 1, count, &node->end) ||
        !is_span(page, PyList_GET_ITEM(columns[3], at), &text)) {
        return 0;
    }
    if ((at > 0 && node->parent < 0) ||
        (node->parent >= 0 && node->end > page->nodes[node->parent].end)) {
        PyErr_SetString(PyExc_ValueError, "not the columns of a tree");
        return 0;
    }
    if (node->kind == TAG_TEXT) {
        node->text = text.at;
        node->length = (int)text.length;
    }
    return add_attributes(page, node, PyList_GET_ITEM(columns[4], at));
}

PyObject *
pagemill_page(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    int is_fine = count == 5;
    for (Py_ssize_t i = 0; is_fine && i < count; i++) {
        is_fine = PyList_Check(args[i]) &&
                  PyList_GET_SIZE(args[i]) == PyList_GET_SIZE(args[0]);
    }
    if (!is_fine || PyList_GET_SIZE(args[0]) > INT_MAX / 2) {
        PyErr_SetString(PyExc_TypeError, "page(tags, parents, ends, texts, attributes: list)");
        return NULL;
    }
    const Py_ssize_t size = PyList_GET_SIZE(args[0]);
    Page *page = page_new();
    if (page == NULL) {
        return NULL;
    }
    page->nodes = PyMem_Malloc((size_t)(size + 1) * sizeof(PageNode));
    is_fine = page->nodes != NULL;
    if (!is_fine) {
        PyErr_NoMemory();
    }
    for (Py_ssize_t i = 0; is_fine && i < size; i++) {
        is_fine = add_node(page, args, i, size);
    }
    page->count = page->node_room = (int)size;
    if (!is_fine) {
        page->count = 0;
        Py_CLEAR(page);
    }
    return (PyObject *)page;
}

/* --- the page as Python sees it --- */

static PyObject *
numbers(const Page *page, int is_end)
{
    PyObject *list = PyList_New(page->count);
    for (int i = 0; list != NULL && i < page->count; i++) {
        PyObject *number =
            PyLong_FromLong(is_end ? page->nodes[i].end : page->nodes[i].parent);
        if (number == NULL) {
            Py_CLEAR(list);
        }
        else {
            PyList_SET_ITEM(list, i, number);
        }
    }
    return list;
}

static PyObject *
get_tags(Page *page, void *Py_UNUSED(closure))
{
    if (page->tags == NULL) {
        PyObject *list = PyList_New(page->count);
        for (int i = 0; list != NULL && i < page->count; i++) {
            PyObject *name = name_object(&page->kinds.items[page->nodes[i].kind]);
            if (name == NULL) {
                Py_CLEAR(list);
            }
            else {
                PyList_SET_ITEM(list, i, name);
            }
        }
        page->tags = list;
    }
    return Py_XNewRef(page->tags);
}

static PyObject *
get_parents(Page *page, void *Py_UNUSED(closure))
{
    if (page->parents == NULL) {
        page->parents = numbers(page, 0);
    }
    return Py_XNewRef(page->parents);
}

static PyObject *
get_ends(Page *page, void *Py_UNUSED(closure))
{
    if (page->ends == NULL) {
        page->ends = numbers(page, 1);
    }
    return Py_XNewRef(page->ends);
}

typedef struct {
    PyObject_HEAD
    Page *page;
    PyObject *(*item)(Page *page, int node);
} Column;

static PyObject *
column_of(Page *page, PyObject *(*item)(Page *page, int node))
{
    Column *column = PyObject_New(Column, &ColumnType);
    if (column != NULL) {
        column->page = (Page *)Py_NewRef(page);
        column->item = item;
    }
    return (PyObject *)column;
}

static PyObject *
get_texts(Page *page, void *Py_UNUSED(closure))
{
    return column_of(page, page_text);
}

static PyObject *
get_attributes(Page *page, void *Py_UNUSED(closure))
{
    return column_of(page, page_mapping);
}

static void
column_dealloc(Column *column)
{
    Py_DECREF(column->page);
    PyObject_Free(column);
}

static Py_ssize_t
column_length(Column *column)
{
    return column->page->count;
}

static PyObject *
column_item(Column *column, Py_ssize_t at)
{
    if (at < 0 || at >= column->page->count) {
        PyErr_SetString(PyExc_IndexError, "no such node");
        return NULL;
    }
    return column->item(column->page, (int)at);
}

static PyObject *
column_subscript(Column *column, PyObject *index)
{
    if (PyIndex_Check(index)) {
        const Py_ssize_t at = PyNumber_AsSsize_t(index, PyExc_IndexError);
        if (at == -1 && PyErr_Occurred()) {
            return NULL;
        }
        return column_item(column, at < 0 ? at + column->page->count : at);
    }
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(index, &start, &stop, &step) < 0) {
        return NULL;
    }
    const Py_ssize_t size = PySlice_AdjustIndices(column->page->count, &start, &stop, step);
    PyObject *list = PyList_New(size);
    for (Py_ssize_t i = 0; list != NULL && i < size; i++) {
        PyObject *item = column->item(column->page, (int)(start + i * step));
        if (item == NULL) {
            Py_CLEAR(list);
        }
        else {
            PyList_SET_ITEM(list, i, item);
        }
    }
    return list;
}

static PySequenceMethods COLUMN_SEQUENCE = {
    .sq_length = (lenfunc)column_length,
    .sq_item = (ssizeargfunc)column_item,
};

static PyMappingMethods COLUMN_MAPPING = {
    .mp_length = (lenfunc)column_length,
    .mp_subscript = (binaryfunc)column_subscript,
};

PyTypeObject ColumnType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pagemill.native.loops.Column",
    .tp_doc = "One value a node, made when it is asked for.",
    .tp_basicsize = sizeof(Column),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)column_dealloc,
    .tp_as_sequence = &COLUMN_SEQUENCE,
    .tp_as_mapping = &COLUMN_MAPPING,
};

static Py_ssize_t
page_length(Page *page)
{
    return page->count;
}

/* Sorts the nodes by kind, once; 0 and a MemoryError. */
static int
sort_by_kind(Page *page)
{
    const int kinds = page->kinds.count;
    int *first = PyMem_Calloc((size_t)kinds + 1 + (size_t)page->count, sizeof(int));
    if (first == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (int i = 0; i < page->count; i++) {
        first[page->nodes[i].kind + 1]++;
    }
    for (int kind = 0; kind < kinds; kind++) {
        first[kind + 1] += first[kind];
    }
    int *sorted = first + kinds + 1;
    for (int i = 0; i < page->count; i++) {
        sorted[first[page->nodes[i].kind]++] = i;
    }
    page->kind_ends = first; /* each place has moved on to where its kind ends */
    page->by_kind = sorted;
    return 1;
}

static PyObject *
page_nodes(Page *page, PyObject *tag)
{
    Py_ssize_t length;
    const char *at = PyUnicode_AsUTF8AndSize(tag, &length);
    if (at == NULL) {
        return NULL;
    }
    const int kind = page_known(&page->kinds, at, length);
    if (kind < 0) {
        return PyList_New(0);
    }
    PageName *name = &page->kinds.items[kind];
    if (name->nodes == NULL) {
        if (page->by_kind == NULL && !sort_by_kind(page)) {
            return NULL;
        }
        const int first = kind ? page->kind_ends[kind - 1] : 0;
        const int count = page->kind_ends[kind] - first;
        PyObject *list = PyList_New(count);
        for (int i = 0; list != NULL && i < count; i++) {
            PyObject *number = PyLong_FromLong(page->by_kind[first + i]);
            if (number == NULL) {
                Py_CLEAR(list);
                break;
            }
            PyList_SET_ITEM(list, i, number);
        }
        name->nodes = list;
    }
    return Py_XNewRef(name->nodes);
}

/* The number of a node given as an argument; -1 and an error. */
static int
node_of(const Page *page, PyObject *number)
{
    const Py_ssize_t node = PyLong_AsSsize_t(number);
    if (node < 0 || node >= page->count) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_IndexError, "no such node");
        }
        return -1;
    }
    return (int)node;
}

static PyObject *
page_value(Page *page, PyObject *const *args, Py_ssize_t count)
{
    Py_ssize_t length;
    const int node = count == 2 ? node_of(page, args[0]) : -1;
    const char *at = node < 0 ? NULL : PyUnicode_AsUTF8AndSize(args[1], &length);
    if (at == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "attribute(node, name)");
        }
        return NULL;
    }
    Span value;
    const int name = page->nodes[node].attributes ? page_known(&page->names, at, length) : -1;
    if (name < 0 || !page_attribute(page, node, name, &value)) {
        return PyUnicode_New(0, 0);
    }
    return PyUnicode_DecodeUTF8(value.at, value.length, NULL);
}

/* All characters of a subtree, runs of white space as one blank. */
static PyObject *
page_subtree_text(Page *page, PyObject *number)
{
    const int node = node_of(page, number);
    if (node < 0) {
        return NULL;
    }
    const int end = page->nodes[node].end;
    Py_ssize_t length = 0;
    for (int i = node; i < end; i++) {
        length += page->nodes[i].length;
    }
    if (length == 0) {
        return PyUnicode_New(0, 0);
    }
    char *whole = PyMem_Malloc((size_t)length + 1), *to = whole;
    if (whole == NULL) {
        return PyErr_NoMemory();
    }
    int is_apart = 0;
    for (int i = node; i < end; i++) {
        const char *at = page->nodes[i].text;
        const char *stop = at == NULL ? NULL : at + page->nodes[i].length;
        while (at < stop) {
            const char *from = at;
            if (page_is_space(page_character(&at))) {
                is_apart = to > whole;
                continue;
            }
            if (is_apart) {
                *to++ = ' ';
                is_apart = 0;
            }
            while (from < at) {
                *to++ = *from++;
            }
        }
    }
    PyObject *text = PyUnicode_DecodeUTF8(whole, to - whole, NULL);
    PyMem_Free(whole);
    return text;
}

static PyGetSetDef PAGE_VALUES[] = {
    {"tags", (getter)get_tags, NULL, "Tag of each node.", NULL},
    {"parents", (getter)get_parents, NULL, "Parent of each node.", NULL},
    {"ends", (getter)get_ends, NULL, "First node after the subtree of each node.", NULL},
    {"texts", (getter)get_texts, NULL, "Characters of each node.", NULL},
    {"attributes", (getter)get_attributes, NULL, "Attributes of each node.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef PAGE_METHODS[] = {
    {"nodes", (PyCFunction)page_nodes, METH_O,
     "nodes(tag)\n--\n\nNumbers of the nodes with a tag, ascending."},
    {"attribute", (PyCFunction)(void (*)(void))page_value, METH_FASTCALL,
     "attribute(node, name)\n--\n\nValue of an attribute, empty where there is none."},
    {"having", (PyCFunction)page_having, METH_O,
     "having(name)\n--\n\nElements with an attribute."},
    {"named", (PyCFunction)(void (*)(void))page_named, METH_FASTCALL,
     "named(attributes, words)\n--\n\nElements with one of the words in one of these."},
    {"saying", (PyCFunction)(void (*)(void))page_saying, METH_FASTCALL,
     "saying(low, high, words)\n--\n\nText nodes of a range with one of the words in them."},
    {"links", (PyCFunction)page_links, METH_O,
     "links(marks)\n--\n\nLinks that touch a block whose mark is 1, places on the page aside."},
    {"data_tables", (PyCFunction)page_data_tables, METH_NOARGS,
     "data_tables()\n--\n\nTables of data of a page that was cut, ascending."},
    {"chosen", (PyCFunction)(void (*)(void))page_chosen, METH_FASTCALL,
     "chosen(chances, dropped, certain, states, without_announcing)\n--\n\n"
     "Numbers of the blocks that are kept."},
    {"makeup", (PyCFunction)page_makeup, METH_O,
     "makeup(tags)\n--\n\nHow many elements there are with each of some tags."},
    {"aims", (PyCFunction)(void (*)(void))page_aims, METH_FASTCALL,
     "aims(inside, site)\n--\n\n"
     "Links, shares of those that begin with one of some words, and that leave a site."},
    {"signs", (PyCFunction)(void (*)(void))page_signs, METH_FASTCALL,
     "signs(marks, edge, words, money)\n--\n\nShares of signs and words in the inner text."},
    {"tallied", (PyCFunction)(void (*)(void))page_tallied, METH_FASTCALL,
     "tallied(marks, edge)\n--\n\nWords of hubs and of topics in the middle, and teasers."},
    {"statements", (PyCFunction)(void (*)(void))page_statements, METH_FASTCALL,
     "statements(known, ask, data)\n--\n\nNames and contents that meta elements state."},
    {"hubs", (PyCFunction)(void (*)(void))page_hubs, METH_FASTCALL,
     "hubs(marks, edge, inside)\n--\n\nBlocks of links by the element around them, and texts."},
    {"forms", (PyCFunction)(void (*)(void))page_forms, METH_FASTCALL,
     "forms(kept, written, resolve, images)\n--\n\n"
     "Kept blocks as text, Markdown and HTML; None: not sure."},
    {"text", (PyCFunction)page_subtree_text, METH_O,
     "text(node)\n--\n\nAll characters of a subtree, runs of white space as one blank."},
    {NULL, NULL, 0, NULL},
};

static PySequenceMethods PAGE_SEQUENCE = {.sq_length = (lenfunc)page_length};

PyTypeObject PageType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pagemill.native.loops.Page",
    .tp_doc = "The tag tree of a page as flat arrays.",
    .tp_basicsize = sizeof(Page),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)page_dealloc,
    .tp_as_sequence = &PAGE_SEQUENCE,
    .tp_methods = PAGE_METHODS,
    .tp_getset = PAGE_VALUES,
};

int
page_ready(void)
{
    PyObject *empty = PyDict_New();
    if (nothing == NULL && empty != NULL) {
        nothing = PyDictProxy_New(empty);
    }
    Py_XDECREF(empty);
    return nothing != NULL && PyType_Ready(&PageType) == 0 && PyType_Ready(&ColumnType) == 0;
}
