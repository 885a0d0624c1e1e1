/* Counts and columns of blocks: the loops of pagemill.view.purify.counts and .features.
 *
 * The Python functions are the definition; here are the same whole numbers in the same order.
 */

#include "measure.h"

enum {
    LEVELS = 6,
    FAR = 99,
    MOST = 32000,
    CLIMB = 12,
};

static const unsigned LAYOUT_KEEPS =
    MAIN | ARTICLE | CONSENT | CONTENT_NAME | CAPTION | LIST | TABLE | QUOTE;
static const unsigned NAMES = NOISE_NAME | REMARK_NAME | FINER_NAMES;
static const unsigned OUTSIDE = NAVIGATION | FOOTER | ASIDE | DIALOG;

typedef long long Sum;

/* What is counted on a block. */
typedef struct {
    int words, links, prose;
    int characters, punctuation, capitals;
    int kind, heading;
    unsigned marks, property;
    Span text; /* without white space at both ends */
    int container;
    int copies, style, shape;
    int section; /* its first block */
    int section_end;
    short since_prose, until_prose;
    unsigned char is_ended, in_title, is_dropped, has_cookie, in_table, in_body;
} Counted;

enum { HELD = 11, ALIKE = 5 };

/* An element as a run of blocks, and the columns that tell what it holds. */
typedef struct {
    int node, start, stop, parent;
    short held[HELD];
} Container;

/* What all blocks of a kind are like. */
typedef struct {
    Sum words, prose, links;
    int times;
    short columns[ALIKE];
} Alike;

typedef struct {
    int start, stop;
    int first, last; /* running text inside */
    int link_share, words;
} Core;

typedef struct {
    Page *page;
    const struct PageBlock *blocks;
    int count;
    Counted *counted;
    Container *containers;
    int container_count;
    Alike *styles, *shapes;
    int *starts;    /* for each node and the end: blocks that begin before */
    int *container; /* for each node: number of its container + 1, or 0 */
    unsigned *marks; /* for each node around text, with those of its parents */
    unsigned *properties;
    int *depth;
    int *images;
    Sum *words, *links, *prose, *paragraphs, *headings, *punctuation, *cookies;
    Sum all_words, all_prose;
    int image_count, title;
    int has_main, has_article, longest, first_headings, p;
    int plateau_start, plateau_stop;
    Core cores[4];
    const unsigned char *in_body;
} Measure;

/* --- characters --- */

enum { MARK = 1, UPPER };

static int
class_of(Py_UCS4 c)
{
    if (c < 0x80) {
        return (c >= 'A' && c <= 'Z') ? UPPER
               : c == '.' || c == '!' || c == '?' || c == ',' || c == ';' || c == ':' ? MARK
                                                                                      : 0;
    }
    switch (c) {
    case 0x2026: case 0x3002: case 0xFF01: case 0xFF1F: case 0xFF0E: case 0xFF0C: case 0x3001:
    case 0xFF1B: case 0xFF1A: case 0x060C: case 0x061B:
        return MARK;
    default:
        return (c >= 0xC0 && c <= 0xDE) || (c >= 0x391 && c <= 0x3AB) ||
                       (c >= 0x400 && c <= 0x42F)
                   ? UPPER
                   : 0;
    }
}

static int
is_sentence_end(Py_UCS4 c)
{
    switch (c) {
    case '.': case '!': case '?': case ':': case '"': case 0x3002: case 0xFF01: case 0xFF1F:
    case 0x2026: case 0x201D: case 0xBB: case 0xFF1A:
        return 1;
    default:
        return 0;
    }
}

/* The text without white space at both ends. */
static Span
stripped(Span text)
{
    const char *at = text.at, *end = text.at + text.length;
    while (at < end) {
        const char *next = at;
        if (!page_is_space(page_character(&next))) {
            break;
        }
        at = next;
    }
    while (end > at) {
        const char *last = end - 1;
        while (last > at && ((unsigned char)*last & 0xC0) == 0x80) {
            last--;
        }
        const char *next = last;
        if (!page_is_space(page_character(&next))) {
            break;
        }
        end = last;
    }
    return (Span){at, end - at};
}

static int
length_of(Span text)
{
    int length = 0;
    for (Py_ssize_t i = 0; i < text.length; i++) {
        length += ((unsigned char)text.at[i] & 0xC0) != 0x80;
    }
    return length;
}

