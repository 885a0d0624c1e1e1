/* The insides of blocks with white space collapsed, in all forms: pagemill.view.forms.inline. */

#include "forms.h"

#define REACH 32 /* ancestors looked at */

typedef struct {
    Py_ssize_t from, to;  /* in the text of the line */
    int path[REACH], depth; /* inline elements around, outermost first */
} Piece;

enum { NO_MARKUP, OTHER, LINK, CODE, STRONG, EMPHASIS }; /* what an inline element means */

/* An inline element that is open, with what has been written inside. */
typedef struct {
    int node;
    Text markdown, html;
} Level;

struct Line {
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
};

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

/* Bytes that white space, of no width too, may begin with. */
static const unsigned char MAY_BE_SPACE[256] = {
    ['\t'] = 1, ['\n'] = 1, ['\v'] = 1, ['\f'] = 1, ['\r'] = 1, [0x1C] = 1, [0x1D] = 1, [0x1E] = 1,
    [0x1F] = 1, [' '] = 1,  [0xC2] = 1, [0xE1] = 1, [0xE2] = 1, [0xE3] = 1, [0xEF] = 1,
};

static void
add_text(Line *line, const PageNode *node)
{
    const char *at = node->text, *end = at + node->length;
    char *to = line->text + line->length;
    while (at < end) {
        const char *from = at;
        while (at < end && !MAY_BE_SPACE[(unsigned char)*at]) {
            *to++ = *at++;
        }
        line->is_blank = line->is_blank && at == from;
        if (at == end) {
            break;
        }
        from = at;
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

/* Whether what begins with & reads as a character reference, of which Markdown shows the
   character. */
static int
is_reference(const char *at, const char *end)
{
    at += at + 1 < end && at[1] == '#' ? 2 : 1;
    int length = 0;
    while (at < end && length <= 32 && Py_ISALNUM(*at)) {
        at++;
        length++;
    }
    return length && length <= 32 && at < end && *at == ';';
}

static void
add_markdown(Text *text, Span plain)
{
    static const unsigned char IS_MARK[256] = {
        ['\\'] = 1, ['`'] = 1, ['*'] = 1, ['_'] = 1, ['['] = 1,
        [']'] = 1,  ['<'] = 1, ['>'] = 1, ['|'] = 1,
    };
    const char *from = plain.at, *end = plain.at + plain.length;
    for (const char *at = from; at < end; at++) {
        if (IS_MARK[(unsigned char)*at] || (*at == '&' && is_reference(at, end))) {
            text_add(text, (Span){from, at - from});
            text_add_word(text, "\\");
            from = at;
        }
    }
    text_add(text, (Span){from, end - from});
}

/* An address in parentheses: what would end it there is written by number. */
static void
add_target(Text *text, Span href)
{
    const char *at = href.at, *end = href.at + href.length;
    while (at < end) {
        const char *from = at;
        const Py_UCS4 c = page_character(&at);
        if (!page_is_space(c) && !(c && c < 128 && strchr("()<>\\", (int)c) != NULL)) {
            text_add(text, (Span){from, at - from});
            continue;
        }
        for (; from < at; from++) {
            char written[4];
            PyOS_snprintf(written, sizeof written, "%%%02X", (unsigned)(unsigned char)*from);
            text_add_word(text, written);
        }
    }
}

/* Code between marks longer than any inside. */
static void
add_code(Text *text, Span code)
{
    const Py_ssize_t fence = longest_run(code, '`') + 1;
    const char *pad = code.at[0] == '`' || code.at[code.length - 1] == '`' ? " " : "";
    text_add_times(text, '`', fence);
    text_add_word(text, pad);
    text_add(text, code);
    text_add_word(text, pad);
    text_add_times(text, '`', fence);
}

static void
add_link(Text *text, Span core, Span href)
{
    text_add_word(text, "[");
    text_add(text, core);
    text_add_word(text, "](");
    add_target(text, href);
    text_add_word(text, ")");
}

/* Markdown of an inline element with this inside. */
static void
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
        text_add_word(text, inner.length ? " " : "");
        return;
    }
    /* Marks must touch the words, or they are read as characters. */
    text_add_word(text, core.at > inner.at ? " " : "");
    if (meaning == CODE) {
        add_code(text, core);
    }
    else if (href.length) {
        add_link(text, core, href);
    }
    else {
        const char *mark = meaning == STRONG ? "**" : meaning == EMPHASIS ? "*" : "";
        text_add_word(text, mark);
        text_add(text, core);
        text_add_word(text, mark);
    }
    text_add_word(text, core.at + core.length == inner.at + inner.length ? "" : " ");
}

