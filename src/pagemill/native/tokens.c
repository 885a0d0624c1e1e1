/* Cuts the source of a page into tags, text, comments: the tokenizer of the HTML standard. */

#include "parse.h"

#define LONGEST_ENTITY 32
#define LONGEST_BARE_ENTITY 6 /* of those that need no semicolon */

/* Named character references: a table of slots, filled once from Python's own list. */
typedef struct {
    const char *name; /* with its semicolon, if it has one */
    int length;
    char text[9];
    unsigned char size;
} Entity;

static Entity *entities;
static unsigned entity_mask;

static Entity *
entity_slot(const char *name, int length)
{
    unsigned place = page_hash(name, length) & entity_mask;
    while (entities[place].name && (entities[place].length != length ||
                                    memcmp(entities[place].name, name, (size_t)length) != 0)) {
        place = (place + 1) & entity_mask;
    }
    return &entities[place];
}

int
entities_ready(PyObject *table)
{
    if (entities != NULL) {
        return 1;
    }
    unsigned slots = 64;
    while (slots < 2 * (unsigned)PyDict_GET_SIZE(table) + 2) {
        slots *= 2;
    }
    Entity *made = PyMem_RawCalloc(slots, sizeof(Entity));
    if (made == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    entities = made;
    entity_mask = slots - 1;
    Py_ssize_t place = 0, length, size;
    PyObject *name, *text;
    while (PyDict_Next(table, &place, &name, &text)) {
        const char *spelt = PyUnicode_AsUTF8AndSize(name, &length);
        const char *meant = spelt ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
        char *kept = meant && size < 9 && length <= LONGEST_ENTITY
                         ? PyMem_RawMalloc((size_t)length)
                         : NULL;
        if (kept == NULL) {
            entities = NULL; /* what was made is lost, once */
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_ValueError, "not a table of character references");
            }
            return 0;
        }
        memcpy(kept, spelt, (size_t)length);
        Entity *slot = entity_slot(kept, (int)length);
        slot->name = kept;
        slot->length = (int)length;
        slot->size = (unsigned char)size;
        memcpy(slot->text, meant, (size_t)size);
    }
    return 1;
}

/* --- character references --- */

static char *
put_character(char *to, unsigned c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    }
    else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

static int
digit_of(unsigned char c, int is_hexadecimal)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    return is_hexadecimal && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* What the numbers 80 to 9F hexadecimal mean, as they were meant in Windows. */
static const unsigned short WINDOWS[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

/* Reads a reference by number after "&#"; NULL where it is none. */
static const char *
read_number(const char *at, const char *end, char **to)
{
    const int is_hexadecimal = at < end && (*at | 0x20) == 'x';
    unsigned number = 0;
    at += is_hexadecimal;
    if (at == end || digit_of((unsigned char)*at, is_hexadecimal) < 0) {
        return NULL;
    }
    for (; at < end; at++) {
        const int digit = digit_of((unsigned char)*at, is_hexadecimal);
        if (digit < 0) {
            break;
        }
        number = number * (is_hexadecimal ? 16 : 10) + (unsigned)digit;
        number = number > 0x10FFFF ? 0x110000 : number;
    }
    if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
        number = 0xFFFD;
    }
    else if (number >= 0x80 && number < 0xA0) {
        number = WINDOWS[number - 0x80];
    }
    *to = put_character(*to, number);
    return at < end && *at == ';' ? at + 1 : at;
}

static const char *
read_name(const char *at, const char *end, int is_attribute, char **to)
{
    int length = 0;
    while (at + length < end && length < LONGEST_ENTITY &&
           (is_letter((unsigned char)at[length]) || (at[length] >= '0' && at[length] <= '9'))) {
        length++;
    }
    const Entity *entity = NULL;
    if (length && at + length < end && at[length] == ';' && length < LONGEST_ENTITY) {
        entity = entity_slot(at, length + 1);
    }
    if (entity == NULL || entity->name == NULL) {
        int size = length < LONGEST_BARE_ENTITY ? length : LONGEST_BARE_ENTITY;
        for (entity = NULL; size > 1; size--) {
            entity = entity_slot(at, size);
            if (entity->name != NULL) {
                break;
            }
            entity = NULL;
        }
        if (entity == NULL ||
            (is_attribute && (size < length || (at + size < end && at[size] == '=')))) {
            return NULL;
        }
    }
    memcpy(*to, entity->text, entity->size);
    *to += entity->size;
    return at + entity->length;
}

