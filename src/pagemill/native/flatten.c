/* Reads the serialised tree of a page into the columns of pagemill.html.tree.
 *
 * The parser writes its tree in the regular form of the HTML standard's fragment serialisation:
 * every end tag is there but for void elements, attribute values stand in double quotes, text
 * is escaped but for the elements whose text is raw. One pass over that string costs a fraction
 * of a walk over node objects. Wherever the string could be read in two ways the answer is
 * "not sure" and the caller walks the nodes, so both ways always give the same columns.
 */

#include "pagemill.h"

#include <string.h>

#define MAX_NODES 2000000
#define SHORT_NAME 24 /* longer names are looked up without the cache */
#define SLOTS 512     /* a power of two */

enum { VOID = 1, RAW = 2, PROGRAM = 4, FOREIGN = 8, TEMPLATE = 16, PLAIN = 32, SCRIPT = 64 };
enum { DONE = 1, FAILED = -1, UNSURE = 0 };

static const struct {
    const char *name;
    int traits;
} SPECIAL[] = {
    {"area", VOID},        {"base", VOID},          {"basefont", VOID},    {"bgsound", VOID},
    {"br", VOID},          {"col", VOID},           {"embed", VOID},       {"frame", VOID},
    {"hr", VOID},          {"img", VOID},           {"input", VOID},       {"keygen", VOID},
    {"link", VOID},        {"meta", VOID},          {"param", VOID},       {"source", VOID},
    {"track", VOID},       {"wbr", VOID},           {"style", RAW | PROGRAM},
    {"script", RAW | PROGRAM | SCRIPT},             {"xmp", RAW},          {"iframe", RAW},
    {"noembed", RAW},      {"noframes", RAW},       {"plaintext", PLAIN},
    {"svg", PROGRAM | FOREIGN},                     {"math", FOREIGN},     {"template", TEMPLATE},
};

typedef struct {
    int parent, end, kind;
    PyObject *text;       /* NULL: an element */
    PyObject *attributes; /* NULL: none */
} Node;

typedef struct {
    PyObject *name;   /* lower case */
    PyObject *places; /* made at the end */
    int traits, count;
} Kind;

typedef struct {
    int kind, node; /* node -1: inside something left out */
} Open;

typedef struct {
    char key[SHORT_NAME];
    int length, kind; /* length 0: free */
    PyObject *text;
} Slot;

typedef struct {
    PyObject *source;
    const void *data;
    Py_ssize_t length;
    int width; /* bytes a character: 1, 2 or 4 */

    Node *nodes;
    Kind *kinds;
    Open *open;
    int node_count, node_room, kind_count, kind_room, depth, open_room;
    int hidden;  /* depth of the element whose inside is left out; 0: none */
    int foreign; /* open svg and math elements */
    int doubtful; /* raw text in foreign content was met */

    PyObject *known; /* name -> number of its kind, where the cache does not know it */
    PyObject *type;
    void *scratch;
    Py_ssize_t scratch_room;
    Slot tag_slots[SLOTS], name_slots[SLOTS], text_slots[SLOTS];
} Reader;

#define AT(reader, width, i)                                                                    \
    ((width) == 1   ? (Py_UCS4)((const Py_UCS1 *)(reader)->data)[i]                             \
     : (width) == 2 ? (Py_UCS4)((const Py_UCS2 *)(reader)->data)[i]                             \
                    : ((const Py_UCS4 *)(reader)->data)[i])

