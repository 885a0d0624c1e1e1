/* The kept blocks as text, Markdown and clean HTML: the loop of pagemill.view.forms.render, and
 * the writers of pagemill.view.forms.writers.
 *
 * The Python functions are the definition; here are the same by the same names. A chain of
 * elements is told by its innermost one, from which Element.outer leads outwards.
 */

#include "forms.h"

enum { MAX_STRUCTURE = 40 };

/* What a tag means, as a sum. */
enum {
    LIST = 1 << 0,
    ITEM = 1 << 1,
    QUOTE = 1 << 2,
    HEADING = 1 << 3,
    TABLE = 1 << 4,
    CAPTION = 1 << 5,
    ROW = 1 << 6,
    CELL = 1 << 7,
    PREFORMATTED = 1 << 8,
    FIGURE = 1 << 9,
    TIGHT = HEADING | CELL | CAPTION,
    MARKED = ITEM | QUOTE,
    BARE = ITEM | FIGURE,
};

static const unsigned short MEANINGS[KNOWN_TAGS] = {
    [TAG_UL] = LIST,          [TAG_OL] = LIST,           [TAG_DL] = LIST,
    [TAG_LI] = ITEM,          [TAG_DT] = ITEM,           [TAG_DD] = ITEM,
    [TAG_H1] = HEADING,       [TAG_H2] = HEADING,        [TAG_H3] = HEADING,
    [TAG_H4] = HEADING,       [TAG_H5] = HEADING,        [TAG_H6] = HEADING,
    [TAG_TABLE] = TABLE,      [TAG_CAPTION] = CAPTION,   [TAG_TR] = ROW,
    [TAG_TD] = CELL,          [TAG_TH] = CELL,           [TAG_BLOCKQUOTE] = QUOTE,
    [TAG_FIGURE] = FIGURE,    [TAG_FIGCAPTION] = FIGURE,
    [TAG_PRE] = PREFORMATTED, [TAG_LISTING] = PREFORMATTED,
    [TAG_XMP] = PREFORMATTED, [TAG_PLAINTEXT] = PREFORMATTED,
};

/* What is known of a node besides its tag. */
typedef struct {
    int inner;  /* innermost element with meaning that is around it or itself; -1: none */
    int outer;  /* of an element with meaning: the next one around */
    int number; /* of an ordered list that was entered: that of its next item */
    unsigned char depth; /* of an element with meaning: how many are open with it */
    unsigned char is_table, is_started, is_numbered;
} Element;

/* Lines with an end of line between them. */
typedef struct {
    Text text;
    Py_ssize_t last; /* where the last line begins */
    int is_begun;
} Lines;

/* Cells of the row of a table that is open, with a sign between them. */
typedef struct {
    const char *between;
    Text text;
    Py_ssize_t last; /* where the last cell begins */
    int is_open, cells;
    int is_awaited; /* of the text: a cell is open and has nothing yet */
} Row;

typedef struct {
    Lines lines;
    Row row;
} TextWriter;

typedef struct {
    Text out;
    int in_paragraph, is_fresh;
} HtmlWriter;

typedef struct {
    Lines lines;
    Row row;
    int open_items, has_head;
} MarkdownWriter;

typedef struct {
    Page *page;
    Line *line;
    Element *elements; /* one a node */
    PyObject *album;   /* images to show: node, Markdown, HTML */
    Py_ssize_t shown;  /* how many of them were written */
    int open[MAX_STRUCTURE], depth; /* elements with meaning, outermost first */
    TextWriter text;
    HtmlWriter html;
    MarkdownWriter markdown;
} Render;

static int
tag_of(const Render *render, int node)
{
    return render->page->nodes[node].kind;
}

static int
meaning_of(const Render *render, int node)
{
    const int tag = node < 0 ? KNOWN_TAGS : tag_of(render, node);
    return tag < KNOWN_TAGS ? MEANINGS[tag] : 0;
}

/* The innermost element that is open; -1: none. */
static int
innermost(const Render *render)
{
    return render->depth ? render->open[render->depth - 1] : -1;
}

static Span
name_of(const Render *render, int node)
{
    return render->page->kinds.items[tag_of(render, node)].text;
}

/* --- outline --- */