Span
resolved(Parser *parser, Span raw, int has_references, int is_attribute)
{
    /* No reference becomes more than half as long again as it is written. */
    const Py_ssize_t room = has_references ? raw.length * 2 : raw.length;
    char *text = page_room(parser->page, room), *to = text;
    if (text == NULL) {
        parser_stop(parser, FAILED);
    }
    const char *at = raw.at, *end = raw.at + raw.length;
    while (at < end) {
        if (*at == '&' && has_references) {
            const char *after = at + 1 < end && at[1] == '#'
                                    ? read_number(at + 2, end, &to)
                                    : read_name(at + 1, end, is_attribute, &to);
            if (after != NULL) {
                at = after;
                continue;
            }
        }
        if (*at == '\r') {
            *to++ = '\n';
            at += at + 1 < end && at[1] == '\n' ? 2 : 1;
        }
        else {
            *to++ = *at++;
        }
    }
    if (parser->page->free_from == text + room) {
        parser->page->free_from = to;
    }
    return (Span){text, to - text};
}

/* --- tags --- */

/* A name from `from` to where `stops` says so, in lower case; its number among the names. */
static int
read_number_of(Parser *parser, PageNames *names, const char *from, const char *to, int is_upper)
{
    const Py_ssize_t length = to - from;
    if (length > 1000000) {
        parser_stop(parser, UNSURE);
    }
    if (is_upper) {
        char short_name[32];
        char *lowered = length <= 32 ? short_name : page_room(parser->page, length);
        if (lowered == NULL) {
            parser_stop(parser, FAILED);
        }
        for (Py_ssize_t i = 0; i < length; i++) {
            lowered[i] = from[i] >= 'A' && from[i] <= 'Z' ? (char)(from[i] | 0x20) : from[i];
        }
        if (lowered == short_name) {
            const int known = page_known(names, short_name, length);
            if (known >= 0) {
                return known;
            }
            lowered = page_room(parser->page, length);
            if (lowered == NULL) {
                parser_stop(parser, FAILED);
            }
            memcpy(lowered, short_name, (size_t)length);
        }
        from = lowered;
    }
    const int number = page_number(names, from, length, page_hash(from, length));
    if (number < 0) {
        parser_stop(parser, FAILED);
    }
    return number;
}

static void
add_attribute(Parser *parser, int name, Span raw, int is_escaped)
{
    Page *page = parser->page;
    PageName *known = &page->names.items[name];
    if (known->stamp == parser->stamp) {
        return; /* the first of two counts */
    }
    known->stamp = parser->stamp;
    if (!page_grown(&page->attributes, page->attribute_count, &page->attribute_room,
                    sizeof(PageAttribute))) {
        parser_stop(parser, FAILED);
    }
    if (is_escaped) {
        raw = resolved(parser, raw, 1, 1);
    }
    page->attributes[page->attribute_count++] = (PageAttribute){name, (int)raw.length, raw.at};
    parser->attributes++;
}

/* Reads a value; NULL where the source ends inside. */
static const char *
read_value(const char *at, const char *end, Span *value, int *is_escaped)
{
    while (at < end && is_white((unsigned char)*at)) {
        at++;
    }
    if (at == end) {
        return NULL;
    }
    *is_escaped = 0;
    if (*at == '"' || *at == '\'') {
        const char quote = *at++;
        const char *to = memchr(at, quote, (size_t)(end - at));
        if (to == NULL) {
            return NULL;
        }
        *value = (Span){at, to - at};
        *is_escaped = memchr(at, '&', (size_t)(to - at)) || memchr(at, '\r', (size_t)(to - at));
        return to + 1;
    }
    const char *from = at;
    for (; at < end && *at != '>' && !is_white((unsigned char)*at); at++) {
        *is_escaped |= *at == '&';
    }
    *value = (Span){from, at - from};
    return at < end ? at : NULL;
}