/* Makes room for one more item; 0 where there is no memory. */
static int
grown(void **items, int count, int *room, size_t size)
{
    if (count < *room) {
        return 1;
    }
    int more = *room ? *room * 2 : 256;
    void *moved = PyMem_Realloc(*items, (size_t)more * size);
    if (moved == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    *items = moved;
    *room = more;
    return 1;
}

static Py_ALWAYS_INLINE inline int
starts(const Reader *reader, int width, Py_ssize_t at, const char *with)
{
    for (; *with; with++, at++) {
        if (at >= reader->length || AT(reader, width, at) != (unsigned char)*with) {
            return 0;
        }
    }
    return 1;
}

/* Place of the next such character (an ASCII one), or `to` where there is none before it. */
static Py_ALWAYS_INLINE inline Py_ssize_t
next_of(const Reader *reader, int width, Py_ssize_t at, Py_ssize_t to, char character)
{
    const char *data = reader->data;
    while (at < to) {
        const char *found = memchr(data + at * width, character, (size_t)((to - at) * width));
        if (found == NULL) {
            return to;
        }
        at = (found - data) / width; /* the byte may be part of another character */
        if (AT(reader, width, at) == (unsigned char)character) {
            return at;
        }
        at++;
    }
    return to;
}

/* Slot of a short ASCII name; NULL where the name is not of that sort. */
static Py_ALWAYS_INLINE inline Slot *
slot_of(Reader *reader, int width, Slot *slots, Py_ssize_t from, Py_ssize_t to, int *is_same)
{
    Py_ssize_t length = to - from;
    char key[SHORT_NAME];
    unsigned hash = 5381;
    if (length > SHORT_NAME || length == 0) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 c = AT(reader, width, from + i);
        if (c >= 128) {
            return NULL;
        }
        key[i] = (char)c;
        hash = hash * 33 + c;
    }
    Slot *slot = &slots[(hash ^ (hash >> 9)) & (SLOTS - 1)];
    *is_same = slot->length == length && memcmp(slot->key, key, (size_t)length) == 0;
    if (!*is_same) {
        memcpy(slot->key, key, (size_t)length);
        slot->length = 0; /* until the caller has filled it */
    }
    return slot;
}

/* Characters from..to as a new reference; short ones that come again are made once a page. */
static Py_ALWAYS_INLINE inline PyObject *
characters(Reader *reader, int width, Slot *slots, Py_ssize_t from, Py_ssize_t to)
{
    int is_same = 0;
    Slot *slot = slot_of(reader, width, slots, from, to, &is_same);
    if (slot != NULL && is_same) {
        return Py_NewRef(slot->text);
    }
    PyObject *text = PyUnicode_Substring(reader->source, from, to);
    if (slot != NULL && text != NULL) {
        Py_XSETREF(slot->text, Py_NewRef(text));
        slot->length = (int)(to - from);
    }
    return text;
}

/* Characters from..to with the five references of the serialisation resolved.
 * NULL with no error set: a reference that the serialisation never writes. */
static Py_ALWAYS_INLINE inline PyObject *
unescaped(Reader *reader, int width, Py_ssize_t from, Py_ssize_t to)
{
    if (next_of(reader, width, from, to, '&') == to) {
        return characters(reader, width, reader->text_slots, from, to);
    }
    if (to - from > reader->scratch_room) {
        void *moved = PyMem_Realloc(reader->scratch, (size_t)(to - from) * 2 * (size_t)width);
        if (moved == NULL) {
            return PyErr_NoMemory();
        }
        reader->scratch = moved;
        reader->scratch_room = (to - from) * 2;
    }
    Py_ssize_t size = 0;
    for (Py_ssize_t at = from; at < to;) {
        Py_UCS4 c = AT(reader, width, at);
        at++;
        if (c == '&') {
            if (starts(reader, width, at, "amp;")) {
                at += 4;
            }
            else if (starts(reader, width, at, "nbsp;")) {
                c = 0xA0;
                at += 5;
            }
            else if (starts(reader, width, at, "lt;")) {
                c = '<';
                at += 3;
            }
            else if (starts(reader, width, at, "gt;")) {
                c = '>';
                at += 3;
            }
            else if (starts(reader, width, at, "quot;")) {
                c = '"';
                at += 5;
            }
            else {
                return NULL;
            }
        }
        if (width == 1) {
            ((Py_UCS1 *)reader->scratch)[size++] = (Py_UCS1)c;
        }
        else if (width == 2) {
            ((Py_UCS2 *)reader->scratch)[size++] = (Py_UCS2)c;
        }
        else {
            ((Py_UCS4 *)reader->scratch)[size++] = c;
        }
    }
    return PyUnicode_FromKindAndData(width, reader->scratch, size);
}

