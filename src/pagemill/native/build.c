/* The growing tree: open elements, formatting elements, places for new nodes.
 *
 * Names follow the HTML standard, section 13.2.6 "Tree construction". Nodes are linked while
 * the tree grows, as the standard moves some of them; at the end they are laid out in order.
 */

#include "parse.h"

const int PAGEMILL_TRAITS[KNOWN_TAGS] = {
#define AS_TRAITS(number, spelling, traits) traits,
    PAGEMILL_TAGS(AS_TRAITS)
#undef AS_TRAITS
};

void
parser_stop(Parser *parser, int status)
{
    longjmp(parser->out, status);
}

/* --- nodes --- */

static int
add_item(Parser *parser, const Item *item)
{
    if (parser->count >= MAX_ITEMS) {
        parser_stop(parser, TOO_LARGE);
    }
    if (!page_grown(&parser->items, parser->count, &parser->room, sizeof(Item))) {
        parser_stop(parser, FAILED);
    }
    parser->items[parser->count] = *item;
    return parser->count++;
}

/* An element as the tag just read has it, not yet in the tree. */
int
new_item(Parser *parser, int kind, int space)
{
    const Item item = {
        .kind = kind, .parent = NONE, .first = NONE, .last = NONE, .next = NONE,
        .previous = NONE, .first_attribute = parser->first_attribute,
        .attributes = parser->attributes, .space = (unsigned char)space,
    };
    return add_item(parser, &item);
}

/* An element like another one, without its children. */
static int
copied(Parser *parser, int of)
{
    Item item = parser->items[of];
    item.parent = item.first = item.last = item.next = item.previous = NONE;
    item.is_open = 0;
    return add_item(parser, &item);
}

static void
unlink_item(Parser *parser, int number)
{
    Item *items = parser->items, *item = &items[number];
    if (item->parent == NONE) {
        return;
    }
    if (item->previous == NONE) {
        items[item->parent].first = item->next;
    }
    else {
        items[item->previous].next = item->next;
    }
    if (item->next == NONE) {
        items[item->parent].last = item->previous;
    }
    else {
        items[item->next].previous = item->previous;
    }
    item->parent = item->next = item->previous = NONE;
}

/* Puts a node under a parent, before one of its children or (NONE) at the end. */
static void
link_item(Parser *parser, int number, int parent, int before)
{
    Item *items = parser->items, *item = &items[number];
    item->parent = parent;
    item->next = before;
    item->previous = before == NONE ? items[parent].last : items[before].previous;
    if (item->previous == NONE) {
        items[parent].first = number;
    }
    else {
        items[item->previous].next = number;
    }
    if (before == NONE) {
        items[parent].last = number;
    }
    else {
        items[before].previous = number;
    }
}

/* --- open elements --- */

Item *
current(Parser *parser)
{
    return &parser->items[parser->stack[parser->depth - 1]];
}

static int *
open_count(Parser *parser, int kind)
{
    while (kind >= parser->open_room) {
        const int more = parser->open_room ? parser->open_room * 2 : 2 * KNOWN_TAGS;
        int *counts = PyMem_Realloc(parser->open_count, (size_t)more * sizeof(int));
        if (counts == NULL) {
            PyErr_NoMemory();
            parser_stop(parser, FAILED);
        }
        memset(counts + parser->open_room, 0, (size_t)(more - parser->open_room) * sizeof(int));
        parser->open_count = counts;
        parser->open_room = more;
    }
    return &parser->open_count[kind];
}

static void
set_open(Parser *parser, int number, int is_open)
{
    Item *item = &parser->items[number];
    item->is_open = (unsigned char)is_open;
    if (item->space == HTML) {
        *open_count(parser, item->kind) += is_open ? 1 : -1;
    }
}

void
push(Parser *parser, int number)
{
    if (!page_grown(&parser->stack, parser->depth, &parser->stack_room, sizeof(int))) {
        parser_stop(parser, FAILED);
    }
    parser->stack[parser->depth++] = number;
    set_open(parser, number, 1);
}

void
pop(Parser *parser)
{
    set_open(parser, parser->stack[--parser->depth], 0);
}

/* Pops elements until one of this kind has been popped. */
void
pop_until(Parser *parser, int kind)
{
    while (parser->depth > 1) {
        const Item *item = current(parser);
        const int is_it = item->kind == kind && item->space == HTML;
        pop(parser);
        if (is_it) {
            return;
        }
    }
}

