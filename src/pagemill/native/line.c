/* The insides of blocks with white space collapsed, in all forms: pagemill.view.forms.inline. */

#include "pagemill.h"

#define REACH 32 /* ancestors looked at */

typedef struct {
    Py_ssize_t from, to;  /* in the text of the line */
    int path[REACH], depth; /* inline elements around, outermost first */
} Piece;

enum { NO_MARKUP, OTHER, LINK, CODE, STRONG, EMPHASIS }; /* what an inline element means */

typedef struct {
    char *at;
    Py_ssize_t length, room;
} Text;

/* An inline element that is open, with what has been written inside. */
typedef struct {
    int node;
    Text markdown, html;
} Level;

typedef struct {
    Page *page;
    PyObject *resolve;
    int *meanings; /* by kind */
    Span *written; /* name in HTML, by kind */
    char *text;
    Py_ssize_t length, text_room;
    int is_blank; /* whether the text ends in a blank, or has not begun */
    Piece *pieces;
    int count, room;
    Level *levels; /* the first is what is outside of all */
    int depth, in_code;
} Line;

static void
find_path(const Line *line, int node, int element, Piece *piece)
{
    int found[REACH];
    piece->depth = 0;
    for (int i = 0; i < REACH; i++) {
        node = line->page->nodes[node].parent;
        if (node <= element) {
            break;
        }
        if (line->meanings[line->page->nodes[node].kind]) {
            found[piece->depth++] = node;
        }
    }
    for (int i = 0; i < piece->depth; i++) {
        piece->path[i] = found[piece->depth - 1 - i];
    }
}

static void
add_text(Line *line, const PageNode *node)
{
    const char *at = node->text, *end = at + node->length;
    char *to = line->text + line->length;
    while (at < end) {
        const char *from = at;
        const Py_UCS4 c = page_character(&at);
        if (page_is_space(c) || c == 0x200B || c == 0xFEFF) {
            if (!line->is_blank) {
                *to++ = ' ';
                line->is_blank = 1;
            }
            continue;
        }
        line->is_blank = 0;
        while (from < at) {
            *to++ = *from++;
        }
    }
    line->length = to - line->text;
}

static int
has_same_path(const Piece *one, const Piece *other)
{
    return one->depth == other->depth &&
           memcmp(one->path, other->path, (size_t)one->depth * sizeof(int)) == 0;
}

/* Reads a block into pieces; 0 where there is no memory. */
static int
read_block(Line *line, const struct PageBlock *block)
{
    const Page *page = line->page;
    line->count = 0;
    line->length = 0;
    line->is_blank = 1;
    if (block->text.length > line->text_room) {
        PyMem_Free(line->text);
        line->text_room = block->text.length * 2;
        line->text = PyMem_Malloc((size_t)line->text_room);
        if (line->text == NULL) {
            PyErr_NoMemory();
            return 0;
        }
    }
    for (int node = block->first; node <= block->last; node++) {
        if (!page->blocks.shown[node]) {
            continue;
        }
        if (!page_grown(&line->pieces, line->count, &line->room, sizeof(Piece))) {
            return 0;
        }
        Piece *piece = &line->pieces[line->count];
        piece->from = line->length;
        find_path(line, node, block->element, piece);
        add_text(line, &page->nodes[node]);
        piece->to = line->length;
        if (piece->to > piece->from) {
            if (line->count && has_same_path(piece, piece - 1)) {
                (piece - 1)->to = piece->to;
            }
            else {
                line->count++;
            }
        }
    }
    if (line->count && line->is_blank) {
        Piece *last = &line->pieces[line->count - 1];
        last->to--; /* the blank at the end, which a browser would not show */
        line->count -= last->to == last->from;
    }
    return 1;
}

/* --- inline markup --- */

static int
room_for(Text *text, Py_ssize_t more)
{
    if (text->length + more > text->room) {
        const Py_ssize_t room = (text->length + more) * 2 + 64;
        char *moved = PyMem_Realloc(text->at, (size_t)room);
        if (moved == NULL) {
            PyErr_NoMemory();
            return 0;
        }
        text->at = moved;
        text->room = room;
    }
    return 1;
}