int
read_tag(Parser *parser)
{
    const char *at = parser->at, *end = parser->end, *from = at;
    unsigned char seen = 0;
    int is_upper = 0;
    for (; at < end && *at != '>' && *at != '/' && !is_white((unsigned char)*at); at++) {
        seen |= (unsigned char)*at;
        is_upper |= *at >= 'A' && *at <= 'Z';
    }
    if (seen & 0x80) {
        parser_stop(parser, UNSURE); /* lower case of such a letter is a matter of its own */
    }
    const char *name_end = at;
    parser->stamp++;
    parser->first_attribute = parser->page->attribute_count;
    parser->attributes = 0;
    parser->is_self_closing = 0;
    for (int count = 0;; count++) {
        if (count > MAX_ATTRIBUTES) {
            parser_stop(parser, UNSURE);
        }
        while (at < end && (is_white((unsigned char)*at) || *at == '/')) {
            at++;
        }
        if (at == end) {
            parser->at = end;
            return 0;
        }
        if (*at == '>') {
            parser->is_self_closing = at[-1] == '/';
            break;
        }
        const char *name = at;
        int is_upper_name = 0;
        do {
            is_upper_name |= *at >= 'A' && *at <= 'Z';
            at++;
        } while (at < end && *at != '=' && *at != '>' && *at != '/' &&
                 !is_white((unsigned char)*at));
        const char *to = at;
        Span value = {at, 0};
        int is_escaped = 0;
        while (at < end && is_white((unsigned char)*at)) {
            at++;
        }
        if (at < end && *at == '=') {
            at = read_value(at + 1, end, &value, &is_escaped);
        }
        if (at == NULL || at == end) {
            parser->at = end;
            return 0;
        }
        if (value.length > INT_MAX / 4) {
            parser_stop(parser, UNSURE);
        }
        add_attribute(parser,
                      read_number_of(parser, &parser->page->names, name, to, is_upper_name),
                      value, is_escaped);
        if (*at == '>') {
            /* An unquoted value may end in a "/", which closes nothing. */
            break;
        }
    }
    parser->at = at + 1;
    parser->kind = read_number_of(parser, &parser->page->kinds, from, name_end, is_upper);
    return 1;
}

/* --- text, comments --- */

Span
read_text(Parser *parser)
{
    const char *from = parser->at, *at = from, *end = parser->end;
    for (;; at++) {
        at = memchr(at, '<', (size_t)(end - at));
        if (at == NULL || at + 1 == end) {
            at = end;
            break;
        }
        const unsigned char next = (unsigned char)at[1];
        if (is_letter(next) || next == '!' || next == '?' || (next == '/' && at + 2 < end)) {
            break;
        }
    }
    parser->at = at;
    Span text = {from, at - from};
    if (text.length > INT_MAX / 4) {
        parser_stop(parser, UNSURE);
    }
    const int has_references = memchr(from, '&', (size_t)text.length) != NULL;
    if (has_references || memchr(from, '\r', (size_t)text.length)) {
        return resolved(parser, text, has_references, 0);
    }
    return text;
}

void
read_comment(Parser *parser)
{
    const char *at = parser->at, *end = parser->end;
    if (end - at < 4 || memcmp(at, "<!--", 4) != 0) {
        at = memchr(at + 1, '>', (size_t)(end - at - 1));
        parser->at = at ? at + 1 : end;
        return;
    }
    at += 4;
    if (at < end && *at == '>') {
        parser->at = at + 1;
        return;
    }
    if (at + 1 < end && at[0] == '-' && at[1] == '>') {
        parser->at = at + 2;
        return;
    }
    while ((at = memchr(at, '>', (size_t)(end - at))) != NULL) {
        const Py_ssize_t size = at - parser->at;
        if (size >= 6 && at[-1] == '-' && at[-2] == '-') {
            break;
        }
        if (size >= 7 && at[-1] == '!' && at[-2] == '-' && at[-3] == '-') {
            break;
        }
        at++;
    }
    parser->at = at ? at + 1 : end;
}

/* --- document types --- */

static int
is_like(Span text, const char *word, int is_prefix)
{
    const Py_ssize_t length = (Py_ssize_t)strlen(word);
    if (is_prefix ? text.length < length : text.length != length) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < length; i++) {
        if (Py_TOLOWER(text.at[i]) != word[i]) {
            return 0;
        }
    }
    return 1;
}