static int
has_meaning(const Render *render, int node, int outer)
{
    const int tag = tag_of(render, node), around = outer < 0 ? TAG_TEXT : tag_of(render, outer);
    switch (tag) {
    case TAG_TABLE:
        return render->elements[node].is_table;
    case TAG_TR: case TAG_CAPTION:
        return around == TAG_TABLE;
    case TAG_TD: case TAG_TH:
        return around == TAG_TR;
    default:
        break;
    }
    if (meaning_of(render, outer) & (TABLE | TIGHT)) {
        return 0;
    }
    switch (tag) {
    case TAG_LI:
        return around == TAG_UL || around == TAG_OL;
    case TAG_DT: case TAG_DD:
        return around == TAG_DL;
    case TAG_FIGCAPTION:
        return around == TAG_FIGURE;
    default:
        return (meaning_of(render, node) & (LIST | QUOTE | HEADING | FIGURE)) != 0;
    }
}

/* Finds which elements with meaning are around each node. */
static void
find_chains(Render *render)
{
    const PageNode *nodes = render->page->nodes;
    for (int node = 0; node < render->page->count; node++) {
        Element *element = &render->elements[node];
        const int outer = nodes[node].parent < 0 ? -1 : render->elements[nodes[node].parent].inner;
        const int depth = outer < 0 ? 0 : render->elements[outer].depth;
        element->inner = outer;
        if (meaning_of(render, node) && depth < MAX_STRUCTURE && has_meaning(render, node, outer)) {
            element->inner = node;
            element->outer = outer;
            element->depth = (unsigned char)(depth + 1);
        }
    }
}

/* --- numbers in attributes --- */

/* Reads a number of so many digits at most; -1 where an attribute is none. */
static int
number_in(const Render *render, int node, int name, int most_digits)
{
    Span value;
    if (!page_attribute(render->page, node, name, &value) || value.length == 0 ||
        value.length > most_digits) {
        return -1;
    }
    int number = 0;
    for (Py_ssize_t i = 0; i < value.length; i++) {
        if (!Py_ISDIGIT(value.at[i])) {
            return -1;
        }
        number = 10 * number + (value.at[i] - '0');
    }
    return number;
}

/* First number of an ordered list. */
static int
start_of(const Render *render, int node)
{
    const int start = number_in(render, node, NAME_START, 9);
    return start < 0 ? 1 : start;
}

/* --- lines and rows --- */

static void
begin_line(Lines *lines)
{
    text_add_word(&lines->text, lines->is_begun ? "\n" : "");
    lines->is_begun = 1;
    lines->last = lines->text.length;
}

static Span
last_line(const Lines *lines)
{
    return (Span){lines->text.at + lines->last, lines->text.length - lines->last};
}

static int
is_blank(Span line)
{
    const char *at = line.at, *end = line.at + line.length;
    while (at < end) {
        if (!page_is_space(page_character(&at))) {
            return 0;
        }
    }
    return 1;
}

static void
open_row(Row *row)
{
    row->is_open = 1;
    row->cells = row->is_awaited = 0;
    row->text.length = 0;
}

static void
close_row(Row *row)
{
    row->is_open = row->cells = row->is_awaited = 0;
}

static void
add_cell(Row *row)
{
    if (row->is_open) {
        text_add_word(&row->text, row->cells ? row->between : "");
        row->last = row->text.length;
        row->cells++;
    }
}

/* Adds a line to the last cell, which neither begins nor ends with a blank. */
static void
add_to_cell(Row *row, Span line)
{
    Text *text = &row->text;
    if (text->length > row->last) {
        text_add_word(text, " ");
    }
    else {
        while (line.length && line.at[0] == ' ') {
            line.at++;
            line.length--;
        }
    }
    text_add(text, line);
    while (text->length > row->last && text->at[text->length - 1] == ' ') {
        text->length--;
    }
}

/* --- text --- */

static void
text_enter(TextWriter *text, int meaning)
{
    if (meaning == ROW) {
        open_row(&text->row);
    }
    else if (meaning == CELL) {
        text->row.is_awaited = text->row.is_open;
    }
}

static void
text_line(TextWriter *text, Span plain)
{
    if (text->row.is_awaited) { /* not before, as a cell of images has no text */
        add_cell(&text->row);
        text->row.is_awaited = 0;
    }
    if (text->row.cells) {
        add_to_cell(&text->row, plain);
        return;
    }
    begin_line(&text->lines);
    text_add(&text->lines.text, plain);
}

static void
text_leave(TextWriter *text, int meaning)
{
    if (meaning == ROW && text->row.is_open) {
        if (text->row.cells) {
            begin_line(&text->lines);
            text_add(&text->lines.text, text_span(&text->row.text));
        }
        close_row(&text->row);
    }
}

