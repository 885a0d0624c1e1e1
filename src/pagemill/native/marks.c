/* What elements say of their content: the loop of pagemill.view.purify.noise over attributes. */

#include "measure.h"

/* Parts of names as an automaton: a state for each beginning of a part, and where each
 * character leads from there. Letters are folded to lower case, ASCII only. */
enum { LETTERS = 26, DASH = 26, UNDERSCORE, ANY, SYMBOLS };

typedef struct {
    unsigned short next[SYMBOLS];
    unsigned marks; /* of all parts that end here */
} State;

typedef struct {
    char text[24];
    int length;
    unsigned marks;
} Word;

static struct {
    State *states;
    int count;
    Word *words;
    int word_count;
} names;

static inline int
symbol_of(unsigned char c)
{
    if (c >= 'a' && c <= 'z') {
        return c - 'a';
    }
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    return c == '-' ? DASH : c == '_' ? UNDERSCORE : ANY;
}

static int
add_part(const char *at, Py_ssize_t length, unsigned marks, int room)
{
    int state = 0;
    for (Py_ssize_t i = 0; i < length; i++) {
        const int symbol = symbol_of((unsigned char)at[i]);
        if (symbol == ANY || names.count >= room) {
            PyErr_SetString(PyExc_ValueError, "parts are of letters, dashes and underscores");
            return 0;
        }
        if (!names.states[state].next[symbol]) {
            names.states[state].next[symbol] = (unsigned short)names.count++;
        }
        state = names.states[state].next[symbol];
    }
    names.states[state].marks |= marks;
    return 1;
}

/* Where a part breaks off, goes on with the longest end of it that begins a part. */
static int
link_states(void)
{
    int *queue = PyMem_Calloc((size_t)names.count, sizeof(int));
    int *back = PyMem_Calloc((size_t)names.count, sizeof(int));
    if (queue == NULL || back == NULL) {
        PyMem_Free(queue);
        PyMem_Free(back);
        PyErr_NoMemory();
        return 0;
    }
    int head = 0, tail = 0;
    for (int s = 0; s < SYMBOLS; s++) {
        if (names.states[0].next[s]) {
            queue[tail++] = names.states[0].next[s];
        }
    }
    while (head < tail) {
        const int at = queue[head++];
        State *state = &names.states[at];
        state->marks |= names.states[back[at]].marks;
        for (int s = 0; s < SYMBOLS; s++) {
            const unsigned short other = names.states[back[at]].next[s];
            if (state->next[s]) {
                back[state->next[s]] = other;
                queue[tail++] = state->next[s];
            }
            else {
                state->next[s] = other;
            }
        }
    }
    PyMem_Free(queue);
    PyMem_Free(back);
    return 1;
}

/* Text and marks of an item of a dictionary; 0 and an error. */
static int
entry(PyObject *key, PyObject *value, const char **at, Py_ssize_t *length, unsigned *marks)
{
    *at = PyUnicode_AsUTF8AndSize(key, length);
    if (*at == NULL) {
        return 0;
    }
    *marks = (unsigned)PyLong_AsUnsignedLong(value);
    return !PyErr_Occurred();
}