static int
new_kind(Reader *reader, PyObject *name)
{
    if (!grown((void **)&reader->kinds, reader->kind_count, &reader->kind_room, sizeof(Kind))) {
        return -1;
    }
    Kind *kind = &reader->kinds[reader->kind_count];
    memset(kind, 0, sizeof(Kind));
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++) {
        if (PyUnicode_CompareWithASCIIString(name, SPECIAL[i].name) == 0) {
            kind->traits = SPECIAL[i].traits;
        }
    }
    kind->name = Py_NewRef(name);
    return reader->kind_count++;
}

/* Number of the kind of elements called by the characters from..to; -1: an error is set. */
static int
learned(Reader *reader, Py_ssize_t from, Py_ssize_t to)
{
    int kind = -1;
    PyObject *number = NULL;
    PyObject *written = PyUnicode_Substring(reader->source, from, to);
    PyObject *name = written ? PyObject_CallMethod(written, "lower", NULL) : NULL;
    Py_XDECREF(written);
    if (name == NULL) {
        return -1;
    }
    PyUnicode_InternInPlace(&name);
    number = PyDict_GetItemWithError(reader->known, name);
    if (number != NULL) {
        kind = (int)PyLong_AsLong(number);
    }
    else if (!PyErr_Occurred() && (kind = new_kind(reader, name)) >= 0) {
        number = PyLong_FromLong(kind);
        if (number == NULL || PyDict_SetItem(reader->known, name, number) < 0) {
            kind = -1;
        }
        Py_XDECREF(number);
    }
    Py_DECREF(name);
    return kind;
}

static Py_ALWAYS_INLINE inline int
kind_of(Reader *reader, int width, Py_ssize_t from, Py_ssize_t to)
{
    int is_same = 0;
    Slot *slot = slot_of(reader, width, reader->tag_slots, from, to, &is_same);
    if (slot != NULL && is_same) {
        return slot->kind;
    }
    int kind = learned(reader, from, to);
    if (slot != NULL && kind >= 0) {
        slot->kind = kind;
        slot->length = (int)(to - from);
    }
    return kind;
}

/* Reads attributes up to and over the ">"; *attributes stays NULL where there are none. */
static Py_ALWAYS_INLINE inline int
read_attributes(Reader *reader, int width, Py_ssize_t *place, PyObject **attributes)
{
    Py_ssize_t at = *place;
    const int is_wanted = !reader->hidden;
    while (at < reader->length && AT(reader, width, at) == ' ') {
        Py_ssize_t from = ++at;
        do { /* the first character of a name may be anything, "=" too */
            at++;
        } while (at < reader->length && AT(reader, width, at) != '=');
        if (!starts(reader, width, at, "=\"")) {
            return UNSURE;
        }
        Py_ssize_t value_from = at + 2;
        Py_ssize_t value_to = next_of(reader, width, value_from, reader->length, '"');
        if (value_to >= reader->length) {
            return UNSURE;
        }
        if (is_wanted) {
            if (*attributes == NULL && (*attributes = PyDict_New()) == NULL) {
                return FAILED;
            }
            PyObject *name = characters(reader, width, reader->name_slots, from, at);
            if (name == NULL) {
                return FAILED;
            }
            PyObject *value = unescaped(reader, width, value_from, value_to);
            int status = value ? PyDict_SetItem(*attributes, name, value) : -1;
            Py_DECREF(name);
            Py_XDECREF(value);
            if (status < 0) {
                return PyErr_Occurred() ? FAILED : UNSURE;
            }
        }
        at = value_to + 1;
    }
    if (at >= reader->length || AT(reader, width, at) != '>') {
        return UNSURE;
    }
    *place = at + 1;
    return DONE;
}

static int
add_node(Reader *reader, int kind, PyObject *text, PyObject *attributes)
{
    if (!grown((void **)&reader->nodes, reader->node_count, &reader->node_room, sizeof(Node))) {
        return 0;
    }
    Node *node = &reader->nodes[reader->node_count++];
    node->parent = reader->depth ? reader->open[reader->depth - 1].node : -1;
    node->end = reader->node_count;
    node->kind = kind;
    node->text = text;
    node->attributes = attributes;
    reader->kinds[kind].count++;
    return 1;
}