static void
text_code(TextWriter *text, Span code)
{
    begin_line(&text->lines);
    text_add(&text->lines.text, code);
}

/* --- HTML --- */

static void
end_paragraph(HtmlWriter *html)
{
    if (html->in_paragraph) {
        text_add_word(&html->out, "</p>");
        html->in_paragraph = 0;
    }
}

static void
add_attribute(Text *out, const char *before, int number)
{
    text_add_word(out, before);
    text_add_number(out, number);
    text_add_word(out, "\"");
}

static void
add_attributes(Render *render, int node)
{
    Text *out = &render->html.out;
    if (tag_of(render, node) == TAG_OL) {
        const int start = start_of(render, node);
        if (start != 1) {
            add_attribute(out, " start=\"", start);
        }
    }
    else if (meaning_of(render, node) == CELL) {
        const int columns = number_in(render, node, NAME_COLSPAN, 4);
        const int rows = number_in(render, node, NAME_ROWSPAN, 4);
        if (columns > 1) {
            add_attribute(out, " colspan=\"", columns);
        }
        if (rows > 1) {
            add_attribute(out, " rowspan=\"", rows);
        }
    }
}

static void
html_enter(Render *render, int node)
{
    HtmlWriter *html = &render->html;
    end_paragraph(html);
    text_add_word(&html->out, "<");
    text_add(&html->out, name_of(render, node));
    add_attributes(render, node);
    text_add_word(&html->out, ">");
    html->is_fresh = 1;
}

static void
html_leave(Render *render, int node)
{
    HtmlWriter *html = &render->html;
    end_paragraph(html);
    text_add_word(&html->out, "</");
    text_add(&html->out, name_of(render, node));
    text_add_word(&html->out, ">");
    html->is_fresh = 0;
}

static void
html_line(Render *render, Span line, int follows)
{
    HtmlWriter *html = &render->html;
    const int meaning = meaning_of(render, innermost(render));
    if (follows) {
        text_add_word(&html->out, "<br>");
    }
    else if ((meaning & TIGHT) || ((meaning & BARE) && html->is_fresh)) {
        text_add_word(&html->out, html->is_fresh ? "" : " ");
    }
    else {
        end_paragraph(html);
        text_add_word(&html->out, "<p>");
        html->in_paragraph = 1;
    }
    text_add(&html->out, line);
    html->is_fresh = 0;
}

static void
html_code(HtmlWriter *html, Span code)
{
    end_paragraph(html);
    text_add_word(&html->out, "<pre><code>");
    text_add_html(&html->out, code, 0);
    text_add_word(&html->out, "</code></pre>");
    html->is_fresh = 0;
}

/* --- Markdown --- */

/* Whether quotes are open and nothing else, figures aside. */
static int
is_quote_alone(const Render *render)
{
    int quotes = 0;
    for (int i = 0; i < render->depth; i++) {
        const int meaning = meaning_of(render, render->open[i]);
        if (meaning != QUOTE && meaning != FIGURE) {
            return 0;
        }
        quotes += meaning == QUOTE;
    }
    return quotes > 0;
}

/* An empty line, if there is none yet and one may be here. */
static void
blank(Render *render)
{
    Lines *lines = &render->markdown.lines;
    const Span last = last_line(lines);
    const int node = innermost(render);
    if (last.length == 0 ||
        ((meaning_of(render, node) & ITEM) && !render->elements[node].is_started)) {
        return;
    }
    const int is_quoted = node >= 0 && last.at[0] == '>' && is_quote_alone(render);
    begin_line(lines);
    text_add_word(&lines->text, is_quoted ? ">" : "");
}

/* Characters that an open element puts before its first line, or before its others. */
static void
add_marks(Render *render, int node)
{
    Text *text = &render->markdown.lines.text;
    Element *element = &render->elements[node], *list;
    const int begun = element->is_started;
    element->is_started = 1;
    switch (tag_of(render, node)) {
    case TAG_BLOCKQUOTE:
        text_add_word(text, "> ");
        return;
    case TAG_DD:
        text_add_word(text, begun ? "    " : ":   ");
        return;
    case TAG_LI:
        break;
    default:
        return;
    }
    list = &render->elements[render->page->nodes[node].parent];
    if (!list->is_numbered) {
        text_add_word(text, begun ? "  " : "- ");
    }
    else if (begun) {
        text_add_word(text, "   ");
    }
    else {
        text_add_number(text, list->number++);
        text_add_word(text, ". ");
    }
}