static void
open_element(Line *line, int node)
{
    Level *level = &line->levels[++line->depth];
    level->node = node;
    level->markdown.length = level->html.length = 0;
    line->in_code += line->meanings[line->page->nodes[node].kind] == CODE;
}

/* The absolute address of a link; empty where there is none, or an error. *held keeps its
 * characters. */
static Span
find_href(const Line *line, int node, PyObject **held)
{
    Span stated, href = {NULL, 0};
    if (PyErr_Occurred() || !page_attribute(line->page, node, NAME_HREF, &stated) ||
        stated.length == 0) {
        return href;
    }
    PyObject *written = text_object(stated);
    *held = written ? PyObject_CallOneArg(line->resolve, written) : NULL;
    Py_XDECREF(written);
    if (*held != NULL && *held != Py_None) {
        href.at = PyUnicode_AsUTF8AndSize(*held, &href.length);
        href.length = href.at ? href.length : 0;
    }
    return href;
}

static void
add_html_link(Text *text, Span html, Span href)
{
    if (href.length == 0) {
        text_add(text, html);
        return;
    }
    text_add_word(text, "<a href=\"");
    text_add_html(text, href, 1);
    text_add_word(text, "\">");
    text_add(text, html);
    text_add_word(text, "</a>");
}

static void
add_html_element(Text *text, Span html, Span name)
{
    text_add_word(text, "<");
    text_add(text, name);
    text_add_word(text, ">");
    text_add(text, html);
    text_add_word(text, "</");
    text_add(text, name);
    text_add_word(text, ">");
}

static void
close_element(Line *line)
{
    Level *level = &line->levels[line->depth--], *outer = level - 1;
    const int kind = line->page->nodes[level->node].kind, meaning = line->meanings[kind];
    const Span html = text_span(&level->html), markdown = text_span(&level->markdown);
    Span href = {NULL, 0};
    PyObject *held = NULL;
    if (meaning == LINK) {
        href = find_href(line, level->node, &held);
        add_html_link(&outer->html, html, href);
    }
    else {
        add_html_element(&outer->html, html, line->written[kind]);
    }
    line->in_code -= meaning == CODE;
    if (line->in_code) {
        text_add(&outer->markdown, markdown);
    }
    else {
        add_marked(&outer->markdown, markdown, meaning, href);
    }
    Py_XDECREF(held);
}

/* Closes and opens elements until those of a path are open. */
static void
move(Line *line, const int *path, int depth)
{
    int common = 0;
    while (common < depth && common < line->depth &&
           line->levels[common + 1].node == path[common]) {
        common++;
    }
    while (line->depth > common) {
        close_element(line);
    }
    while (line->depth < depth) {
        open_element(line, path[line->depth]);
    }
}

static void
write_markup(Line *line)
{
    line->levels[0].markdown.length = line->levels[0].html.length = 0;
    line->depth = line->in_code = 0;
    for (int i = 0; i < line->count; i++) {
        const Piece *piece = &line->pieces[i];
        const Span text = {line->text + piece->from, piece->to - piece->from};
        move(line, piece->path, piece->depth);
        Level *level = &line->levels[line->depth];
        text_add_html(&level->html, text, 0);
        if (line->in_code) {
            text_add(&level->markdown, text);
        }
        else {
            add_markdown(&level->markdown, text);
        }
    }
    move(line, NULL, 0);
}

int
line_write(Line *line, const struct PageBlock *block, Forms *forms)
{
    if (!read_block(line, block)) {
        return 0;
    }
    write_markup(line);
    const Py_ssize_t length = line->count ? line->pieces[line->count - 1].to : 0;
    forms->text = (Span){line->text, length};
    forms->markdown = text_span(&line->levels[0].markdown);
    forms->html = text_span(&line->levels[0].html);
    return !PyErr_Occurred();
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

Line *
line_new(Page *page, PyObject *written, PyObject *resolve)
{
    Line *line = PyMem_Calloc(1, sizeof(Line));
    if (line == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    line->page = page;
    line->resolve = resolve;
    if (!prepare(line, written)) {
        line_free(line);
        return NULL;
    }
    return line;
}

void
line_free(Line *line)
{
    for (int i = 0; line->levels != NULL && i <= REACH; i++) {
        PyMem_Free(line->levels[i].markdown.at);
        PyMem_Free(line->levels[i].html.at);
    }
    PyMem_Free(line->levels);
    PyMem_Free(line->meanings);
    PyMem_Free(line->written);
    PyMem_Free(line->text);
    PyMem_Free(line->pieces);
    PyMem_Free(line);
}