void
pop_through(Parser *parser, int number)
{
    while (parser->depth > 1) {
        const int top = parser->stack[parser->depth - 1];
        pop(parser);
        if (top == number) {
            return;
        }
    }
}

static int
place_of(const int *list, int count, int number)
{
    for (int i = count - 1; i >= 0; i--) {
        if (list[i] == number) {
            return i;
        }
    }
    return NONE;
}

static void
remove_at(int *list, int *count, int place)
{
    memmove(list + place, list + place + 1, (size_t)(*count - place - 1) * sizeof(int));
    --*count;
}

/* Takes an element out of the open ones, wherever it stands. */
void
drop_open(Parser *parser, int number)
{
    const int place = place_of(parser->stack, parser->depth, number);
    if (place >= 0) {
        remove_at(parser->stack, &parser->depth, place);
        set_open(parser, number, 0);
    }
}

int
has_open(Parser *parser, int kind)
{
    return *open_count(parser, kind) > 0;
}

static int
ends_scope(const Item *item, int scope)
{
    const int kind = item->kind;
    if (item->space != HTML) {
        if (scope == TABLE_SCOPE) {
            return 0;
        }
        if (item->space == SVG) {
            return kind == TAG_FOREIGNOBJECT || kind == TAG_DESC || kind == TAG_TITLE;
        }
        return (kind >= TAG_MI && kind <= TAG_MTEXT) || kind == TAG_ANNOTATION_XML;
    }
    if (scope == TABLE_SCOPE) {
        return kind == TAG_HTML || kind == TAG_TABLE || kind == TAG_TEMPLATE;
    }
    return (traits_of(kind) & IS_SCOPE) || (scope == BUTTON_SCOPE && kind == TAG_BUTTON) ||
           (scope == LIST_SCOPE && (kind == TAG_OL || kind == TAG_UL));
}

int
in_scope(Parser *parser, int kind, int scope)
{
    if (!has_open(parser, kind)) {
        return 0;
    }
    for (int i = parser->depth - 1; i >= 0; i--) {
        const Item *item = &parser->items[parser->stack[i]];
        if (item->kind == kind && item->space == HTML) {
            return 1;
        }
        if (ends_scope(item, scope)) {
            return 0;
        }
    }
    return 0;
}

/* Closes elements whose end tag may be left out, but for one kind. */
void
imply_ends(Parser *parser, int but)
{
    while (parser->depth > 1) {
        const Item *item = current(parser);
        if (item->space != HTML || item->kind == but || !(traits_of(item->kind) & IS_IMPLIED)) {
            return;
        }
        pop(parser);
    }
}

void
imply_all_ends(Parser *parser)
{
    while (parser->depth > 1) {
        const Item *item = current(parser);
        if (item->space != HTML || !(traits_of(item->kind) & IS_THOROUGH)) {
            return;
        }
        pop(parser);
    }
}

void
close_p(Parser *parser)
{
    if (in_scope(parser, TAG_P, BUTTON_SCOPE)) {
        imply_ends(parser, TAG_P);
        pop_until(parser, TAG_P);
    }
}

/* --- places --- */

/* Where a node meant for `target` goes: text and the like in a table go before the table. */
static int
place_in(Parser *parser, int target, int *before)
{
    const Item *items = parser->items;
    *before = NONE;
    if (!parser->is_fostering || items[target].space != HTML ||
        !(traits_of(items[target].kind) & IS_TABLE)) {
        return target;
    }
    for (int i = parser->depth - 1; i > 0; i--) {
        const int open = parser->stack[i];
        if (items[open].space != HTML) {
            continue;
        }
        if (items[open].kind == TAG_TEMPLATE) {
            return open;
        }
        if (items[open].kind == TAG_TABLE) {
            if (items[open].parent == NONE) {
                return parser->stack[i - 1];
            }
            *before = open;
            return items[open].parent;
        }
    }
    return parser->stack[0];
}

int
insert_element(Parser *parser, int kind, int space)
{
    const int number = new_item(parser, kind, space);
    if (parser->depth) {
        int before;
        const int parent = place_in(parser, parser->stack[parser->depth - 1], &before);
        link_item(parser, number, parent, before);
    }
    push(parser, number);
    return number;
}

/* An element that no tag stands for, without attributes. */
int
insert_plain(Parser *parser, int kind)
{
    const int attributes = parser->attributes;
    parser->attributes = 0;
    const int number = insert_element(parser, kind, HTML);
    parser->attributes = attributes;
    return number;
}