/* Begins a line with the marks of all that is open. */
static void
begin_marked_line(Render *render)
{
    begin_line(&render->markdown.lines);
    for (int i = 0; i < render->depth; i++) {
        if (meaning_of(render, render->open[i]) & MARKED) {
            add_marks(render, render->open[i]);
        }
    }
}

static void
write_line(Render *render, Span line)
{
    begin_marked_line(render);
    text_add(&render->markdown.lines.text, line);
}

static void
markdown_enter(Render *render, int node)
{
    MarkdownWriter *markdown = &render->markdown;
    Element *element = &render->elements[node];
    const int meaning = meaning_of(render, node);
    if (meaning == TABLE) {
        markdown->has_head = 0;
        blank(render);
    }
    else if (meaning == ROW) {
        open_row(&markdown->row);
    }
    else if (meaning == CELL) {
        add_cell(&markdown->row);
    }
    else if (tag_of(render, node) == TAG_OL) {
        element->is_numbered = 1;
        element->number = start_of(render, node);
    }
    if ((meaning & (LIST | QUOTE)) && !markdown->open_items) {
        blank(render);
    }
    markdown->open_items += meaning == ITEM;
}

static void
write_row(Render *render)
{
    MarkdownWriter *markdown = &render->markdown;
    Text *text = &markdown->lines.text;
    write_line(render, (Span){"| ", 2});
    text_add(text, text_span(&markdown->row.text));
    text_add_word(text, " |");
    if (!markdown->has_head) {
        write_line(render, (Span){"|", 1});
        for (int i = 0; i < markdown->row.cells; i++) {
            text_add_word(text, " --- |");
        }
        markdown->has_head = 1;
    }
}

static void
markdown_leave(Render *render, int node)
{
    MarkdownWriter *markdown = &render->markdown;
    const int meaning = meaning_of(render, node);
    markdown->open_items -= meaning == ITEM;
    if (meaning == ROW && markdown->row.is_open) {
        write_row(render);
        close_row(&markdown->row);
    }
    else if ((meaning & (TABLE | CAPTION | QUOTE)) ||
             (meaning == LIST && !markdown->open_items)) {
        blank(render);
    }
}

static int
run_of(Span text, char c)
{
    int run = 0;
    while (run < text.length && text.at[run] == c) {
        run++;
    }
    return run;
}

static int
has_space_at(Span text, Py_ssize_t place)
{
    const char *at = text.at + place;
    return place < text.length && page_is_space(page_character(&at));
}

/* Length of a number of nine digits at most, of any script after the first; 0: none. */
static Py_ssize_t
number_length(Span line)
{
    const char *at = line.at, *end = line.at + line.length;
    for (int digits = 0; at < end; digits++) {
        const char *next = at;
        if (!Py_UNICODE_ISDECIMAL(page_character(&next))) {
            break;
        }
        if (digits == 9) {
            return 0;
        }
        at = next;
    }
    return at - line.at;
}

/* Where a mark of escape has to stand, or a line would be read as markup; -1: nowhere. */
static Py_ssize_t
suspicious_place(Span line)
{
    const char first = line.at[0];
    const int run = run_of(line, first);
    Py_ssize_t length;
    switch (first) {
    case '#':
        return run <= 6 && has_space_at(line, run) ? 0 : -1;
    case '-':
        return run == line.length || has_space_at(line, 1) ? 0 : -1;
    case '+':
        return has_space_at(line, 1) ? 0 : -1;
    case '~':
        return run >= 3 ? 0 : -1;
    case '=':
        return run == line.length ? 0 : -1;
    default:
        break;
    }
    length = Py_ISDIGIT(first) ? number_length(line) : 0;
    return length && length < line.length &&
                   (line.at[length] == '.' || line.at[length] == ')') &&
                   has_space_at(line, length + 1)
               ? length
               : -1;
}

static void
write_escaped(Render *render, Span line)
{
    const Py_ssize_t place = suspicious_place(line);
    if (place < 0) {
        write_line(render, line);
        return;
    }
    Text *text = &render->markdown.lines.text;
    write_line(render, (Span){line.at, place});
    text_add_word(text, "\\");
    text_add(text, (Span){line.at + place, line.length - place});
}

static void
write_heading(Render *render, int node, Span line)
{
    Text *text = &render->markdown.lines.text;
    blank(render);
    begin_marked_line(render);
    text_add_times(text, '#', name_of(render, node).at[1] - '0');
    text_add_word(text, " ");
    text_add(text, line);
    blank(render);
}