/* Whether the type of a script says that it holds data, not program. */
static int
is_data(const Reader *reader, PyObject *attributes)
{
    PyObject *type = attributes ? PyDict_GetItemWithError(attributes, reader->type) : NULL;
    Py_ssize_t length = type ? PyUnicode_GET_LENGTH(type) : 0;
    for (Py_ssize_t i = 0; i + 4 <= length; i++) {
        int matched = 0;
        while (matched < 4 && (PyUnicode_READ_CHAR(type, i + matched) == (Py_UCS4) "json"[matched] ||
                               PyUnicode_READ_CHAR(type, i + matched) == (Py_UCS4) "JSON"[matched])) {
            matched++;
        }
        if (matched == 4) {
            return 1;
        }
    }
    return 0;
}

static int
add_text(Reader *reader, PyObject *text)
{
    if (text == NULL) {
        return PyErr_Occurred() ? FAILED : UNSURE;
    }
    if (!add_node(reader, 0, text, NULL)) {
        Py_DECREF(text);
        return FAILED;
    }
    return DONE;
}

/* Whether "<script" stands here, in whatever case. */
static Py_ALWAYS_INLINE inline int
is_script_tag(const Reader *reader, int width, Py_ssize_t at)
{
    const char *word = "script";
    for (at++; *word && at < reader->length; word++, at++) {
        if ((AT(reader, width, at) | 0x20) != (unsigned char)*word) {
            return 0;
        }
    }
    return *word == 0;
}

/* Reads the text of an element whose text is not escaped, up to its end tag. */
static Py_ALWAYS_INLINE inline int
read_raw(Reader *reader, int width, Py_ssize_t *place, const Kind *kind)
{
    Py_ssize_t from = *place, at = from;
    const char *name = PyUnicode_AsUTF8(kind->name);
    if (name == NULL) {
        return FAILED;
    }
    const Py_ssize_t size = (Py_ssize_t)strlen(name);
    int may_hide = 0;
    for (;; at++) {
        at = next_of(reader, width, at, reader->length, '<');
        if (at >= reader->length) {
            return UNSURE;
        }
        if (starts(reader, width, at + 1, "/") && starts(reader, width, at + 2, name) &&
            starts(reader, width, at + 2 + size, ">")) {
            break;
        }
        /* After "<!--" a script may hold end tags; in foreign content "<" may be anything. */
        if (reader->foreign || (may_hide && is_script_tag(reader, width, at))) {
            return UNSURE;
        }
        may_hide |= (kind->traits & SCRIPT) && starts(reader, width, at, "<!--");
    }
    reader->doubtful |= reader->foreign > 0;
    *place = at;
    return at == from || reader->hidden
               ? DONE
               : add_text(reader, PyUnicode_Substring(reader->source, from, at));
}

static Py_ALWAYS_INLINE inline int
read_start_tag(Reader *reader, int width, Py_ssize_t *place)
{
    PyObject *attributes = NULL;
    Py_ssize_t from = *place + 1, at = from;
    while (at < reader->length && AT(reader, width, at) != ' ' && AT(reader, width, at) != '>') {
        at++;
    }
    int number = kind_of(reader, width, from, at);
    if (number < 0) {
        return FAILED;
    }
    const int traits = reader->kinds[number].traits;
    if ((traits & PLAIN) || (reader->foreign && (traits & (VOID | TEMPLATE)))) {
        return UNSURE;
    }
    int status = read_attributes(reader, width, &at, &attributes);
    *place = at;
    if (status == DONE && !reader->hidden && !add_node(reader, number, NULL, attributes)) {
        status = FAILED;
    }
    if (status != DONE) {
        Py_XDECREF(attributes);
        return status;
    }
    if (traits & VOID) {
        return DONE;
    }
    if (!grown((void **)&reader->open, reader->depth, &reader->open_room, sizeof(Open))) {
        return FAILED;
    }
    Open *open = &reader->open[reader->depth++];
    open->kind = number;
    open->node = reader->hidden ? -1 : reader->node_count - 1;
    reader->foreign += (traits & FOREIGN) != 0;
    if (!reader->hidden && ((traits & TEMPLATE) || ((traits & PROGRAM) &&
                            !((traits & SCRIPT) && is_data(reader, attributes))))) {
        reader->hidden = reader->depth;
    }
    return traits & RAW ? read_raw(reader, width, place, &reader->kinds[number]) : DONE;
}