static int
add(Text *text, const char *at, Py_ssize_t length)
{
    if (!room_for(text, length)) {
        return 0;
    }
    memcpy(text->at + text->length, at, (size_t)length);
    text->length += length;
    return 1;
}

static int
add_word(Text *text, const char *word)
{
    return add(text, word, (Py_ssize_t)strlen(word));
}

static int
add_html(Text *text, Span plain, int is_value)
{
    for (Py_ssize_t i = 0; i < plain.length; i++) {
        const char *written = NULL;
        switch (plain.at[i]) {
        case '&':
            written = "&amp;";
            break;
        case '<':
            written = "&lt;";
            break;
        case '>':
            written = "&gt;";
            break;
        case '"':
            written = is_value ? "&quot;" : NULL;
            break;
        case '\'':
            written = is_value ? "&#x27;" : NULL;
            break;
        default:
            break;
        }
        if (!(written ? add_word(text, written) : add(text, plain.at + i, 1))) {
            return 0;
        }
    }
    return 1;
}

static int
add_markdown(Text *text, Span plain)
{
    for (Py_ssize_t i = 0; i < plain.length; i++) {
        const char c = plain.at[i];
        const int is_special = c && strchr("\\`*_[]<>|", c) != NULL;
        if ((is_special && !add(text, "\\", 1)) || !add(text, &c, 1)) {
            return 0;
        }
    }
    return 1;
}