/* Adds characters to a text node. */
static void
extend(Parser *parser, Item *item, Span text)
{
    const Py_ssize_t length = item->length + text.length;
    if (item->room == 0 && item->text + item->length == text.at) {
        item->length = (int)length;
        return;
    }
    if (length > INT_MAX / 4) {
        parser_stop(parser, UNSURE);
    }
    if (length > item->room) {
        char *moved = page_room(parser->page, length * 2);
        if (moved == NULL) {
            parser_stop(parser, FAILED);
        }
        memcpy(moved, item->text, (size_t)item->length);
        item->text = moved;
        item->room = (int)length * 2;
    }
    memcpy((char *)item->text + item->length, text.at, (size_t)text.length);
    item->length = (int)length;
}

void
insert_text(Parser *parser, Span text)
{
    int before;
    const int parent = place_in(parser, parser->stack[parser->depth - 1], &before);
    const int last =
        before == NONE ? parser->items[parent].last : parser->items[before].previous;
    if (text.length == 0) {
        return;
    }
    if (last != NONE && parser->items[last].kind == TAG_TEXT) {
        extend(parser, &parser->items[last], text);
        return;
    }
    const Item item = {
        .kind = TAG_TEXT, .first = NONE, .last = NONE, .text = text.at,
        .length = (int)text.length,
    };
    link_item(parser, add_item(parser, &item), parent, before);
}

/* A comment parts the text around it; nothing else is asked of it. */
void
append_comment(Parser *parser, int parent)
{
    const Item item = {.kind = TAG_COMMENT, .first = NONE, .last = NONE};
    link_item(parser, add_item(parser, &item), parent, NONE);
}

void
insert_comment(Parser *parser)
{
    int before;
    const int parent = place_in(parser, parser->stack[parser->depth - 1], &before);
    const Item item = {.kind = TAG_COMMENT, .first = NONE, .last = NONE};
    link_item(parser, add_item(parser, &item), parent, before);
}

/* Gives an element those attributes of the tag just read that it lacks. */
void
merge_attributes(Parser *parser, int number)
{
    Page *page = parser->page;
    Item *item = &parser->items[number];
    const int first = page->attribute_count, count = item->attributes + parser->attributes;
    if (parser->attributes == 0) {
        return;
    }
    if (++parser->merges > MAX_MERGES) {
        parser_stop(parser, UNSURE);
    }
    parser->stamp++;
    for (int i = 0; i < count; i++) {
        const int is_own = i < item->attributes;
        const PageAttribute attribute =
            page->attributes[is_own ? item->first_attribute + i
                                    : parser->first_attribute + i - item->attributes];
        if (page->names.items[attribute.name].stamp == parser->stamp) {
            continue;
        }
        page->names.items[attribute.name].stamp = parser->stamp;
        if (!page_grown(&page->attributes, page->attribute_count, &page->attribute_room,
                        sizeof(PageAttribute))) {
            parser_stop(parser, FAILED);
        }
        page->attributes[page->attribute_count++] = attribute;
    }
    item->first_attribute = first;
    item->attributes = page->attribute_count - first;
}

/* --- formatting elements --- */

static void
add_formatting(Parser *parser, int number)
{
    if (!page_grown(&parser->formatting, parser->formatting_count, &parser->formatting_room,
                    sizeof(int))) {
        parser_stop(parser, FAILED);
    }
    parser->formatting[parser->formatting_count++] = number;
}

void
add_marker(Parser *parser)
{
    add_formatting(parser, MARKER);
}

void
clear_to_marker(Parser *parser)
{
    while (parser->formatting_count) {
        if (parser->formatting[--parser->formatting_count] == MARKER) {
            return;
        }
    }
}