static void
markdown_line(Render *render, Span line, int follows)
{
    MarkdownWriter *markdown = &render->markdown;
    const int node = innermost(render), meaning = meaning_of(render, node);
    if (markdown->row.cells) {
        add_to_cell(&markdown->row, line);
        return;
    }
    if (meaning == HEADING) {
        write_heading(render, node, line);
        return;
    }
    if (follows && !is_blank(last_line(&markdown->lines))) {
        text_add_word(&markdown->lines.text, "\\");
    }
    else if (meaning != ITEM || render->elements[node].is_started) {
        blank(render);
    }
    write_escaped(render, line);
}

static void
write_fence(Render *render, Py_ssize_t length)
{
    begin_marked_line(render);
    text_add_times(&render->markdown.lines.text, '`', length);
}

/* Preformatted text in a fence longer than any inside. */
static void
markdown_code(Render *render, Span code)
{
    const Py_ssize_t longest = longest_run(code, '`');
    const Py_ssize_t fence = longest < 3 ? 3 : longest + 1;
    blank(render);
    write_fence(render, fence);
    for (;;) {
        const char *end = code.length ? memchr(code.at, '\n', (size_t)code.length) : NULL;
        const Py_ssize_t length = end ? end - code.at : code.length;
        write_line(render, (Span){code.at, length});
        if (end == NULL) {
            break;
        }
        code = (Span){end + 1, code.length - length - 1};
    }
    write_fence(render, fence);
    blank(render);
}

/* --- all forms --- */

static void
enter(Render *render, int node)
{
    text_enter(&render->text, meaning_of(render, node));
    html_enter(render, node);
    markdown_enter(render, node);
    render->open[render->depth++] = node;
}

static void
leave(Render *render)
{
    const int node = render->open[--render->depth];
    text_leave(&render->text, meaning_of(render, node));
    html_leave(render, node);
    markdown_leave(render, node);
}

/* Closes and opens elements until exactly this chain is open. */
static void
change(Render *render, int chain)
{
    int nodes[MAX_STRUCTURE];
    const int depth = chain < 0 ? 0 : render->elements[chain].depth;
    for (int i = depth; i > 0; i--) {
        nodes[i - 1] = chain;
        chain = render->elements[chain].outer;
    }
    int common = 0;
    while (common < depth && common < render->depth && render->open[common] == nodes[common]) {
        common++;
    }
    while (render->depth > common) {
        leave(render);
    }
    while (render->depth < depth) {
        enter(render, nodes[render->depth]);
    }
}

/* A text without ends of line at both ends. */
static Span
stripped(Span text)
{
    while (text.length && text.at[0] == '\n') {
        text.at++;
        text.length--;
    }
    while (text.length && text.at[text.length - 1] == '\n') {
        text.length--;
    }
    return text;
}

/* Writes one block; `follows`: it goes on in the element of the block before. */
static int
write_block(Render *render, const struct PageBlock *block, int follows)
{
    const int is_code = meaning_of(render, block->element) == PREFORMATTED;
    if (is_code && meaning_of(render, innermost(render)) != CELL) {
        const Span code = stripped(block->text);
        text_code(&render->text, code);
        html_code(&render->html, code);
        markdown_code(render, code);
        return !PyErr_Occurred();
    }
    Forms forms;
    if (!line_write(render->line, block, &forms)) {
        return 0;
    }
    if (forms.text.length) {
        text_line(&render->text, forms.text);
        html_line(render, forms.html, follows);
        markdown_line(render, forms.markdown, follows);
    }
    return !PyErr_Occurred();
}

/* Number of a kept block; -1 and an error. */
static Py_ssize_t
block_in(const Render *render, PyObject *number)
{
    const Py_ssize_t block = PyLong_AsSsize_t(number);
    if (block >= 0 && block < render->page->blocks.count) {
        return block;
    }
    if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_IndexError, "no such block");
    }
    return -1;
}