/* An address in parentheses: what would end it there is written by number. */
static int
add_target(Text *text, Span href)
{
    const char *at = href.at, *end = href.at + href.length;
    while (at < end) {
        const char *from = at;
        const Py_UCS4 c = page_character(&at);
        if (!page_is_space(c) && !(c < 128 && strchr("()<>\\", (int)c) != NULL)) {
            if (!add(text, from, at - from)) {
                return 0;
            }
            continue;
        }
        for (; from < at; from++) {
            char written[4];
            PyOS_snprintf(written, sizeof written, "%%%02X", (unsigned)(unsigned char)*from);
            if (!add_word(text, written)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Code between marks longer than any inside. */
static int
add_code(Text *text, Span code)
{
    Py_ssize_t fence = 0, run = 0;
    for (Py_ssize_t i = 0; i < code.length; i++) {
        run = code.at[i] == '`' ? run + 1 : 0;
        fence = run > fence ? run : fence;
    }
    fence++;
    const int is_padded = code.at[0] == '`' || code.at[code.length - 1] == '`';
    if (!room_for(text, 2 * fence + code.length + 2)) {
        return 0;
    }
    memset(text->at + text->length, '`', (size_t)fence);
    text->length += fence;
    int is_fine = (!is_padded || add(text, " ", 1)) && add(text, code.at, code.length) &&
                  (!is_padded || add(text, " ", 1)) && room_for(text, fence);
    if (is_fine) {
        memset(text->at + text->length, '`', (size_t)fence);
        text->length += fence;
    }
    return is_fine;
}

/* Markdown of an inline element with this inside. */
static int
add_marked(Text *text, Span inner, int meaning, Span href)
{
    Span core = inner;
    while (core.length && core.at[0] == ' ') {
        core.at++;
        core.length--;
    }
    while (core.length && core.at[core.length - 1] == ' ') {
        core.length--;
    }
    if (core.length == 0) {
        return inner.length ? add(text, " ", 1) : 1;
    }
    /* Marks must touch the words, or they are read as characters. */
    if (core.at > inner.at && !add(text, " ", 1)) {
        return 0;
    }
    int is_fine;
    if (meaning == CODE) {
        is_fine = add_code(text, core);
    }
    else if (href.length) {
        is_fine = add(text, "[", 1) && add(text, core.at, core.length) && add(text, "](", 2) &&
                  add_target(text, href) && add(text, ")", 1);
    }
    else {
        const char *mark = meaning == STRONG ? "**" : meaning == EMPHASIS ? "*" : "";
        is_fine = add_word(text, mark) && add(text, core.at, core.length) && add_word(text, mark);
    }
    return is_fine && (core.at + core.length == inner.at + inner.length || add(text, " ", 1));
}

static int
open_element(Line *line, int node)
{
    Level *level = &line->levels[++line->depth];
    level->node = node;
    level->markdown.length = level->html.length = 0;
    line->in_code += line->meanings[line->page->nodes[node].kind] == CODE;
    return 1;
}

/* The absolute address of a link; empty where there is none. *held keeps its characters. */
static int
find_href(Line *line, int node, Span *href, PyObject **held)
{
    Span stated;
    *href = (Span){NULL, 0};
    if (!page_attribute(line->page, node, NAME_HREF, &stated) || stated.length == 0) {
        return 1;
    }
    PyObject *written = PyUnicode_DecodeUTF8(stated.at, stated.length, NULL);
    *held = written ? PyObject_CallOneArg(line->resolve, written) : NULL;
    Py_XDECREF(written);
    if (*held == NULL || *held == Py_None) {
        return *held != NULL;
    }
    href->at = PyUnicode_AsUTF8AndSize(*held, &href->length);
    return href->at != NULL;
}

static int
close_element(Line *line)
{
    Level *level = &line->levels[line->depth--], *outer = level - 1;
    const int kind = line->page->nodes[level->node].kind, meaning = line->meanings[kind];
    const Span html = {level->html.at, level->html.length};
    const Span markdown = {level->markdown.at, level->markdown.length};
    Span href = {NULL, 0};
    PyObject *held = NULL;
    int is_fine = meaning != LINK || find_href(line, level->node, &href, &held);
    if (meaning == LINK) {
        is_fine = is_fine && (!href.length || (add_word(&outer->html, "<a href=\"") &&
                                               add_html(&outer->html, href, 1) &&
                                               add_word(&outer->html, "\">"))) &&
                  add(&outer->html, html.at, html.length) &&
                  (!href.length || add_word(&outer->html, "</a>"));
    }
    else {
        const Span name = line->written[kind];
        is_fine = is_fine && add(&outer->html, "<", 1) &&
                  add(&outer->html, name.at, name.length) && add(&outer->html, ">", 1) &&
                  add(&outer->html, html.at, html.length) && add(&outer->html, "</", 2) &&
                  add(&outer->html, name.at, name.length) && add(&outer->html, ">", 1);
    }
    line->in_code -= meaning == CODE;
    is_fine = is_fine && (line->in_code ? add(&outer->markdown, markdown.at, markdown.length)
                                        : add_marked(&outer->markdown, markdown, meaning, href));
    Py_XDECREF(held);
    return is_fine;
}

/* Closes and opens elements until those of a path are open. */
static int
move(Line *line, const int *path, int depth)
{
    int common = 0;
    while (common < depth && common < line->depth &&
           line->levels[common + 1].node == path[common]) {
        common++;
    }
    while (line->depth > common) {
        if (!close_element(line)) {
            return 0;
        }
    }
    while (line->depth < depth) {
        if (!open_element(line, path[line->depth])) {
            return 0;
        }
    }
    return 1;
}

static int
write_markup(Line *line)
{
    line->levels[0].markdown.length = line->levels[0].html.length = 0;
    line->depth = line->in_code = 0;
    for (int i = 0; i < line->count; i++) {
        const Piece *piece = &line->pieces[i];
        const Span text = {line->text + piece->from, piece->to - piece->from};
        if (!move(line, piece->path, piece->depth)) {
            return 0;
        }
        Level *level = &line->levels[line->depth];
        if (!add_html(&level->html, text, 0) ||
            !(line->in_code ? add(&level->markdown, text.at, text.length)
                            : add_markdown(&level->markdown, text))) {
            return 0;
        }
    }
    return move(line, NULL, 0);
}

static PyObject *
form_object(const Text *form, PyObject *plain, Span text)
{
    if (form->length == text.length &&
        memcmp(form->at, text.at, (size_t)text.length) == 0) {
        return Py_NewRef(plain);
    }
    return PyUnicode_DecodeUTF8(form->at, form->length, NULL);
}

/* A line in all forms: text, Markdown, HTML. */
static PyObject *
line_object(Line *line)
{
    const Span text = {line->text, line->count ? line->pieces[line->count - 1].to : 0};
    PyObject *plain = PyUnicode_DecodeUTF8(text.at ? text.at : "", text.length, NULL);
    if (plain == NULL || text.length == 0) {
        return plain ? Py_BuildValue("(NOO)", plain, plain, plain) : NULL;
    }
    if (!write_markup(line)) {
        Py_DECREF(plain);
        return NULL;
    }
    PyObject *markdown = form_object(&line->levels[0].markdown, plain, text);
    PyObject *html = form_object(&line->levels[0].html, plain, text);
    if (markdown == NULL || html == NULL) {
        Py_DECREF(plain);
        Py_XDECREF(markdown);
        Py_XDECREF(html);
        return NULL;
    }
    return Py_BuildValue("(NNN)", plain, markdown, html);
}

/* Learns how each kind of the page is written; 0 and an error. */
static int
prepare(Line *line, PyObject *written)
{
    const PageNames *kinds = &line->page->kinds;
    line->meanings = PyMem_Calloc((size_t)kinds->count, sizeof(int));
    line->written = PyMem_Calloc((size_t)kinds->count, sizeof(Span));
    line->levels = PyMem_Calloc(REACH + 1, sizeof(Level));
    if (!line->meanings || !line->written || !line->levels) {
        PyErr_NoMemory();
        return 0;
    }
    Py_ssize_t place = 0;
    PyObject *tag, *name;
    while (PyDict_Next(written, &place, &tag, &name)) {
        Py_ssize_t length;
        Span spelt;
        const char *at = PyUnicode_AsUTF8AndSize(tag, &length);
        spelt.at = at ? PyUnicode_AsUTF8AndSize(name, &spelt.length) : NULL;
        if (spelt.at == NULL) {
            return 0;
        }
        const int kind = page_known(kinds, at, length);
        if (kind >= 0) {
            line->written[kind] = spelt;
            line->meanings[kind] = strcmp(spelt.at, "a") == 0        ? LINK
                                   : strcmp(spelt.at, "code") == 0   ? CODE
                                   : strcmp(spelt.at, "strong") == 0 ? STRONG
                                   : strcmp(spelt.at, "em") == 0     ? EMPHASIS
                                                                     : OTHER;
        }
    }
    return 1;
}

PyObject *
page_lines(Page *page, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3 || !PyList_Check(args[0]) || !PyDict_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "lines(blocks: list, written: dict, resolve)");
        return NULL;
    }
    Line line;
    memset(&line, 0, sizeof line);
    line.page = page;
    line.resolve = args[2];
    const Py_ssize_t size = PyList_GET_SIZE(args[0]);
    PyObject *lines = prepare(&line, args[1]) ? PyList_New(size) : NULL;
    for (Py_ssize_t i = 0; lines != NULL && i < size; i++) {
        const Py_ssize_t number = PyLong_AsSsize_t(PyList_GET_ITEM(args[0], i));
        PyObject *made = NULL;
        if (number < 0 || number >= page->blocks.count) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_IndexError, "no such block");
            }
        }
        else if (read_block(&line, &page->blocks.items[number])) {
            made = line_object(&line);
        }
        if (made == NULL) {
            Py_CLEAR(lines);
        }
        else {
            PyList_SET_ITEM(lines, i, made);
        }
    }
    for (int i = 0; line.levels != NULL && i <= REACH; i++) {
        PyMem_Free(line.levels[i].markdown.at);
        PyMem_Free(line.levels[i].html.at);
    }
    PyMem_Free(line.levels);
    PyMem_Free(line.meanings);
    PyMem_Free(line.written);
    PyMem_Free(line.text);
    PyMem_Free(line.pieces);
    return lines;
}