static int
is_inside(Span text, Span whole)
{
    const char *end = whole.at + whole.length - text.length;
    for (const char *at = whole.at; at <= end; at++) {
        at = memchr(at, *text.at, (size_t)(end - at + 1));
        if (at == NULL) {
            return 0;
        }
        if (memcmp(at, text.at, (size_t)text.length) == 0) {
            return 1;
        }
    }
    return 0;
}

static void
count_characters(Counted *block, Span title, int title_length)
{
    const char *at = block->text.at, *end = at + block->text.length;
    Py_UCS4 last = 0;
    while (at < end) {
        last = page_character(&at);
        const int class = class_of(last);
        block->characters++;
        block->punctuation += class == MARK;
        block->capitals += class == UPPER;
    }
    block->is_ended = (unsigned char)is_sentence_end(last);
    block->has_cookie = (unsigned char)contains_cookie(block->text);
    block->in_title = block->characters > 3 && block->characters <= title_length &&
                      title_length < 4 * block->characters && is_inside(block->text, title);
}

/* --- tags --- */

static int
kind_of(int tag)
{
    switch (tag) {
    case TAG_P: return 1;
    case TAG_H1: return 2;
    case TAG_H2: return 3;
    case TAG_H3: return 4;
    case TAG_H4: case TAG_H5: case TAG_H6: return 5;
    case TAG_LI: case TAG_DT: return 6;
    case TAG_DD: return 7;
    case TAG_TD: case TAG_TH: return 8;
    case TAG_PRE: case TAG_LISTING: case TAG_XMP: return 9;
    case TAG_BLOCKQUOTE: return 10;
    case TAG_FIGCAPTION: case TAG_CAPTION: return 11;
    case TAG_DIV: return 12;
    case TAG_SECTION: case TAG_ARTICLE: case TAG_MAIN: return 13;
    case TAG_SPAN: case TAG_A: return 14;
    case TAG_BODY: case TAG_HTML: return 15;
    case TAG_HEADER: case TAG_FOOTER: case TAG_NAV: case TAG_ASIDE: return 16;
    case TAG_FORM: case TAG_FIELDSET: case TAG_LABEL: case TAG_BUTTON: case TAG_LEGEND: return 17;
    case TAG_UL: case TAG_OL: case TAG_DL: case TAG_TABLE: case TAG_TR: case TAG_TBODY: return 18;
    default: return 0;
    }
}

static int
heading_of(int tag)
{
    return tag >= TAG_H1 && tag <= TAG_H6 ? tag - TAG_H1 + 1 : 0;
}

static int
is_text_element(int tag)
{
    return tag == TAG_P || heading_of(tag) || tag == TAG_PRE || tag == TAG_BLOCKQUOTE ||
           tag == TAG_TD;
}

/* --- gathering from the elements around --- */

static int tag_of(const Measure *m, int node) { return m->page->nodes[node].kind; }

static int parent_of(const Measure *m, int node) { return m->page->nodes[node].parent; }

static int
outer_of(const Measure *m, int node)
{
    const int parent = parent_of(m, node);
    return parent > 0 ? parent : 0;
}

static Sum
words_in(const Measure *m, int start, int stop)
{
    return m->words[stop] - m->words[start];
}

/* Texts of a run of blocks as a list. */
static PyObject *
texts_of(const Measure *m, int start, int stop)
{
    PyObject *list = PyList_New(stop - start);
    for (int i = start; list != NULL && i < stop; i++) {
        PyObject *text = PyUnicode_DecodeUTF8(m->blocks[i].text.at, m->blocks[i].text.length, NULL);
        if (text == NULL) {
            Py_CLEAR(list);
        }
        else {
            PyList_SET_ITEM(list, i - start, text);
        }
    }
    return list;
}

/* Drops the blocks of an element named for consent, if they are such a notice; 0: an error. */
static int
drop_consent(Measure *m, int start, int stop, PyObject *speaks_of_consent)
{
    PyObject *texts = texts_of(m, start, stop);
    PyObject *answer = texts ? PyObject_CallOneArg(speaks_of_consent, texts) : NULL;
    const int is_notice = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(texts);
    Py_XDECREF(answer);
    for (int i = start; is_notice > 0 && i < stop; i++) {
        m->counted[i].is_dropped = 1;
    }
    return is_notice >= 0;
}