static Py_ALWAYS_INLINE inline int
read_end_tag(Reader *reader, int width, Py_ssize_t *place)
{
    Py_ssize_t from = *place + 2, to = next_of(reader, width, from, reader->length, '>');
    if (!reader->depth || to >= reader->length) {
        return UNSURE;
    }
    const Open *open = &reader->open[reader->depth - 1];
    int number = kind_of(reader, width, from, to);
    if (number != open->kind) {
        return number < 0 ? FAILED : UNSURE;
    }
    if (open->node >= 0) {
        reader->nodes[open->node].end = reader->node_count;
    }
    if (reader->hidden == reader->depth) {
        reader->hidden = 0;
    }
    reader->foreign -= (reader->kinds[number].traits & FOREIGN) != 0;
    reader->depth--;
    *place = to + 1;
    return DONE;
}

static Py_ALWAYS_INLINE inline int
read_text(Reader *reader, int width, Py_ssize_t *place)
{
    Py_ssize_t from = *place;
    *place = next_of(reader, width, from, reader->length, '<');
    return reader->hidden ? DONE : add_text(reader, unescaped(reader, width, from, *place));
}

/* Reads over a comment or a processing instruction. */
static Py_ALWAYS_INLINE inline int
read_aside(Reader *reader, int width, Py_ssize_t *place)
{
    Py_ssize_t at = *place + 2;
    if (starts(reader, width, at, "--")) {
        at = next_of(reader, width, at + 2, reader->length, '>');
        while (at < reader->length && (at < *place + 6 || AT(reader, width, at - 1) != '-' ||
                                       AT(reader, width, at - 2) != '-')) {
            at = next_of(reader, width, at + 1, reader->length, '>');
        }
    }
    else if (AT(reader, width, at - 1) == '?') {
        at = next_of(reader, width, at, reader->length, '>');
    }
    else {
        return UNSURE;
    }
    *place = at + 1;
    return at < reader->length ? DONE : UNSURE;
}

static Py_ALWAYS_INLINE inline int
read_page(Reader *reader, int width)
{
    Py_ssize_t at = 0;
    while (at < reader->length) {
        int status;
        Py_UCS4 next = at + 1 < reader->length ? AT(reader, width, at + 1) : 0;
        if (AT(reader, width, at) != '<') {
            status = reader->depth ? read_text(reader, width, &at) : UNSURE;
        }
        else if (next == '/') {
            status = read_end_tag(reader, width, &at);
        }
        else if ((next | 0x20) >= 'a' && (next | 0x20) <= 'z') {
            status = at && !reader->depth ? UNSURE : read_start_tag(reader, width, &at);
        }
        else {
            status = next == '!' || next == '?' ? read_aside(reader, width, &at) : UNSURE;
        }
        if (status != DONE) {
            return status;
        }
        if (reader->node_count > MAX_NODES) {
            return UNSURE;
        }
    }
    return reader->depth ? UNSURE : DONE;
}

/* Makes the list of the places of a kind, as long as it will be. */
static int
listed(Kind *kind, PyObject *places)
{
    kind->places = PyList_New(kind->count);
    kind->count = 0;
    return kind->places && PyDict_SetItem(places, kind->name, kind->places) == 0;
}