static const char *const QUIRKY[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

static int
is_quirky(Span public_id, Span system_id)
{
    if (public_id.at != NULL) {
        for (size_t i = 0; i < sizeof QUIRKY / sizeof *QUIRKY; i++) {
            if (is_like(public_id, QUIRKY[i], 1)) {
                return 1;
            }
        }
        if (is_like(public_id, "-//w3o//dtd w3 html strict 3.0//en//", 0) ||
            is_like(public_id, "-/w3c/dtd html 4.0 transitional/en", 0) ||
            is_like(public_id, "html", 0)) {
            return 1;
        }
        if (system_id.at == NULL &&
            (is_like(public_id, "-//w3c//dtd html 4.01 frameset//", 1) ||
             is_like(public_id, "-//w3c//dtd html 4.01 transitional//", 1))) {
            return 1;
        }
    }
    return system_id.at != NULL &&
           is_like(system_id, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd", 0);
}

static const char *
read_quoted(const char *at, const char *end, Span *text)
{
    while (at < end && is_white((unsigned char)*at)) {
        at++;
    }
    if (at < end && (*at == '"' || *at == '\'')) {
        const char *to = memchr(at + 1, *at, (size_t)(end - at - 1));
        if (to != NULL) {
            *text = (Span){at + 1, to - at - 1};
            return to + 1;
        }
        text->length = -1; /* breaks off */
    }
    return at;
}

int
read_doctype(Parser *parser)
{
    const char *at = parser->at + 9, *end = memchr(at, '>', (size_t)(parser->end - at));
    if (end == NULL) {
        parser->at = parser->end;
        return 1;
    }
    parser->at = end + 1;
    while (at < end && is_white((unsigned char)*at)) {
        at++;
    }
    const char *name = at;
    while (at < end && !is_white((unsigned char)*at)) {
        at++;
    }
    int is_forced = !is_like((Span){name, at - name}, "html", 0);
    while (at < end && is_white((unsigned char)*at)) {
        at++;
    }
    Span public_id = {NULL, 0}, system_id = {NULL, 0};
    if (at < end) {
        const Span rest = {at, end - at};
        const int is_public = is_like(rest, "public", 1);
        if (!is_public && !is_like(rest, "system", 1)) {
            return 1;
        }
        at += 6;
        if (is_public) {
            at = read_quoted(at, end, &public_id);
            is_forced |= public_id.at == NULL;
        }
        at = read_quoted(at, end, &system_id);
        while (at < end && is_white((unsigned char)*at)) {
            at++;
        }
        is_forced |= (!is_public && system_id.at == NULL) || public_id.length < 0 ||
                     system_id.length < 0 || (is_public && system_id.at == NULL && at < end);
    }
    return is_forced || is_quirky(public_id, system_id);
}

/* --- text without markup --- */

/* Whether a tag of this name begins after the "<" or "</" before this place. */
static int
is_name_at(const Parser *parser, const char *at, Span name)
{
    if (parser->end - at <= name.length) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < name.length; i++) {
        if (Py_TOLOWER(at[i]) != name.at[i]) {
            return 0;
        }
    }
    return is_white((unsigned char)at[name.length]) || at[name.length] == '/' ||
           at[name.length] == '>';
}

/* Place of the "<" of a script's end tag, past those that "<!-- <script>" hides. */
static const char *
script_end(const Parser *parser, Span name)
{
    enum { PLAIN, ESCAPED, TWICE } state = PLAIN;
    const char *at = parser->at, *end = parser->end;
    for (; at < end; at++) {
        if (state != PLAIN && *at == '>' && at - parser->at >= 2 && at[-1] == '-' &&
            at[-2] == '-') {
            state = PLAIN;
        }
        if (*at != '<') {
            if (state == PLAIN) {
                at = memchr(at, '<', (size_t)(end - at));
                if (at == NULL) {
                    return NULL;
                }
            }
            else {
                continue;
            }
        }
        const int is_end = at + 1 < end && at[1] == '/';
        if (state == PLAIN && end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
            state = ESCAPED;
            at += 3;
        }
        else if (is_name_at(parser, at + 1 + is_end, name)) {
            if (is_end && state != TWICE) {
                return at;
            }
            if (is_end) {
                state = ESCAPED;
            }
            else if (state == ESCAPED) {
                state = TWICE;
            }
        }
    }
    return NULL;
}

int
read_raw(Parser *parser, int kind, int is_escapable, Span *text)
{
    const Span name = parser->page->kinds.items[kind].text;
    const char *from = parser->at, *at = from, *end = parser->end;
    if (kind == TAG_SCRIPT) {
        at = script_end(parser, name);
    }
    else {
        while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
            if (at + 1 < end && at[1] == '/' && is_name_at(parser, at + 2, name)) {
                break;
            }
            at++;
        }
    }
    *text = (Span){from, (at ? at : end) - from};
    if (text->length > INT_MAX / 4) {
        parser_stop(parser, UNSURE);
    }
    const int has_references =
        is_escapable && memchr(from, '&', (size_t)text->length) != NULL;
    const int is_seen = kind != TAG_STYLE && kind != TAG_SCRIPT;
    if (is_seen && (has_references || memchr(from, '\r', (size_t)text->length))) {
        *text = resolved(parser, *text, has_references, 0);
    }
    if (at == NULL) {
        parser->at = end;
        return 0;
    }
    const int count = parser->page->attribute_count;
    parser->at = at + 2;
    const int is_whole = read_tag(parser);
    parser->page->attribute_count = count;
    return is_whole;
}