/* Writes the images that stand before a node; 0 and an error. */
static int
show_images(Render *render, int end, int *opened)
{
    while (render->shown < PyTuple_GET_SIZE(render->album)) {
        const PyObject *image = PyTuple_GET_ITEM(render->album, render->shown);
        const Py_ssize_t node = PyLong_AsSsize_t(PyTuple_GET_ITEM(image, 0));
        Span marked = {NULL, 0}, tagged = {NULL, 0};
        if (node < 1 || node >= render->page->count) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_IndexError, "no such node");
            }
            return 0;
        }
        if (node >= end) {
            return 1;
        }
        render->shown++;
        marked.at = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(image, 1), &marked.length);
        tagged.at = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(image, 2), &tagged.length);
        if (marked.at == NULL || tagged.at == NULL) {
            return 0;
        }
        if (tagged.length && marked.length) {
            *opened = render->elements[render->page->nodes[node].parent].inner;
            change(render, *opened);
            html_line(render, tagged, 0);
            markdown_line(render, marked, 0);
        }
    }
    return 1;
}

static int
write_all(Render *render, PyObject *kept)
{
    int opened = -1, before = -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(kept); i++) {
        const Py_ssize_t number = block_in(render, PyList_GET_ITEM(kept, i));
        if (number < 0) {
            return 0;
        }
        const struct PageBlock *block = &render->page->blocks.items[number];
        const int element = block->element, chain = render->elements[element].inner;
        if (!show_images(render, block->first, &opened)) {
            return 0;
        }
        if (chain != opened) {
            change(render, chain);
        }
        if (!write_block(render, block, element == before && chain == opened)) {
            return 0;
        }
        opened = chain;
        before = element;
    }
    if (!show_images(render, render->page->count, &opened)) {
        return 0;
    }
    change(render, -1);
    end_paragraph(&render->html);
    return !PyErr_Occurred();
}

static int
prepare(Render *render, PyObject *written, PyObject *resolve)
{
    if (!page_find_data_tables(render->page)) {
        return 0;
    }
    render->text.row.between = "\t";
    render->markdown.row.between = " | ";
    render->markdown.has_head = 1;
    render->line = line_new(render->page, written, resolve);
    render->elements = PyMem_Calloc((size_t)render->page->count + 1, sizeof(Element));
    if (render->elements == NULL) {
        PyErr_NoMemory();
    }
    if (render->line == NULL || render->elements == NULL) {
        return 0;
    }
    for (int i = 0; i < render->page->blocks.table_count; i++) {
        render->elements[render->page->blocks.tables[i]].is_table = 1;
    }
    find_chains(render);
    return 1;
}

static PyObject *
result(const Render *render)
{
    PyObject *text = text_object(text_span(&render->text.lines.text));
    PyObject *markdown = text_object(stripped(text_span(&render->markdown.lines.text)));
    PyObject *html = text_object(text_span(&render->html.out));
    PyObject *forms = text && markdown && html ? PyTuple_Pack(3, text, markdown, html) : NULL;
    Py_XDECREF(text);
    Py_XDECREF(markdown);
    Py_XDECREF(html);
    return forms;
}

static void
clean(Render *render)
{
    if (render->line != NULL) {
        line_free(render->line);
    }
    PyMem_Free(render->elements);
    PyMem_Free(render->text.lines.text.at);
    PyMem_Free(render->text.row.text.at);
    PyMem_Free(render->html.out.at);
    PyMem_Free(render->markdown.lines.text.at);
    PyMem_Free(render->markdown.row.text.at);
}

static int
is_album(PyObject *images)
{
    int is_fine = PyTuple_Check(images);
    for (Py_ssize_t i = 0; is_fine && i < PyTuple_GET_SIZE(images); i++) {
        PyObject *image = PyTuple_GET_ITEM(images, i);
        is_fine = PyTuple_Check(image) && PyTuple_GET_SIZE(image) == 3 &&
                  PyLong_Check(PyTuple_GET_ITEM(image, 0)) &&
                  PyUnicode_Check(PyTuple_GET_ITEM(image, 1)) &&
                  PyUnicode_Check(PyTuple_GET_ITEM(image, 2));
    }
    return is_fine;
}

PyObject *
page_forms(Page *page, PyObject *const *args, Py_ssize_t count)
{
    if (count != 4 || !PyList_Check(args[0]) || !PyDict_Check(args[1]) || !is_album(args[3])) {
        PyErr_SetString(PyExc_TypeError,
                        "forms(kept: list, written: dict, resolve, images: tuple)");
        return NULL;
    }
    Render render;
    memset(&render, 0, sizeof render);
    render.page = page;
    render.album = args[3];
    PyObject *forms = NULL;
    if (prepare(&render, args[1], args[2]) && write_all(&render, args[0])) {
        forms = result(&render);
    }
    clean(&render);
    if (forms == NULL && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear(); /* an address that is no text in UTF-8 */
        Py_RETURN_NONE;
    }
    return forms;
}