/* Whether two elements have the same name and attributes, in whatever order. */
static int
is_like(Parser *parser, const Item *left, const Item *right)
{
    const PageAttribute *all = parser->page->attributes;
    PageName *names = parser->page->names.items;
    if (left->kind != right->kind || left->attributes != right->attributes) {
        return 0;
    }
    parser->stamp++;
    for (int i = 0; i < right->attributes; i++) {
        PageName *name = &names[all[right->first_attribute + i].name];
        name->stamp = parser->stamp;
        name->place = right->first_attribute + i;
    }
    for (int i = 0; i < left->attributes; i++) {
        const PageAttribute *one = &all[left->first_attribute + i];
        const PageName *name = &names[one->name];
        const PageAttribute *other = &all[name->place];
        if (name->stamp != parser->stamp || other->length != one->length ||
            memcmp(other->value, one->value, (size_t)one->length) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Enters a formatting element; of more than three alike the first is forgotten. */
void
format(Parser *parser, int number)
{
    int alike = 0;
    for (int i = parser->formatting_count - 1; i >= 0 && parser->formatting[i] != MARKER; i--) {
        if (is_like(parser, &parser->items[parser->formatting[i]], &parser->items[number]) &&
            ++alike == 3) {
            remove_at(parser->formatting, &parser->formatting_count, i);
            break;
        }
    }
    add_formatting(parser, number);
}

/* Opens again the formatting elements that something else has closed. */
void
reconstruct(Parser *parser)
{
    int at = parser->formatting_count;
    while (at > 0 && parser->formatting[at - 1] != MARKER &&
           !parser->items[parser->formatting[at - 1]].is_open) {
        at--;
    }
    for (; at < parser->formatting_count; at++) {
        const int number = copied(parser, parser->formatting[at]);
        int before;
        const int parent = place_in(parser, parser->stack[parser->depth - 1], &before);
        link_item(parser, number, parent, before);
        push(parser, number);
        parser->formatting[at] = number;
    }
}

/* The last formatting element of a kind after the last marker. */
int
formatting_of(Parser *parser, int kind)
{
    for (int i = parser->formatting_count - 1; i >= 0 && parser->formatting[i] != MARKER; i--) {
        if (parser->items[parser->formatting[i]].kind == kind) {
            return parser->formatting[i];
        }
    }
    return NONE;
}

void
drop_formatting(Parser *parser, int number)
{
    const int place = place_of(parser->formatting, parser->formatting_count, number);
    if (place >= 0) {
        remove_at(parser->formatting, &parser->formatting_count, place);
    }
}

static void
insert_at(int *list, int count, int place, int number)
{
    memmove(list + place + 1, list + place, (size_t)(count - place) * sizeof(int));
    list[place] = number;
}

/* Whether an element is of the standard's category "special". */
static int
is_special(const Item *item)
{
    if (item->space == HTML) {
        return (traits_of(item->kind) & IS_SPECIAL) != 0;
    }
    return ends_scope(item, SCOPE);
}

/* One round of the adoption agency: moves what stands between a formatting element and the
 * furthest block in it. 0: no more rounds. */
static int
adopt_once(Parser *parser, int kind)
{
    const int formatting = formatting_of(parser, kind);
    if (formatting == NONE) {
        end_any_other(parser, kind);
        return 0;
    }
    if (!parser->items[formatting].is_open) {
        drop_formatting(parser, formatting);
        return 0;
    }
    const int place = place_of(parser->stack, parser->depth, formatting);
    int furthest = NONE;
    for (int i = parser->depth - 1; i > place; i--) {
        const Item *item = &parser->items[parser->stack[i]];
        if (ends_scope(item, SCOPE)) {
            return 0; /* not in scope */
        }
        if (is_special(item)) {
            furthest = i;
        }
    }
    if (furthest == NONE) {
        pop_through(parser, formatting);
        drop_formatting(parser, formatting);
        return 0;
    }
    const int block = parser->stack[furthest], ancestor = parser->stack[place - 1];
    int bookmark = place_of(parser->formatting, parser->formatting_count, formatting);
    int last = block, above = furthest;
    for (int round = 1;; round++) {
        above--;
        int node = parser->stack[above];
        if (node == formatting) {
            break;
        }
        int entry = place_of(parser->formatting, parser->formatting_count, node);
        if (round > 3 && entry >= 0) {
            remove_at(parser->formatting, &parser->formatting_count, entry);
            bookmark -= entry < bookmark;
            entry = NONE;
        }
        if (entry < 0) {
            remove_at(parser->stack, &parser->depth, above);
            set_open(parser, node, 0);
            furthest--;
            continue;
        }
        const int copy = copied(parser, node);
        parser->formatting[entry] = copy;
        set_open(parser, node, 0);
        parser->stack[above] = copy;
        set_open(parser, copy, 1);
        if (last == block) {
            bookmark = entry + 1;
        }
        unlink_item(parser, last);
        link_item(parser, last, copy, NONE);
        last = copy;
    }
    int before;
    unlink_item(parser, last);
    const int parent = place_in(parser, ancestor, &before);
    link_item(parser, last, parent, before);

    const int copy = copied(parser, formatting);
    Item *items = parser->items;
    items[copy].first = items[block].first;
    items[copy].last = items[block].last;
    for (int child = items[copy].first; child != NONE; child = items[child].next) {
        items[child].parent = copy;
    }
    items[block].first = items[block].last = NONE;
    link_item(parser, copy, block, NONE);

    const int old = place_of(parser->formatting, parser->formatting_count, formatting);
    remove_at(parser->formatting, &parser->formatting_count, old);
    bookmark -= old < bookmark;
    add_formatting(parser, copy); /* makes room */
    insert_at(parser->formatting, parser->formatting_count - 1, bookmark, copy);

    drop_open(parser, formatting);
    push(parser, copy); /* makes room */
    parser->depth--;
    furthest = place_of(parser->stack, parser->depth, block);
    insert_at(parser->stack, parser->depth++, furthest + 1, copy);
    return 1;
}

/* The adoption agency: the end tag of a formatting element. */
void
adopt(Parser *parser, int kind)
{
    const Item *top = current(parser);
    if (top->kind == kind && top->space == HTML &&
        place_of(parser->formatting, parser->formatting_count,
                 parser->stack[parser->depth - 1]) < 0) {
        pop(parser);
        return;
    }
    for (int round = 0; round < 8 && adopt_once(parser, kind); round++) {
    }
}

void
end_any_other(Parser *parser, int kind)
{
    if (!has_open(parser, kind)) {
        return;
    }
    for (int i = parser->depth - 1; i > 0; i--) {
        const int number = parser->stack[i];
        const Item *item = &parser->items[number];
        if (item->kind == kind && item->space == HTML) {
            imply_ends(parser, kind);
            pop_through(parser, number);
            return;
        }
        if (is_special(item)) {
            return;
        }
    }
}

/* --- the finished tree --- */

/* Whether a value holds "json", in whatever case. */
static int
is_of_data(const Page *page, const Item *item)
{
    for (int i = 0; i < item->attributes; i++) {
        const PageAttribute *attribute = &page->attributes[item->first_attribute + i];
        if (attribute->name != NAME_TYPE) {
            continue;
        }
        for (int at = 0; at + 4 <= attribute->length; at++) {
            const char *four = attribute->value + at;
            if ((four[0] | 0x20) == 'j' && (four[1] | 0x20) == 's' && (four[2] | 0x20) == 'o' &&
                (four[3] | 0x20) == 'n') {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether the inside of an element is no part of the page's tree. */
static int
is_hidden(const Page *page, const Item *item)
{
    switch (item->kind) {
    case TAG_STYLE: case TAG_SVG:
        return 1;
    case TAG_TEMPLATE:
        return item->space == HTML;
    case TAG_SCRIPT:
        return !is_of_data(page, item);
    default:
        return 0;
    }
}

int
laid_out(Parser *parser)
{
    Page *page = parser->page;
    const Item *items = parser->items;
    int *numbers = PyMem_Malloc((size_t)parser->count * sizeof(int));
    page->nodes = PyMem_Malloc((size_t)parser->count * sizeof(PageNode));
    if (numbers == NULL || page->nodes == NULL) {
        PyMem_Free(numbers);
        PyErr_NoMemory();
        return 0;
    }
    int count = 0, at = parser->stack[0];
    while (at != NONE) {
        const Item *item = &items[at];
        int down = NONE;
        if (item->kind != TAG_COMMENT) {
            PageNode *node = &page->nodes[count];
            numbers[at] = count++;
            node->kind = item->kind;
            node->parent = item->parent == NONE ? -1 : numbers[item->parent];
            node->end = count;
            node->first_attribute = item->first_attribute;
            node->attributes = item->attributes;
            node->text = item->text;
            node->length = item->length;
            down = item->first != NONE && !is_hidden(page, item) ? item->first : NONE;
        }
        if (down != NONE) {
            at = down;
            continue;
        }
        while (at != NONE && items[at].next == NONE) {
            at = items[at].parent;
            if (at != NONE) {
                page->nodes[numbers[at]].end = count;
            }
        }
        at = at == NONE ? NONE : items[at].next;
    }
    PyMem_Free(numbers);
    page->count = page->node_room = count;
    return 1;
}