/* The six columns as lists, and the places of each tag. */
static PyObject *
columns(Reader *reader, PyObject *none)
{
    const int count = reader->node_count;
    PyObject *lists[5] = {NULL, NULL, NULL, NULL, NULL};
    PyObject *result = NULL, *places = PyDict_New(), *empty = PyUnicode_New(0, 0);
    PyObject **numbers = PyMem_Calloc((size_t)count + 2, sizeof(PyObject *));
    int is_fine = places != NULL && empty != NULL;
    if (numbers == NULL) {
        PyErr_NoMemory();
        is_fine = 0;
    }
    for (int i = 0; is_fine && i < count + 2; i++) { /* numbers[0] is -1 */
        is_fine = (numbers[i] = PyLong_FromLong(i - 1)) != NULL;
    }
    for (int i = 0; is_fine && i < 5; i++) {
        is_fine = (lists[i] = PyList_New(count)) != NULL;
    }
    is_fine = is_fine && listed(&reader->kinds[0], places);
    for (int i = 0; is_fine && i < count; i++) {
        Node *node = &reader->nodes[i];
        Kind *kind = &reader->kinds[node->kind];
        PyList_SET_ITEM(lists[0], i, Py_NewRef(kind->name));
        PyList_SET_ITEM(lists[1], i, Py_NewRef(numbers[node->parent + 1]));
        PyList_SET_ITEM(lists[2], i, Py_NewRef(numbers[node->end + 1]));
        PyList_SET_ITEM(lists[3], i, node->text ? node->text : Py_NewRef(empty));
        PyList_SET_ITEM(lists[4], i, node->attributes ? node->attributes : Py_NewRef(none));
        node->text = node->attributes = NULL;
        if (kind->places == NULL && !listed(kind, places)) {
            is_fine = 0;
            break;
        }
        PyList_SET_ITEM(kind->places, kind->count++, Py_NewRef(numbers[i + 1]));
    }
    if (is_fine) {
        result = PyTuple_Pack(6, lists[0], lists[1], lists[2], lists[3], lists[4], places);
    }
    for (int i = 0; numbers != NULL && i < count + 2; i++) {
        Py_XDECREF(numbers[i]);
    }
    for (int i = 0; i < 5; i++) {
        Py_XDECREF(lists[i]);
    }
    PyMem_Free(numbers);
    Py_XDECREF(places);
    Py_XDECREF(empty);
    return result;
}

static void
release(Reader *reader)
{
    for (int i = 0; i < reader->node_count; i++) {
        Py_XDECREF(reader->nodes[i].text);
        Py_XDECREF(reader->nodes[i].attributes);
    }
    for (int i = 0; i < reader->kind_count; i++) {
        Py_XDECREF(reader->kinds[i].name);
        Py_XDECREF(reader->kinds[i].places);
    }
    for (int i = 0; i < SLOTS; i++) {
        Py_XDECREF(reader->name_slots[i].text);
        Py_XDECREF(reader->text_slots[i].text);
    }
    Py_XDECREF(reader->known);
    Py_XDECREF(reader->type);
    PyMem_Free(reader->nodes);
    PyMem_Free(reader->kinds);
    PyMem_Free(reader->open);
    PyMem_Free(reader->scratch);
    PyMem_Free(reader);
}

PyObject *
pagemill_flatten(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyUnicode_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "flatten(serialised: str, none: mapping)");
        return NULL;
    }
    Reader *reader = PyMem_Calloc(1, sizeof(Reader));
    if (reader == NULL) {
        return PyErr_NoMemory();
    }
    PyObject *result = NULL;
    PyObject *text_tag = PyUnicode_InternFromString("#text");
    int status = FAILED;
    reader->source = args[0];
    reader->data = PyUnicode_DATA(args[0]);
    reader->length = PyUnicode_GET_LENGTH(args[0]);
    reader->width = PyUnicode_KIND(args[0]);
    reader->known = PyDict_New();
    reader->type = PyUnicode_InternFromString("type");
    if (text_tag && reader->known && reader->type && new_kind(reader, text_tag) == 0) {
        status = reader->width == 1   ? read_page(reader, 1)
                 : reader->width == 2 ? read_page(reader, 2)
                                      : read_page(reader, 4);
    }
    if (status == DONE) {
        PyObject *found = columns(reader, args[1]);
        result = found ? Py_BuildValue("(NO)", found, reader->doubtful ? Py_True : Py_False) : NULL;
    }
    else if (status == UNSURE) {
        result = Py_NewRef(Py_None);
    }
    Py_XDECREF(text_tag);
    release(reader);
    return result;
}