/* Marks and properties of all elements around text; a node that is not has none. */
static int
gather(Measure *m, PyObject *speaks_of_consent)
{
    unsigned char *is_around = PyMem_Calloc((size_t)m->page->count + 1, 1);
    if (is_around == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (int i = 0; i < m->count; i++) {
        int node = parent_of(m, m->blocks[i].first);
        while (node >= 0 && !is_around[node]) {
            is_around[node] = 1;
            node = parent_of(m, node);
        }
    }
    int is_fine = 1;
    for (int node = 0; is_fine && node < m->page->count; node++) {
        const int parent = parent_of(m, node);
        m->depth[node] = parent < 0 ? 0 : m->depth[parent] + 1;
        if (!is_around[node]) {
            continue;
        }
        unsigned property, marks = element_marks(m->page, node, &property);
        const int start = m->starts[node], stop = m->starts[m->page->nodes[node].end];
        if (2 * words_in(m, start, stop) > m->all_words) {
            marks &= LAYOUT_KEEPS;
        }
        if (is_text_element(tag_of(m, node))) {
            marks &= ~NAMES;
        }
        if (marks & CONSENT) {
            is_fine = drop_consent(m, start, stop, speaks_of_consent);
        }
        m->marks[node] = marks | (parent < 0 ? 0 : m->marks[parent]);
        m->properties[node] = property | (parent < 0 ? 0 : m->properties[parent]);
    }
    PyMem_Free(is_around);
    return is_fine;
}

/* --- blocks that are alike --- */

static Span
class_value(const Measure *m, int node)
{
    Span value = {"", 0};
    page_attribute(m->page, node, NAME_CLASS, &value);
    return value;
}

static unsigned
mixed(unsigned hash, unsigned value)
{
    return (hash ^ value) * 16777619u;
}

static int
is_same(Span left, Span right)
{
    return left.length == right.length && memcmp(left.at, right.at, (size_t)left.length) == 0;
}

static int
has_same_style(const Measure *m, int left, int right)
{
    const int above = outer_of(m, left), beside = outer_of(m, right);
    return left == right || (tag_of(m, left) == tag_of(m, right) &&
                             tag_of(m, above) == tag_of(m, beside) &&
                             is_same(class_value(m, left), class_value(m, right)) &&
                             is_same(class_value(m, above), class_value(m, beside)));
}

static int
has_same_shape(const Measure *m, int left, int right)
{
    const int above = outer_of(m, left), beside = outer_of(m, right);
    return left == right ||
           (tag_of(m, left) == tag_of(m, right) && tag_of(m, above) == tag_of(m, beside) &&
            tag_of(m, outer_of(m, above)) == tag_of(m, outer_of(m, beside)) &&
            m->depth[left] == m->depth[right]);
}

static unsigned
style_hash(const Measure *m, int element)
{
    const Span name = class_value(m, element);
    return mixed(mixed(page_hash(name.at, name.length), (unsigned)tag_of(m, element)),
                 (unsigned)tag_of(m, outer_of(m, element)));
}

static unsigned
shape_hash(const Measure *m, int element)
{
    return mixed(mixed(2166136261u, (unsigned)tag_of(m, element)), (unsigned)m->depth[element]);
}

/* Numbers a block's text, style and shape; slots hold block number + 1 of the first such. */
typedef struct {
    int *texts, *styles, *shapes;
    unsigned mask;
} Slots;

static void
number_block(Measure *m, Slots *slots, int number)
{
    Counted *block = &m->counted[number];
    const int element = m->blocks[number].element;
    unsigned at = page_hash(block->text.at, block->text.length) & slots->mask;
    while (slots->texts[at] && !is_same(m->counted[slots->texts[at] - 1].text, block->text)) {
        at = (at + 1) & slots->mask;
    }
    slots->texts[at] = slots->texts[at] ? slots->texts[at] : number + 1;
    block->copies = slots->texts[at] - 1; /* for now the first block with the text */
    at = style_hash(m, element) & slots->mask;
    while (slots->styles[at] &&
           !has_same_style(m, m->blocks[slots->styles[at] - 1].element, element)) {
        at = (at + 1) & slots->mask;
    }
    slots->styles[at] = slots->styles[at] ? slots->styles[at] : number + 1;
    block->style = slots->styles[at] - 1;
    at = shape_hash(m, element) & slots->mask;
    while (slots->shapes[at] &&
           !has_same_shape(m, m->blocks[slots->shapes[at] - 1].element, element)) {
        at = (at + 1) & slots->mask;
    }
    slots->shapes[at] = slots->shapes[at] ? slots->shapes[at] : number + 1;
    block->shape = slots->shapes[at] - 1;
}

static void
add_alike(Alike *alike, const Counted *block)
{
    alike->words += block->words;
    alike->prose += block->prose;
    alike->links += block->links;
    alike->times++;
}

static int
number_blocks(Measure *m)
{
    unsigned size = 16;
    while (size < 2 * (unsigned)m->count) {
        size *= 2;
    }
    int *room = PyMem_Calloc(3 * (size_t)size + (size_t)m->count, sizeof(int));
    if (room == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    Slots slots = {room, room + size, room + 2 * size, size - 1};
    int *times = room + 3 * size;
    for (int i = 0; i < m->count; i++) {
        number_block(m, &slots, i);
        times[m->counted[i].copies]++;
        add_alike(&m->styles[m->counted[i].style], &m->counted[i]);
        add_alike(&m->shapes[m->counted[i].shape], &m->counted[i]);
    }
    for (int i = 0; i < m->count; i++) {
        m->counted[i].copies = times[m->counted[i].copies];
    }
    PyMem_Free(room);
    return 1;
}

/* --- containers --- */

static int
has_same_run(const Measure *m, int left, int right)
{
    return m->starts[left] == m->starts[right] &&
           m->starts[m->page->nodes[left].end] == m->starts[m->page->nodes[right].end];
}

/* The next element outward that holds more blocks, or -1. */
static int
wider(const Measure *m, int node)
{
    const int inner = node;
    do {
        node = parent_of(m, node);
    } while (node >= 0 && has_same_run(m, inner, node));
    return node;
}

/* Enters an element and all containers around it, outermost first, as the definition does. */
static int
enter(Measure *m, int element, int *path)
{
    int length = 0, node = element;
    while (node >= 0 && !m->container[node]) {
        path[length++] = node;
        node = wider(m, node);
    }
    int container = node >= 0 ? m->container[node] - 1 : m->container_count;
    while (length > 0) {
        node = path[--length];
        m->containers[m->container_count] = (Container){
            .node = node,
            .start = m->starts[node],
            .stop = m->starts[m->page->nodes[node].end],
            .parent = container,
        };
        container = m->container_count++;
        m->container[node] = m->container_count;
    }
    return m->container[element] - 1;
}

static int
find_containers(Measure *m)
{
    int *path = PyMem_Malloc(((size_t)m->page->count + 1) * sizeof(int));
    if (path == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (int i = 0; i < m->count; i++) {
        m->counted[i].container = enter(m, m->blocks[i].element, path);
    }
    PyMem_Free(path);
    return 1;
}

/* --- tables of data --- */

static int
find_tables(Measure *m)
{
    if (!page_find_data_tables(m->page)) {
        return 0;
    }
    for (int t = 0; t < m->page->blocks.table_count; t++) {
        const int node = m->page->blocks.tables[t];
        for (int i = m->starts[node]; i < m->starts[m->page->nodes[node].end]; i++) {
            m->counted[i].in_table = 1;
        }
    }
    return 1;
}

/* --- the whole page --- */

static int
share(Sum part, Sum whole)
{
    whole = whole > 1 ? whole : 1;
    /* Division of numbers half as long takes a fraction of the time. */
    const Sum value = part < 1 << 22 && whole < 1 << 30
                          ? (Sum)((uint32_t)(1000 * part) / (uint32_t)whole)
                          : 1000 * part / whole;
    return value > MOST ? MOST : (int)value;
}

static int
link_share(const Measure *m, int start, int stop)
{
    return share(m->links[stop] - m->links[start], words_in(m, start, stop));
}

static int
prose_share(const Measure *m, int start, int stop)
{
    return share(m->prose[stop] - m->prose[start], words_in(m, start, stop));
}

static void
find_plateau(Measure *m)
{
    Sum best = 0, running = 0;
    int start = 0, best_start = 0, is_begun = 0;
    for (int i = 0; i < m->count; i++) {
        const Counted *block = &m->counted[i];
        const Sum gain = (block->prose > 0 ? 2 * (Sum)block->prose : block->links - block->words) -
                         6 * (Sum)block->links - 6;
        if (i && running >= 0) {
            running += gain;
        }
        else {
            start = i;
            running = gain;
        }
        if (!is_begun || running > best || (running == best && start == best_start)) {
            is_begun = 1;
            best = running;
            best_start = start;
            m->plateau_start = start;
            m->plateau_stop = i + 1;
        }
    }
}

static void
find_core(Measure *m, Core *core, int percent)
{
    const Container *found = NULL;
    for (int i = 0; i < m->container_count; i++) {
        const Container *at = &m->containers[i];
        if (100 * (m->prose[at->stop] - m->prose[at->start]) >= percent * m->all_prose &&
            (found == NULL || at->stop - at->start < found->stop - found->start)) {
            found = at;
        }
    }
    core->start = found->start;
    core->stop = found->stop;
    core->first = -1;
    core->last = m->count;
    for (int i = core->start; i < core->stop; i++) {
        if (m->counted[i].prose > 0) {
            core->first = core->first < 0 ? i : core->first;
            core->last = i;
        }
    }
    core->link_share = link_share(m, core->start, core->stop);
    const Sum words = words_in(m, core->start, core->stop);
    core->words = words > MOST ? MOST : (int)words;
}

static void
find_sections(Measure *m)
{
    int start = 0;
    for (int i = 0; i < m->count; i++) {
        start = m->counted[i].heading ? i : start;
        m->counted[i].section = start;
    }
    int stop = m->count, until = FAR;
    for (int i = m->count - 1; i >= 0; i--) {
        m->counted[i].section_end = stop;
        stop = m->counted[i].heading ? i : stop;
        until = m->counted[i].prose > 0 ? 0 : until < FAR ? until + 1 : FAR;
        m->counted[i].until_prose = (short)until;
    }
    int since = FAR;
    for (int i = 0; i < m->count; i++) {
        since = m->counted[i].prose > 0 ? 0 : since < FAR ? since + 1 : FAR;
        m->counted[i].since_prose = (short)since;
    }
}

static void
find_title(Measure *m)
{
    int heading = -1, part = -1;
    for (int i = m->count - 1; i >= 0; i--) {
        heading = m->counted[i].heading == 1 ? i : heading;
        part = m->counted[i].in_title ? i : part;
    }
    m->title = heading >= 0 ? heading : part;
    for (int i = 0; i < m->count; i++) {
        if (m->counted[i].heading == 1 && m->counted[i].in_title) {
            m->title = i;
            return;
        }
    }
}

static void
sum_up(Measure *m)
{
    for (int i = 0; i < m->count; i++) {
        const Counted *block = &m->counted[i];
        m->prose[i + 1] = m->prose[i] + block->prose;
        m->paragraphs[i + 1] = m->paragraphs[i] + (block->prose > 0);
        m->headings[i + 1] = m->headings[i] + (block->heading > 0);
        m->punctuation[i + 1] = m->punctuation[i] + block->punctuation;
        m->cookies[i + 1] = m->cookies[i] + block->has_cookie;
        m->longest = block->prose > m->longest ? block->prose : m->longest;
        m->first_headings += block->heading == 1;
        m->p += block->kind == 1;
        m->has_main |= (block->marks & MAIN) != 0;
        m->has_article |= (block->marks & ARTICLE) != 0;
    }
    m->all_prose = m->prose[m->count];
}

static void
count_block(Measure *m, int number, Span title, int title_length)
{
    const struct PageBlock *block = &m->blocks[number];
    Counted *counted = &m->counted[number];
    counted->text = stripped(block->text);
    counted->kind = kind_of(tag_of(m, block->element));
    counted->heading = heading_of(tag_of(m, block->element));
    count_characters(counted, title, title_length);
    const int around = parent_of(m, block->first);
    counted->marks = around < 0 ? 0 : m->marks[around];
    counted->property = around < 0 ? 0 : m->properties[around];
    counted->is_dropped |= (counted->marks & (HIDDEN | NOSCRIPT)) != 0;
    counted->in_body = m->in_body ? m->in_body[number] : 0;
    const int own = counted->words - counted->links;
    if (own >= 10 && block->is_sentence && 5 * (Sum)counted->links < 2 * (Sum)counted->words &&
        !counted->is_dropped) {
        counted->prose = counted->marks & OUTSIDE ? own / 5 : own;
    }
}

static int
measure_page(Measure *m, Span title, PyObject *speaks_of_consent)
{
    static const int percents[4] = {35, 50, 65, 80};
    for (int node = 0, at = 0; node <= m->page->count; node++) {
        m->starts[node] = at;
        at += at < m->count && m->blocks[at].first == node;
    }
    for (int i = 0; i < m->count; i++) {
        const struct PageBlock *block = &m->blocks[i];
        m->counted[i].words = block->words;
        m->counted[i].links = block->link_words < block->words ? block->link_words : block->words;
        m->words[i + 1] = m->words[i] + m->counted[i].words;
        m->links[i + 1] = m->links[i] + m->counted[i].links;
    }
    m->all_words = m->words[m->count];
    if (!gather(m, speaks_of_consent)) {
        return 0;
    }
    const int title_length = length_of(title);
    for (int i = 0; i < m->count; i++) {
        count_block(m, i, title, title_length);
    }
    if (!find_containers(m) || !number_blocks(m) || !find_tables(m)) {
        return 0;
    }
    sum_up(m);
    find_sections(m);
    find_title(m);
    find_plateau(m);
    for (int i = 0; i < 4; i++) {
        find_core(m, &m->cores[i], percents[i]);
    }
    return 1;
}

/* --- columns: each function writes those of one block, in the order of the definition --- */

static inline short *
put(short *row, Sum value)
{
    *row = (short)(value > MOST ? MOST : value < -MOST ? -MOST : value);
    return row + 1;
}

static Sum
between(Sum low, Sum value, Sum high)
{
    return value < low ? low : value > high ? high : value;
}

static short *
put_own(const Counted *block, short *row)
{
    row = put(row, block->links);
    row = put(row, share(block->links, block->words));
    row = put(row, block->characters);
    row = put(row, share(block->capitals, block->characters));
    row = put(row, block->kind);
    row = put(row, block->heading);
    row = put(row, block->is_ended);
    row = put(row, block->in_title);
    row = put(row, block->has_cookie);
    return put(row, block->copies);
}

static short *
put_named(const Measure *m, const Counted *block, short *row)
{
    static const unsigned marks[] = {
        NAVIGATION,  FOOTER,       ASIDE,        FORM,       MAIN,           ARTICLE,   NOISE_NAME,
        CONTENT_NAME, REMARK_NAME, CONSENT,      CONTROL,    CAPTION,        AUTHOR_NAME,
        RELATED_NAME, SHARE_NAME,  PROMOTION_NAME, CALL_NAME, MENU_NAME,     UNSEEN_NAME,
        GOODS_NAME,
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        row = put(row, (block->marks & marks[i]) != 0);
    }
    row = put(row, m->has_main && !(block->marks & MAIN));
    row = put(row, m->has_article && !(block->marks & ARTICLE));
    row = put(row, block->property);
    return put(row, block->in_table);
}

static short *
put_page(const Measure *m, short *row)
{
    row = put(row, m->all_words);
    row = put(row, m->all_prose);
    row = put(row, m->count);
    row = put(row, share(m->links[m->count], m->all_words));
    row = put(row, share(m->all_prose, m->all_words));
    row = put(row, m->longest);
    row = put(row, m->paragraphs[m->count]);
    row = put(row, m->image_count);
    row = put(row, m->first_headings);
    return put(row, m->p);
}

static short *
put_neighbour(const Measure *m, int number, short *row)
{
    if (number < 0 || number >= m->count) {
        for (int i = 0; i < 4; i++) {
            row = put(row, -1);
        }
        return row;
    }
    const Counted *block = &m->counted[number];
    row = put(row, block->words);
    row = put(row, share(block->links, block->words));
    row = put(row, block->kind);
    return put(row, block->is_ended);
}

static short *
put_near(const Measure *m, int number, int images_before, short *row)
{
    static const int reaches[] = {1, 3, 6};
    row = put(row, share(number, m->count - 1));
    row = put(row, share(m->words[number], m->all_words));
    row = put(row, share(m->prose[number], m->all_prose));
    row = put(row, share(m->all_prose - m->prose[number + 1], m->all_prose));
    for (int i = 0; i < 3; i++) {
        const int low = number > reaches[i] ? number - reaches[i] : 0;
        const int high = number + reaches[i] + 1 < m->count ? number + reaches[i] + 1 : m->count;
        row = put(row, link_share(m, low, high));
        row = put(row, prose_share(m, low, high));
        row = put(row, words_in(m, low, high) / (high - low));
    }
    row = put_neighbour(m, number - 1, row);
    row = put_neighbour(m, number + 1, row);
    row = put(row, images_before);
    row = put(row, m->counted[number].since_prose);
    return put(row, m->counted[number].until_prose);
}

static short *
put_section(const Measure *m, int number, short *row)
{
    const Counted *block = &m->counted[number];
    const int start = block->section, stop = block->section_end;
    row = put(row, number - start < FAR ? number - start : FAR);
    row = put(row, m->counted[start].heading);
    row = put(row, stop - start);
    row = put(row, link_share(m, start, stop));
    row = put(row, words_in(m, start, stop));
    row = put(row, m->headings[number + 1]);
    if (m->title < 0) {
        return put(put(row, -100), -3001);
    }
    row = put(row, between(-99, number - m->title, 300));
    return put(row, between(-3000, m->words[number] - m->words[m->title], MOST));
}

/* Columns of all containers: what they hold. */
static void
fill_containers(Measure *m)
{
    for (int i = 0; i < m->container_count; i++) {
        Container *held = &m->containers[i];
        const int start = held->start, stop = held->stop, blocks = stop - start;
        const Sum words = words_in(m, start, stop), prose = m->prose[stop] - m->prose[start];
        short *row = held->held;
        row = put(row, blocks);
        row = put(row, words);
        row = put(row, link_share(m, start, stop));
        row = put(row, share(prose, m->all_prose));
        row = put(row, share(prose, words));
        row = put(row, share(m->punctuation[stop] - m->punctuation[start], words));
        row = put(row, share(m->headings[stop] - m->headings[start], blocks));
        row = put(row, share(m->cookies[stop] - m->cookies[start], blocks));
        row = put(row, words / blocks);
        row = put(row, m->paragraphs[stop] - m->paragraphs[start]);
        put(row, kind_of(tag_of(m, held->node)));
    }
}

static short *
put_levels(const Measure *m, int number, short *row)
{
    int at = m->counted[number].container;
    for (int level = 0; level < LEVELS; level++) {
        const Container *held = &m->containers[at];
        memcpy(row, held->held, sizeof held->held);
        row = put(row + HELD, share(number - held->start, held->stop - held->start));
        at = held->parent;
    }
    return row;
}

static short *
put_from_core(const Measure *m, const Core *core, int number, short *row)
{
    const int is_within = number >= core->start && number < core->stop;
    row = put(row, is_within ? share(number - core->start, core->stop - core->start)
                   : number < core->start ? -1
                                          : 1001);
    row = put(row, between(-200, core->stop - number, 200));
    row = put(row, between(-100, number - core->last, 100));
    row = put(row, between(-100, core->first - number, 100));
    int climb = 0;
    const Container *at = &m->containers[m->counted[number].container];
    while (climb < CLIMB && (at->start > core->start || at->stop < core->stop)) {
        climb++;
        at = &m->containers[at->parent];
    }
    row = put(row, climb);
    row = put(row, core->link_share);
    return put(row, core->words);
}

static short *
put_places(const Measure *m, int number, short *row)
{
    int cores = 0;
    row = put(row, number >= m->plateau_start && number < m->plateau_stop);
    short *sum = row++;
    for (int i = 0; i < 4; i++) {
        const Core *core = &m->cores[i];
        const int is_within = number >= core->start && number < core->stop;
        cores += is_within;
        row = put(row, is_within);
        if (i == 1 || i == 3) {
            row = put_from_core(m, core, number, row);
        }
    }
    put(sum, cores);
    return row;
}

/* Columns of all kinds of blocks; those that are no first of their kind have no times. */
static void
fill_alike(const Measure *m, Alike *kinds)
{
    for (int i = 0; i < m->count; i++) {
        if (kinds[i].times) {
            short *row = kinds[i].columns;
            row = put(row, kinds[i].times);
            row = put(row, share(kinds[i].prose, m->all_prose));
            row = put(row, share(kinds[i].links, kinds[i].words));
            row = put(row, kinds[i].words / kinds[i].times);
            put(row, share(kinds[i].prose, kinds[i].words));
        }
    }
}

static short *
put_alike(const Alike *alike, short *row)
{
    memcpy(row, alike->columns, sizeof alike->columns);
    return row + ALIKE;
}

/* Bytes of the columns of all blocks, row by row, or NULL. */
static PyObject *
rows_of(Measure *m, int columns)
{
    PyObject *bytes =
        PyBytes_FromStringAndSize(NULL, (Py_ssize_t)m->count * columns * (Py_ssize_t)sizeof(short));
    if (bytes == NULL) {
        return NULL;
    }
    fill_containers(m);
    fill_alike(m, m->styles);
    fill_alike(m, m->shapes);
    short *row = (short *)PyBytes_AS_STRING(bytes);
    int image = 0, seen = 0;
    for (int i = 0; i < m->count; i++) {
        const Counted *block = &m->counted[i];
        short *end = row;
        while (image < m->image_count && m->images[image] < m->blocks[i].first) {
            image++;
        }
        end = put_own(block, end);
        end = put_named(m, block, end);
        end = put_page(m, end);
        end = put_near(m, i, image - seen, end);
        end = put_section(m, i, end);
        end = put_levels(m, i, end);
        end = put_places(m, i, end);
        end = put_alike(&m->styles[block->style], end);
        end = put_alike(&m->shapes[block->shape], end);
        end = put(end, block->in_body);
        if (end - row != columns) {
            Py_DECREF(bytes);
            PyErr_Format(PyExc_ValueError, "there are %zd columns", end - row);
            return NULL;
        }
        seen = image;
        row = end;
    }
    return bytes;
}

/* --- the function of the module --- */

static int
make_room(Measure *m)
{
    const size_t nodes = (size_t)m->page->count + 1, blocks = (size_t)m->count + 1;
    Sum *sums = m->words = PyMem_Calloc(7 * blocks, sizeof(Sum));
    m->counted = PyMem_Calloc(blocks, sizeof(Counted));
    m->containers = PyMem_Calloc(nodes, sizeof(Container));
    m->styles = PyMem_Calloc(2 * blocks, sizeof(Alike));
    int *numbers = m->starts = PyMem_Calloc(5 * nodes, sizeof(int));
    if (!sums || !m->counted || !m->containers || !m->styles || !numbers) {
        PyErr_NoMemory();
        return 0;
    }
    m->shapes = m->styles + blocks;
    m->links = sums + blocks;
    m->prose = sums + 2 * blocks;
    m->paragraphs = sums + 3 * blocks;
    m->headings = sums + 4 * blocks;
    m->punctuation = sums + 5 * blocks;
    m->cookies = sums + 6 * blocks;
    m->container = numbers + nodes;
    m->depth = numbers + 2 * nodes;
    m->marks = (unsigned *)(numbers + 3 * nodes);
    m->properties = (unsigned *)(numbers + 4 * nodes);
    return 1;
}

static int
read_images(Measure *m, PyObject *images)
{
    m->image_count = (int)PyList_GET_SIZE(images);
    m->images = PyMem_Calloc((size_t)m->image_count + 1, sizeof(int));
    if (m->images == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (int i = 0; i < m->image_count; i++) {
        m->images[i] = (int)PyLong_AsLong(PyList_GET_ITEM(images, i));
    }
    return !PyErr_Occurred();
}

static PyObject *
result_of(Measure *m, int columns)
{
    PyObject *rows = rows_of(m, columns);
    PyObject *marks =
        PyBytes_FromStringAndSize(NULL, (Py_ssize_t)m->count * (Py_ssize_t)sizeof(unsigned));
    PyObject *dropped = PyBytes_FromStringAndSize(NULL, m->count);
    PyObject *result = NULL;
    if (rows && marks && dropped) {
        unsigned *mark = (unsigned *)PyBytes_AS_STRING(marks);
        for (int i = 0; i < m->count; i++) {
            mark[i] = m->counted[i].marks;
            PyBytes_AS_STRING(dropped)[i] = (char)m->counted[i].is_dropped;
        }
        result = PyTuple_Pack(3, rows, marks, dropped);
    }
    Py_XDECREF(rows);
    Py_XDECREF(marks);
    Py_XDECREF(dropped);
    return result;
}

PyObject *
pagemill_measure(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 6 || !PyUnicode_Check(args[1]) || !PyList_Check(args[2]) ||
        !PyBytes_Check(args[3]) || !PyLong_Check(args[5])) {
        PyErr_SetString(PyExc_TypeError,
                        "measure(page, title: str, images: list, in_body: bytes, "
                        "speaks_of_consent, columns: int)");
        return NULL;
    }
    Measure m;
    memset(&m, 0, sizeof m);
    m.page = page_check(args[0]);
    Span title = {NULL, 0};
    title.at = m.page ? PyUnicode_AsUTF8AndSize(args[1], &title.length) : NULL;
    if (title.at == NULL) {
        return NULL;
    }
    m.blocks = m.page->blocks.items;
    m.count = m.page->blocks.count;
    if (m.count == 0 || (PyBytes_GET_SIZE(args[3]) && PyBytes_GET_SIZE(args[3]) != m.count)) {
        PyErr_SetString(PyExc_ValueError, "a page with blocks, and a number for each or none");
        return NULL;
    }
    m.in_body = PyBytes_GET_SIZE(args[3]) ? (const unsigned char *)PyBytes_AS_STRING(args[3]) : NULL;
    PyObject *result = NULL;
    if (make_room(&m) && read_images(&m, args[2]) && measure_page(&m, title, args[4])) {
        result = result_of(&m, (int)PyLong_AsLong(args[5]));
    }
    PyMem_Free(m.words);
    PyMem_Free(m.counted);
    PyMem_Free(m.containers);
    PyMem_Free(m.styles);
    PyMem_Free(m.starts);
    PyMem_Free(m.images);
    return result;
}