PyObject *
pagemill_learn_names(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyDict_Check(args[0]) || !PyDict_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "learn_names(parts: dict, words: dict)");
        return NULL;
    }
    PyObject *key, *value;
    const char *at;
    Py_ssize_t place = 0, length, room = 1;
    unsigned marks;
    while (PyDict_Next(args[0], &place, &key, &value)) {
        if (!entry(key, value, &at, &length, &marks)) {
            return NULL;
        }
        room += length;
    }
    PyMem_Free(names.states);
    PyMem_Free(names.words);
    names.count = 1;
    names.word_count = 0;
    names.states = PyMem_Calloc((size_t)room, sizeof(State));
    names.words = PyMem_Calloc((size_t)PyDict_GET_SIZE(args[1]) + 1, sizeof(Word));
    if (names.states == NULL || names.words == NULL || room > 60000) {
        return PyErr_NoMemory();
    }
    for (place = 0; PyDict_Next(args[0], &place, &key, &value);) {
        if (!entry(key, value, &at, &length, &marks) || !add_part(at, length, marks, (int)room)) {
            return NULL;
        }
    }
    for (place = 0; PyDict_Next(args[1], &place, &key, &value);) {
        Word *word = &names.words[names.word_count];
        if (!entry(key, value, &at, &length, &marks)) {
            return NULL;
        }
        if (length >= (Py_ssize_t)sizeof word->text) {
            PyErr_SetString(PyExc_ValueError, "a word is too long");
            return NULL;
        }
        memcpy(word->text, at, (size_t)length);
        word->length = (int)length;
        word->marks = marks;
        names.word_count++;
    }
    if (!link_states()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static inline char
lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Whether two texts are equal, the second being in lower case. */
static int
is_equal(const char *at, Py_ssize_t length, const char *lower)
{
    for (Py_ssize_t i = 0; i < length; i++) {
        if (lowered(at[i]) != lower[i]) {
            return 0;
        }
    }
    return 1;
}

static unsigned
word_marks(const char *at, Py_ssize_t length)
{
    for (int i = 0; i < names.word_count; i++) {
        const Word *word = &names.words[i];
        if (word->length == length && is_equal(at, length, word->text)) {
            return word->marks;
        }
    }
    return 0;
}

unsigned
name_marks(Span name)
{
    unsigned marks = 0;
    int state = 0;
    const char *word = NULL;
    for (Py_ssize_t i = 0; i < name.length; i++) {
        const unsigned char c = (unsigned char)name.at[i];
        const int symbol = symbol_of(c);
        state = names.states[state].next[symbol];
        marks |= names.states[state].marks;
        if (symbol < LETTERS || c >= 0x80) {
            word = word ? word : &name.at[i];
        }
        else if (word) {
            marks |= word_marks(word, &name.at[i] - word);
            word = NULL;
        }
    }
    return word ? marks | word_marks(word, name.at + name.length - word) : marks;
}

static int
is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Length of a word at the start of a text that is followed by a colon and another word, or 0. */
static int
states(Span text, const char *property, const char *value)
{
    const Py_ssize_t first = (Py_ssize_t)strlen(property), second = (Py_ssize_t)strlen(value);
    if (text.length < first || !is_equal(text.at, first, property)) {
        return 0;
    }
    const char *at = text.at + first, *end = text.at + text.length;
    while (at < end && is_blank(*at)) {
        at++;
    }
    if (at == end || *at++ != ':') {
        return 0;
    }
    while (at < end && is_blank(*at)) {
        at++;
    }
    return end - at >= second && is_equal(at, second, value);
}

static int
is_invisible(Span style)
{
    for (; style.length > 0; style.at++, style.length--) {
        if (states(style, "display", "none") || states(style, "visibility", "hidden")) {
            return 1;
        }
    }
    return 0;
}

int
contains_cookie(Span text)
{
    static const char cookie[] = "cookie";
    const char *end = text.at + text.length - 6;
    for (const char *at = text.at; at <= end; at++) {
        if ((*at == 'c' || *at == 'C') && is_equal(at, 6, cookie)) {
            return 1;
        }
    }
    return 0;
}

typedef struct {
    const char *name;
    unsigned value;
} Named;

static const Named ROLES[] = {
    {"navigation", NAVIGATION}, {"menu", NAVIGATION}, {"menubar", NAVIGATION},
    {"tablist", NAVIGATION},    {"banner", HEADER},   {"contentinfo", FOOTER},
    {"complementary", ASIDE},   {"search", FORM},     {"main", MAIN},
    {"article", ARTICLE},       {"dialog", DIALOG},   {"alertdialog", DIALOG},
    {NULL, 0},
};

static const Named PROPERTIES[] = {
    {"articlebody", 1}, {"text", 1},          {"description", 2}, {"headline", 4}, {"name", 4},
    {"author", 8},      {"datepublished", 8}, {"image", 16},      {"comment", 32}, {NULL, 0},
};

static unsigned
value_of(const Named *named, Span text)
{
    for (; named->name; named++) {
        if ((Py_ssize_t)strlen(named->name) == text.length &&
            is_equal(text.at, text.length, named->name)) {
            return named->value;
        }
    }
    return 0;
}

static Span
stripped(Span text)
{
    while (text.length && is_blank(text.at[text.length - 1])) {
        text.length--;
    }
    while (text.length && is_blank(*text.at)) {
        text.at++;
        text.length--;
    }
    return text;
}

static unsigned
tag_marks(int tag)
{
    switch (tag) {
    case TAG_NAV: case TAG_MENU: return NAVIGATION;
    case TAG_HEADER: return HEADER;
    case TAG_FOOTER: return FOOTER;
    case TAG_ASIDE: return ASIDE;
    case TAG_FORM: return FORM;
    case TAG_MAIN: return MAIN;
    case TAG_ARTICLE: return ARTICLE;
    case TAG_NOSCRIPT: return NOSCRIPT;
    case TAG_BUTTON: case TAG_LABEL: case TAG_LEGEND: return CONTROL;
    case TAG_FIGCAPTION: return CAPTION;
    case TAG_UL: case TAG_OL: case TAG_DL: return LIST;
    case TAG_TABLE: return TABLE;
    case TAG_BLOCKQUOTE: return QUOTE;
    case TAG_DIALOG: return DIALOG;
    default: return 0;
    }
}

unsigned
element_marks(const Page *page, int node, unsigned *property)
{
    const PageNode *element = &page->nodes[node];
    unsigned marks = tag_marks(element->kind);
    const PageAttribute *attribute = &page->attributes[element->first_attribute];
    *property = 0;
    for (int i = 0; i < element->attributes; i++, attribute++) {
        const Span value = {attribute->value, attribute->length};
        switch (attribute->name) {
        case NAME_CLASS: case NAME_ID:
            marks |= name_marks(value);
            break;
        case NAME_HIDDEN:
            marks |= HIDDEN;
            break;
        case NAME_STYLE:
            marks |= is_invisible(value) ? HIDDEN : 0;
            break;
        case NAME_ARIA_HIDDEN:
            marks |= value.length == 4 && memcmp(value.at, "true", 4) == 0 ? FADED : 0;
            break;
        case NAME_ROLE:
            marks |= value_of(ROLES, stripped(value));
            break;
        case NAME_ARIA_LABEL:
            marks |= contains_cookie(value) ? CONSENT : 0;
            break;
        case NAME_ITEMPROP:
            *property = value_of(PROPERTIES, value);
            break;
        default:
            break;
        }
    }
    return marks;
}
