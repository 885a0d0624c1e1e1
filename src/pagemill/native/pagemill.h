/* What the sources of the compiled module share: a page as flat arrays.
 *
 * A Page (page.c) holds the tag tree in document order, one PageNode a node: what kind of node
 * it is, its parent, the first node after its subtree, the characters of a text node, the run
 * of attributes of an element. "Everything below node n" is the range n + 1 .. nodes[n].end.
 * No Python object is made for a node until somebody asks for it in Python.
 *
 * Characters are UTF-8, always valid, never ended by a zero: a Span is a pointer and a length
 * in bytes. Pointers stay good as long as the page lives: they lead into the source that the
 * page holds, or into its own chunks (page_room).
 *
 * Kinds (tags) and attribute names are numbers. Those that the sources speak of have the same
 * number on every page (enum Tag, enum Name, in the order of the lists below); others are
 * numbered as they come. page->kinds[kind].name and page->names[name].text spell them.
 *
 * A loop of its own file: takes `Page *page` after page_check(object), reads page->nodes,
 * page_attribute(page, node, NAME_CLASS, &value), and page->blocks once cut.c has filled it.
 */

#ifndef PAGEMILL_H
#define PAGEMILL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdint.h>
#include <string.h>

#include "names.h"

typedef struct {
    const char *at;
    Py_ssize_t length;
} Span;

typedef struct {
    int kind;            /* enum Tag, or a number from KNOWN_TAGS on; TAG_TEXT: characters */
    int parent;          /* -1: the root */
    int end;             /* first node after the subtree */
    int first_attribute; /* in page->attributes */
    int attributes;      /* how many */
    int length;          /* of the characters of a text node, in bytes */
    const char *text;    /* NULL: an element */
} PageNode;

typedef struct {
    int name;   /* enum Name, or a number from KNOWN_NAMES on */
    int length; /* of the value, in bytes */
    const char *value;
} PageAttribute;

typedef struct {
    Span text;
    PyObject *object; /* the same as str, once it was asked for */
    PyObject *nodes;  /* of a kind: list of the nodes, once it was asked for */
    unsigned hash;
    int stamp, place; /* free for the use of a loop */
    int cased; /* number of the same name in the case of SVG; 0: not sought, -1: none */
} PageName;

/* Names and their numbers: a table of slots that hold number + 1. */
typedef struct {
    PageName *items;
    int *slots;
    int count, room, slot_count;
} PageNames;

/* The blocks of a page (view/purify/blocks.py says what each column means). */
typedef struct {
    int count, room;
    struct PageBlock {
        int first, last; /* text nodes */
        int element;     /* nearest block element */
        int words, link_words;
        int is_sentence;
        Span text; /* of all its nodes together */
    } *items;
    unsigned char *shown; /* for each node: whether it is a text node of a block */
    int *tables, table_count; /* tables of data, ascending; NULL until they were asked for */
} PageBlocks;

typedef struct {
    PyObject_HEAD
    PageNode *nodes;
    int count, node_room;
    PageAttribute *attributes;
    int attribute_count, attribute_room;
    PageNames kinds, names;
    int *by_kind, *kind_ends; /* nodes sorted by kind, where each kind ends; once asked for */
    PageBlocks blocks; /* items is NULL until the page has been cut */
    PyObject *source;  /* holds the characters that are not in chunks */
    struct PageChunk *chunks;
    char *free_from, *free_to; /* what is left of the newest chunk */
    PyObject *tags, *parents, *ends;      /* lists, once they were asked for */
    PyObject **text_objects, **mappings;  /* one a node, once they were asked for */
} Page;

/* --- page.c --- */

extern PyTypeObject PageType, ColumnType;

/* Makes the types ready; 0 and an error. */
int page_ready(void);

/* The page in an object, or NULL and a TypeError. */
Page *page_check(PyObject *object);

/* An empty page, or NULL. A bare one has no names yet: it serves for its memory and numbers. */
Page *page_new(void);
Page *page_bare(void);

/* The characters of a str, or of bytes if they are valid UTF-8: 0 and a TypeError for anything
 * else; 1 with NULL in the span where the object holds no such characters. */
int page_source(PyObject *object, Span *source);

/* Bytes that live as long as the page, or NULL and a MemoryError. */
char *page_room(Page *page, Py_ssize_t size);

/* Number of a name, which is entered if it is new; -1 and an error. The characters must live as
 * long as the page. */
int page_number(PageNames *names, const char *at, Py_ssize_t length, unsigned hash);

/* Number of a name, or -1 where the page has none such. */
int page_known(const PageNames *names, const char *at, Py_ssize_t length);

/* Value of an attribute; 0 where the element has none such. */
int page_attribute(const Page *page, int node, int name, Span *value);

/* Characters of a text node as str, made once: a new reference. */
PyObject *page_text(Page *page, int node);

/* Makes room for one more item of an array; 0 and a MemoryError where there is no memory. */
int page_grown(void *items, int count, int *room, size_t size);

static inline unsigned
page_hash(const char *at, Py_ssize_t length)
{
    unsigned hash = 2166136261u;
    for (Py_ssize_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)at[i]) * 16777619u;
    }
    return hash;
}

/* The character at a place, and the place after it. */
static inline Py_UCS4
page_character(const char **place)
{
    const unsigned char *at = (const unsigned char *)*place;
    const Py_UCS4 c = at[0];
    if (c < 0x80) {
        *place += 1;
        return c;
    }
    if (c < 0xE0) {
        *place += 2;
        return (c & 0x1F) << 6 | (at[1] & 0x3Fu);
    }
    if (c < 0xF0) {
        *place += 3;
        return (c & 0x0F) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
    }
    *place += 4;
    return (c & 0x07) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6 | (at[3] & 0x3Fu);
}

/* Whether str.split() takes it for white space. */
static inline int
page_is_space(Py_UCS4 c)
{
    return Py_UNICODE_ISSPACE(c);
}

/* Number of the first block that begins at a node or after it, from a given one on. */
int page_block_from(const PageBlocks *blocks, int node, int low);

/* Finds the tables of data of a page that was cut, for page->blocks, once; 0 and an error. */
int page_find_data_tables(Page *page);

/* --- methods of a page: seek.c, grids.c, choice.c, traits.c,
 * declared.c, hubs.c, render.c --- */

PyObject *page_having(Page *page, PyObject *name);
PyObject *page_named(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_saying(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_links(Page *page, PyObject *marks);
PyObject *page_data_tables(Page *page, PyObject *none);
PyObject *page_chosen(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_makeup(Page *page, PyObject *tags);
PyObject *page_aims(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_signs(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_tallied(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_statements(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_hubs(Page *page, PyObject *const *args, Py_ssize_t count);
PyObject *page_forms(Page *page, PyObject *const *args, Py_ssize_t count);

/* --- functions of the module --- */

PyObject *pagemill_parse(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_brackets(PyObject *module, PyObject *source);
PyObject *pagemill_nesting(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_terms(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_page(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_cut(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_learn_names(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_measure(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_weighed(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_forest(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_scores(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_shingle(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_sketch(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_agree(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_bands(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_fingerprint(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_intersect(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_warc_header(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_shown(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_outgoing(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_plain_joined(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *pagemill_plain_host(PyObject *module, PyObject *url);

#endif
