/* Reads HTML into a page: the rules of the HTML standard for where each token goes.
 *
 * Source: HTML standard, section 13.2.6.4 "The rules for parsing tokens in HTML content", with
 * scripting off. The insertion modes and the order of the rules are those of the standard. What
 * is rare and long (frames, plain text, NUL characters, names beyond ASCII) is answered with
 * "not sure", and the caller's other parser reads the page.
 */

#include "parse.h"

enum {
    INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE,
    IN_CAPTION, IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY,
    AFTER_AFTER_BODY,
};

static void start_by_mode(Parser *parser);
static void end_by_mode(Parser *parser);
static void start_in_body(Parser *parser);
static void end_in_body(Parser *parser);

/* --- what many modes do --- */

static int
current_is(Parser *parser, int kind)
{
    const Item *item = current(parser);
    return item->kind == kind && item->space == HTML;
}

static void
insert_void(Parser *parser)
{
    insert_element(parser, parser->kind, HTML);
    pop(parser);
}

/* An element whose text holds no markup, with its text. */
static void
insert_raw(Parser *parser, int is_escapable, int skips_newline)
{
    const int kind = parser->kind;
    const int element = insert_element(parser, kind, HTML);
    Span text;
    read_raw(parser, kind, is_escapable, &text);
    if (skips_newline && text.length && text.at[0] == '\n') {
        text.at++;
        text.length--;
    }
    if (kind == TAG_SCRIPT && memchr(text.at, '\r', (size_t)text.length) != NULL) {
        text = resolved(parser, text, 0, 0);
    }
    if (kind == TAG_TEXTAREA && text.length) {
        reconstruct(parser); /* as the other parser does, unlike the standard */
    }
    if (kind != TAG_STYLE) {
        const int is_fostering = parser->is_fostering;
        parser->is_fostering = 0;
        insert_text(parser, text);
        parser->is_fostering = is_fostering;
    }
    parser->skips_newline = 0;
    pop_through(parser, element);
}

static void
push_mode(Parser *parser, int mode)
{
    if (!page_grown(&parser->modes, parser->mode_count, &parser->mode_room, sizeof(int))) {
        parser_stop(parser, FAILED);
    }
    parser->modes[parser->mode_count++] = mode;
}

static void
reset_mode(Parser *parser)
{
    for (int i = parser->depth - 1; i >= 0; i--) {
        const Item *item = &parser->items[parser->stack[i]];
        if (item->space != HTML) {
            continue;
        }
        switch (item->kind) {
        case TAG_TD: case TAG_TH:
            parser->mode = IN_CELL;
            return;
        case TAG_TR:
            parser->mode = IN_ROW;
            return;
        case TAG_TBODY: case TAG_THEAD: case TAG_TFOOT:
            parser->mode = IN_TABLE_BODY;
            return;
        case TAG_CAPTION:
            parser->mode = IN_CAPTION;
            return;
        case TAG_COLGROUP:
            parser->mode = IN_COLUMN_GROUP;
            return;
        case TAG_TABLE:
            parser->mode = IN_TABLE;
            return;
        case TAG_TEMPLATE:
            parser->mode = parser->modes[parser->mode_count - 1];
            return;
        case TAG_HEAD:
            parser->mode = IN_HEAD;
            return;
        case TAG_BODY:
            parser->mode = IN_BODY;
            return;
        case TAG_HTML:
            parser->mode = parser->head == NONE ? BEFORE_HEAD : AFTER_HEAD;
            return;
        default:
            break;
        }
    }
    parser->mode = IN_BODY;
}

/* The end of a template, by its tag or by the end of the page. */
static void
end_template(Parser *parser)
{
    pop_until(parser, TAG_TEMPLATE);
    clear_to_marker(parser);
    parser->mode_count--;
    reset_mode(parser);
}

/* Pops elements down to one of these kinds, a template or html. */
static void
clear_to(Parser *parser, int one, int two, int three)
{
    for (;;) {
        const Item *item = current(parser);
        if (item->space == HTML &&
            (item->kind == one || item->kind == two || item->kind == three ||
             item->kind == TAG_TEMPLATE || item->kind == TAG_HTML)) {
            return;
        }
        pop(parser);
    }
}

static void
clear_to_table(Parser *parser)
{
    clear_to(parser, TAG_TABLE, TAG_TABLE, TAG_TABLE);
}

static int
second_is_body(const Parser *parser)
{
    return parser->depth > 1 && parser->items[parser->stack[1]].kind == TAG_BODY;
}

/* --- in head --- */

static void
start_in_head(Parser *parser)
{
    switch (parser->kind) {
    case TAG_HTML:
        start_in_body(parser);
        return;
    case TAG_BASE: case TAG_BASEFONT: case TAG_BGSOUND: case TAG_LINK: case TAG_META:
        insert_void(parser);
        return;
    case TAG_TITLE:
        insert_raw(parser, 1, 0);
        return;
    case TAG_NOFRAMES: case TAG_STYLE: case TAG_SCRIPT:
        insert_raw(parser, 0, 0);
        return;
    case TAG_NOSCRIPT:
        insert_element(parser, TAG_NOSCRIPT, HTML);
        parser->mode = IN_HEAD_NOSCRIPT;
        return;
    case TAG_TEMPLATE:
        insert_element(parser, TAG_TEMPLATE, HTML);
        add_marker(parser);
        parser->mode = IN_TEMPLATE;
        push_mode(parser, IN_TEMPLATE);
        return;
    case TAG_HEAD:
        return;
    default:
        pop(parser);
        parser->mode = AFTER_HEAD;
        start_by_mode(parser);
    }
}

static void
end_in_head(Parser *parser)
{
    switch (parser->kind) {
    case TAG_HEAD:
        pop(parser);
        parser->mode = AFTER_HEAD;
        return;
    case TAG_TEMPLATE:
        if (has_open(parser, TAG_TEMPLATE)) {
            imply_all_ends(parser);
            end_template(parser);
        }
        return;
    case TAG_BODY: case TAG_HTML: case TAG_BR:
        pop(parser);
        parser->mode = AFTER_HEAD;
        end_by_mode(parser);
        return;
    default:
        return;
    }
}

static void
start_in_head_noscript(Parser *parser)
{
    switch (parser->kind) {
    case TAG_HTML:
        start_in_body(parser);
        return;
    case TAG_BASEFONT: case TAG_BGSOUND: case TAG_LINK: case TAG_META: case TAG_NOFRAMES:
    case TAG_STYLE:
        start_in_head(parser);
        return;
    case TAG_HEAD: case TAG_NOSCRIPT:
        return;
    default:
        pop(parser);
        parser->mode = IN_HEAD;
        start_by_mode(parser);
    }
}

static void
end_in_head_noscript(Parser *parser)
{
    if (parser->kind == TAG_NOSCRIPT) {
        pop(parser);
        parser->mode = IN_HEAD;
    }
    else if (parser->kind == TAG_BR) {
        pop(parser);
        parser->mode = IN_HEAD;
        end_by_mode(parser);
    }
}

/* --- before and around head and body --- */

static void
start_after_head(Parser *parser)
{
    switch (parser->kind) {
    case TAG_HTML:
        start_in_body(parser);
        return;
    case TAG_BODY:
        insert_element(parser, TAG_BODY, HTML);
        parser->mode = IN_BODY;
        return;
    case TAG_FRAMESET:
        parser_stop(parser, UNSURE);
        return;
    case TAG_HEAD:
        return;
    default:
        break;
    }
    if (traits_of(parser->kind) & IS_HEADLIKE) {
        push(parser, parser->head);
        start_in_head(parser);
        drop_open(parser, parser->head);
        return;
    }
    insert_plain(parser, TAG_BODY);
    parser->mode = IN_BODY;
    start_by_mode(parser);
}

static void
insert_head(Parser *parser)
{
    parser->head = insert_plain(parser, TAG_HEAD);
    parser->mode = IN_HEAD;
}

/* Makes what must be there before the body, one element at a time. */
static void
go_on(Parser *parser)
{
    switch (parser->mode) {
    case INITIAL:
        parser->is_quirky = 1;
        parser->mode = BEFORE_HTML;
        return;
    case BEFORE_HTML:
        insert_plain(parser, TAG_HTML);
        parser->mode = BEFORE_HEAD;
        return;
    case BEFORE_HEAD:
        insert_head(parser);
        return;
    case IN_HEAD:
        pop(parser);
        parser->mode = AFTER_HEAD;
        return;
    case IN_HEAD_NOSCRIPT:
        pop(parser);
        parser->mode = IN_HEAD;
        return;
    case AFTER_HEAD:
        insert_plain(parser, TAG_BODY);
        parser->mode = IN_BODY;
        return;
    default:
        parser->mode = IN_BODY;
    }
}

/* --- in body --- */

static void
start_item(Parser *parser, int one, int two)
{
    for (int i = parser->depth - 1; i >= 0; i--) {
        const Item *item = &parser->items[parser->stack[i]];
        const int kind = item->kind;
        if (item->space == HTML && (kind == one || kind == two)) {
            imply_ends(parser, kind);
            pop_until(parser, kind);
            break;
        }
        if (item->space != HTML ||
            ((traits_of(kind) & IS_SPECIAL) && kind != TAG_ADDRESS && kind != TAG_DIV &&
             kind != TAG_P)) {
            if (item->space == HTML || (item->space == SVG && (kind == TAG_FOREIGNOBJECT ||
                                        kind == TAG_DESC || kind == TAG_TITLE)) ||
                (item->space == MATHML && ((kind >= TAG_MI && kind <= TAG_MTEXT) ||
                                           kind == TAG_ANNOTATION_XML))) {
                break;
            }
        }
    }
    close_p(parser);
    insert_element(parser, parser->kind, HTML);
}

static void
start_formatting(Parser *parser)
{
    if (parser->kind == TAG_A) {
        const int old = formatting_of(parser, TAG_A);
        if (old != NONE) {
            adopt(parser, TAG_A);
            drop_formatting(parser, old);
            if (parser->items[old].is_open) {
                drop_open(parser, old);
            }
        }
    }
    reconstruct(parser);
    if (parser->kind == TAG_NOBR && in_scope(parser, TAG_NOBR, SCOPE)) {
        adopt(parser, TAG_NOBR);
        reconstruct(parser);
    }
    format(parser, insert_element(parser, parser->kind, HTML));
}

/* Names of attributes that SVG and MathML write with capitals. */
static const char *const CASED[] = {
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode",
    "clipPathUnits", "diffuseConstant", "edgeMode", "filterUnits", "glyphRef",
    "gradientTransform", "gradientUnits", "kernelMatrix", "kernelUnitLength", "keyPoints",
    "keySplines", "keyTimes", "lengthAdjust", "limitingConeAngle", "markerHeight",
    "markerUnits", "markerWidth", "maskContentUnits", "maskUnits", "numOctaves", "pathLength",
    "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX", "pointsAtY",
    "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY",
    "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant",
    "specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles",
    "surfaceScale", "systemLanguage", "tableValues", "targetX", "targetY", "textLength",
    "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector", "zoomAndPan",
};

static int
cased_number(PageNames *names, int number)
{
    if (names->items[number].cased == 0) {
        const Span plain = names->items[number].text;
        int found = -1;
        for (size_t i = 0; i < sizeof CASED / sizeof *CASED && found < 0; i++) {
            const Py_ssize_t length = (Py_ssize_t)strlen(CASED[i]);
            if (length == plain.length && PyOS_strnicmp(CASED[i], plain.at, length) == 0) {
                found = page_number(names, CASED[i], length, page_hash(CASED[i], length));
            }
        }
        names->items[number].cased = found;
    }
    return names->items[number].cased;
}

/* Puts names of attributes into the case of SVG. What is inside an svg element is hidden, so
 * that its own attributes are all that can be seen of them; and one of MathML. */
static void
adjust_attributes(Parser *parser, int space)
{
    static const char definition[] = "definitionURL";
    PageNames *names = &parser->page->names;
    for (int i = 0; i < parser->attributes; i++) {
        PageAttribute *own = &parser->page->attributes[parser->first_attribute + i];
        if (space == SVG) {
            const int number = cased_number(names, own->name);
            own->name = number >= 0 ? number : own->name;
        }
        else if (names->items[own->name].text.length == 13 &&
                 memcmp(names->items[own->name].text.at, "definitionurl", 13) == 0) {
            own->name = page_number(names, definition, 13, page_hash(definition, 13));
        }
    }
    if (PyErr_Occurred()) {
        parser_stop(parser, FAILED);
    }
}

static void
start_foreign_root(Parser *parser, int space)
{
    reconstruct(parser);
    adjust_attributes(parser, space);
    insert_element(parser, parser->kind, space);
    if (parser->is_self_closing) {
        pop(parser);
    }
}

/* Whether an input is of type hidden. */
static int
is_hidden_input(const Parser *parser)
{
    for (int i = 0; i < parser->attributes; i++) {
        const PageAttribute *own = &parser->page->attributes[parser->first_attribute + i];
        if (own->name == NAME_TYPE) {
            return own->length == 6 && PyOS_strnicmp(own->value, "hidden", 6) == 0;
        }
    }
    return 0;
}

static void
start_option(Parser *parser)
{
    if (in_scope(parser, TAG_SELECT, SCOPE)) {
        imply_ends(parser, parser->kind == TAG_OPTION ? TAG_OPTGROUP : NONE);
    }
    else if (current_is(parser, TAG_OPTION)) {
        pop(parser);
    }
    reconstruct(parser);
    insert_element(parser, parser->kind, HTML);
}

static void
start_input(Parser *parser)
{
    if (in_scope(parser, TAG_SELECT, SCOPE)) {
        pop_until(parser, TAG_SELECT);
    }
    reconstruct(parser);
    insert_void(parser);
}

static void
start_body_again(Parser *parser)
{
    if (parser->depth > 1 && second_is_body(parser) && !has_open(parser, TAG_TEMPLATE)) {
        merge_attributes(parser, parser->stack[1]);
    }
}

/* Elements that only begin differently from any other: 0 where the kind is none of them. */
static int
start_plain(Parser *parser)
{
    const int kind = parser->kind, traits = traits_of(kind);
    if ((traits & IS_HEADLIKE) != 0) {
        start_in_head(parser);
    }
    else if (traits & IS_FORMATTING) {
        start_formatting(parser);
    }
    else if ((traits & IS_BLOCK) || kind == TAG_P) {
        close_p(parser);
        insert_element(parser, kind, HTML);
        parser->skips_newline = kind == TAG_PRE || kind == TAG_LISTING;
    }
    else if (traits & IS_HEADING) {
        close_p(parser);
        if (current(parser)->space == HTML && (traits_of(current(parser)->kind) & IS_HEADING)) {
            pop(parser);
        }
        insert_element(parser, kind, HTML);
    }
    else {
        return 0;
    }
    return 1;
}

static void
start_in_body(Parser *parser)
{
    if (start_plain(parser)) {
        return;
    }
    switch (parser->kind) {
    case TAG_HTML:
        if (!has_open(parser, TAG_TEMPLATE)) {
            merge_attributes(parser, parser->stack[0]);
        }
        return;
    case TAG_BODY:
        start_body_again(parser);
        return;
    case TAG_FRAMESET: /* it may take the place of the body */
        parser_stop(parser, UNSURE);
        return;
    case TAG_FORM:
        if (parser->form != NONE && !has_open(parser, TAG_TEMPLATE)) {
            return;
        }
        close_p(parser);
        const int form = insert_element(parser, TAG_FORM, HTML);
        if (!has_open(parser, TAG_TEMPLATE)) {
            parser->form = form;
        }
        return;
    case TAG_LI:
        start_item(parser, TAG_LI, TAG_LI);
        return;
    case TAG_DD: case TAG_DT:
        start_item(parser, TAG_DD, TAG_DT);
        return;
    case TAG_PLAINTEXT: case TAG_SELECTEDCONTENT:
        parser_stop(parser, UNSURE);
        return;
    case TAG_BUTTON:
        if (in_scope(parser, TAG_BUTTON, SCOPE)) {
            imply_ends(parser, NONE);
            pop_until(parser, TAG_BUTTON);
        }
        reconstruct(parser);
        insert_element(parser, TAG_BUTTON, HTML);
        return;
    case TAG_APPLET: case TAG_MARQUEE: case TAG_OBJECT:
        reconstruct(parser);
        insert_element(parser, parser->kind, HTML);
        add_marker(parser);
        return;
    case TAG_TABLE:
        if (!parser->is_quirky) {
            close_p(parser);
        }
        insert_element(parser, TAG_TABLE, HTML);
        parser->mode = IN_TABLE;
        return;
    case TAG_IMAGE:
        if (parser->is_fostering) {
            parser_stop(parser, UNSURE);
        }
        parser->kind = TAG_IMG;
        /* fall through */
    case TAG_AREA: case TAG_BR: case TAG_EMBED: case TAG_IMG: case TAG_KEYGEN: case TAG_WBR:
        reconstruct(parser);
        insert_void(parser);
        return;
    case TAG_INPUT:
        start_input(parser);
        return;
    case TAG_PARAM: case TAG_SOURCE: case TAG_TRACK:
        insert_void(parser);
        return;
    case TAG_HR:
        close_p(parser);
        if (in_scope(parser, TAG_SELECT, SCOPE)) {
            imply_ends(parser, NONE);
        }
        insert_void(parser);
        return;
    case TAG_TEXTAREA:
        insert_raw(parser, 1, 1);
        return;
    case TAG_XMP:
        close_p(parser);
        reconstruct(parser);
        /* fall through */
    case TAG_IFRAME: case TAG_NOEMBED:
        insert_raw(parser, 0, 0);
        return;
    case TAG_SELECT:
        if (in_scope(parser, TAG_SELECT, SCOPE)) {
            pop_until(parser, TAG_SELECT);
            return;
        }
        reconstruct(parser);
        insert_element(parser, TAG_SELECT, HTML);
        return;
    case TAG_OPTGROUP: case TAG_OPTION:
        start_option(parser);
        return;
    case TAG_RB: case TAG_RTC:
        if (in_scope(parser, TAG_RUBY, SCOPE)) {
            imply_ends(parser, NONE);
        }
        insert_element(parser, parser->kind, HTML);
        return;
    case TAG_RP: case TAG_RT:
        if (in_scope(parser, TAG_RUBY, SCOPE)) {
            imply_ends(parser, TAG_RTC);
        }
        insert_element(parser, parser->kind, HTML);
        return;
    case TAG_MATH:
        start_foreign_root(parser, MATHML);
        return;
    case TAG_SVG:
        start_foreign_root(parser, SVG);
        return;
    case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_FRAME: case TAG_HEAD:
    case TAG_TBODY: case TAG_TD: case TAG_TFOOT: case TAG_TH: case TAG_THEAD: case TAG_TR:
        return;
    default:
        reconstruct(parser);
        insert_element(parser, parser->kind, HTML);
    }
}

static void
end_heading(Parser *parser)
{
    int is_open = 0;
    for (int kind = TAG_H1; kind <= TAG_H6; kind++) {
        is_open |= in_scope(parser, kind, SCOPE);
    }
    if (!is_open) {
        return;
    }
    imply_ends(parser, NONE);
    while (parser->depth > 1) {
        const Item *item = current(parser);
        const int is_it = item->space == HTML && (traits_of(item->kind) & IS_HEADING);
        pop(parser);
        if (is_it) {
            return;
        }
    }
}

static void
end_form(Parser *parser)
{
    if (has_open(parser, TAG_TEMPLATE)) {
        if (in_scope(parser, TAG_FORM, SCOPE)) {
            imply_ends(parser, NONE);
            pop_until(parser, TAG_FORM);
        }
        return;
    }
    const int form = parser->form;
    parser->form = NONE;
    /* In scope must be this very form. */
    if (form == NONE || !parser->items[form].is_open || !in_scope(parser, TAG_FORM, SCOPE)) {
        return;
    }
    imply_ends(parser, NONE);
    drop_open(parser, form);
}

static void
end_in_body(Parser *parser)
{
    const int kind = parser->kind, traits = traits_of(kind);
    if (traits & IS_FORMATTING) {
        adopt(parser, kind);
        return;
    }
    if ((traits & IS_BLOCK) || kind == TAG_BUTTON || kind == TAG_SELECT) {
        if (in_scope(parser, kind, SCOPE)) {
            imply_ends(parser, NONE);
            pop_until(parser, kind);
        }
        return;
    }
    if (traits & IS_HEADING) {
        end_heading(parser);
        return;
    }
    switch (kind) {
    case TAG_TEMPLATE:
        end_in_head(parser);
        return;
    case TAG_BODY: case TAG_HTML:
        if (in_scope(parser, TAG_BODY, SCOPE)) {
            parser->mode = AFTER_BODY;
            if (kind == TAG_HTML) {
                end_by_mode(parser);
            }
        }
        return;
    case TAG_FORM:
        end_form(parser);
        return;
    case TAG_P:
        if (!in_scope(parser, TAG_P, BUTTON_SCOPE)) {
            insert_plain(parser, TAG_P);
        }
        close_p(parser);
        return;
    case TAG_LI:
        if (in_scope(parser, TAG_LI, LIST_SCOPE)) {
            imply_ends(parser, TAG_LI);
            pop_until(parser, TAG_LI);
        }
        return;
    case TAG_DD: case TAG_DT:
        if (in_scope(parser, kind, SCOPE)) {
            imply_ends(parser, kind);
            pop_until(parser, kind);
        }
        return;
    case TAG_APPLET: case TAG_MARQUEE: case TAG_OBJECT:
        if (in_scope(parser, kind, SCOPE)) {
            imply_ends(parser, NONE);
            pop_until(parser, kind);
            clear_to_marker(parser);
        }
        return;
    case TAG_BR:
        parser->attributes = 0;
        start_in_body(parser);
        return;
    default:
        end_any_other(parser, kind);
    }
}

/* --- in tables --- */

static void
start_in_table(Parser *parser)
{
    switch (parser->kind) {
    case TAG_CAPTION:
        clear_to_table(parser);
        add_marker(parser);
        insert_element(parser, TAG_CAPTION, HTML);
        parser->mode = IN_CAPTION;
        return;
    case TAG_COLGROUP:
        clear_to_table(parser);
        insert_element(parser, TAG_COLGROUP, HTML);
        parser->mode = IN_COLUMN_GROUP;
        return;
    case TAG_COL:
        clear_to_table(parser);
        insert_plain(parser, TAG_COLGROUP);
        parser->mode = IN_COLUMN_GROUP;
        start_by_mode(parser);
        return;
    case TAG_TBODY: case TAG_TFOOT: case TAG_THEAD:
        clear_to_table(parser);
        insert_element(parser, parser->kind, HTML);
        parser->mode = IN_TABLE_BODY;
        return;
    case TAG_TD: case TAG_TH: case TAG_TR:
        clear_to_table(parser);
        insert_plain(parser, TAG_TBODY);
        parser->mode = IN_TABLE_BODY;
        start_by_mode(parser);
        return;
    case TAG_TABLE:
        if (in_scope(parser, TAG_TABLE, TABLE_SCOPE)) {
            pop_until(parser, TAG_TABLE);
            reset_mode(parser);
            start_by_mode(parser);
        }
        return;
    case TAG_STYLE: case TAG_SCRIPT: case TAG_TEMPLATE:
        start_in_head(parser);
        return;
    case TAG_INPUT:
        if (is_hidden_input(parser)) {
            insert_void(parser);
            return;
        }
        break;
    case TAG_FORM:
        if (!has_open(parser, TAG_TEMPLATE) && parser->form == NONE) {
            parser->form = insert_element(parser, TAG_FORM, HTML);
            pop(parser);
        }
        return;
    default:
        break;
    }
    parser->is_fostering = 1;
    start_in_body(parser);
    parser->is_fostering = 0;
}

static void
end_in_table(Parser *parser)
{
    switch (parser->kind) {
    case TAG_TABLE:
        if (in_scope(parser, TAG_TABLE, TABLE_SCOPE)) {
            pop_until(parser, TAG_TABLE);
            reset_mode(parser);
        }
        return;
    case TAG_BODY: case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_HTML:
    case TAG_TBODY: case TAG_TD: case TAG_TFOOT: case TAG_TH: case TAG_THEAD: case TAG_TR:
        return;
    case TAG_TEMPLATE:
        end_in_head(parser);
        return;
    default:
        parser->is_fostering = 1;
        end_in_body(parser);
        parser->is_fostering = 0;
    }
}

static int
is_part_of_table(int kind)
{
    switch (kind) {
    case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_TBODY: case TAG_TD:
    case TAG_TFOOT: case TAG_TH: case TAG_THEAD: case TAG_TR:
        return 1;
    default:
        return 0;
    }
}

/* Ends the caption; 0 where there is none to end. */
static int
close_caption(Parser *parser)
{
    if (!in_scope(parser, TAG_CAPTION, TABLE_SCOPE)) {
        return 0;
    }
    imply_ends(parser, NONE);
    pop_until(parser, TAG_CAPTION);
    clear_to_marker(parser);
    parser->mode = IN_TABLE;
    return 1;
}

static void
start_in_caption(Parser *parser)
{
    if (!is_part_of_table(parser->kind)) {
        start_in_body(parser);
    }
    else if (close_caption(parser)) {
        start_by_mode(parser);
    }
}

static void
end_in_caption(Parser *parser)
{
    const int kind = parser->kind;
    if (kind == TAG_CAPTION) {
        close_caption(parser);
    }
    else if (kind == TAG_TABLE) {
        if (close_caption(parser)) {
            end_by_mode(parser);
        }
    }
    else if (!is_part_of_table(kind) && kind != TAG_BODY && kind != TAG_HTML) {
        end_in_body(parser);
    }
}

/* Leaves the column group for what does not belong in it; 0 where there is none. */
static int
close_column_group(Parser *parser)
{
    if (!current_is(parser, TAG_COLGROUP)) {
        return 0;
    }
    pop(parser);
    parser->mode = IN_TABLE;
    return 1;
}

static void
start_in_column_group(Parser *parser)
{
    if (parser->kind == TAG_HTML) {
        start_in_body(parser);
    }
    else if (parser->kind == TAG_COL) {
        insert_void(parser);
    }
    else if (parser->kind == TAG_TEMPLATE) {
        start_in_head(parser);
    }
    else if (close_column_group(parser)) {
        start_by_mode(parser);
    }
}

static void
end_in_column_group(Parser *parser)
{
    if (parser->kind == TAG_COLGROUP) {
        close_column_group(parser);
    }
    else if (parser->kind == TAG_TEMPLATE) {
        end_in_head(parser);
    }
    else if (parser->kind != TAG_COL && close_column_group(parser)) {
        end_by_mode(parser);
    }
}

static void
clear_to_table_body(Parser *parser)
{
    clear_to(parser, TAG_TBODY, TAG_TFOOT, TAG_THEAD);
}

static int
close_table_body(Parser *parser)
{
    if (!in_scope(parser, TAG_TBODY, TABLE_SCOPE) &&
        !in_scope(parser, TAG_THEAD, TABLE_SCOPE) && !in_scope(parser, TAG_TFOOT, TABLE_SCOPE)) {
        return 0;
    }
    clear_to_table_body(parser);
    pop(parser);
    parser->mode = IN_TABLE;
    return 1;
}

static void
start_in_table_body(Parser *parser)
{
    switch (parser->kind) {
    case TAG_TR:
        clear_to_table_body(parser);
        insert_element(parser, TAG_TR, HTML);
        parser->mode = IN_ROW;
        return;
    case TAG_TD: case TAG_TH:
        clear_to_table_body(parser);
        insert_plain(parser, TAG_TR);
        parser->mode = IN_ROW;
        start_by_mode(parser);
        return;
    case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_TBODY: case TAG_TFOOT:
    case TAG_THEAD:
        if (close_table_body(parser)) {
            start_by_mode(parser);
        }
        return;
    default:
        start_in_table(parser);
    }
}

static void
end_in_table_body(Parser *parser)
{
    switch (parser->kind) {
    case TAG_TBODY: case TAG_TFOOT: case TAG_THEAD:
        if (in_scope(parser, parser->kind, TABLE_SCOPE)) {
            clear_to_table_body(parser);
            pop(parser);
            parser->mode = IN_TABLE;
        }
        return;
    case TAG_TABLE:
        if (close_table_body(parser)) {
            end_by_mode(parser);
        }
        return;
    case TAG_BODY: case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_HTML:
    case TAG_TD: case TAG_TH: case TAG_TR:
        return;
    default:
        end_in_table(parser);
    }
}

static int
close_row(Parser *parser)
{
    if (!in_scope(parser, TAG_TR, TABLE_SCOPE)) {
        return 0;
    }
    clear_to(parser, TAG_TR, TAG_TR, TAG_TR);
    pop(parser);
    parser->mode = IN_TABLE_BODY;
    return 1;
}

static void
start_in_row(Parser *parser)
{
    switch (parser->kind) {
    case TAG_TD: case TAG_TH:
        clear_to(parser, TAG_TR, TAG_TR, TAG_TR);
        insert_element(parser, parser->kind, HTML);
        parser->mode = IN_CELL;
        add_marker(parser);
        return;
    case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_TBODY: case TAG_TFOOT:
    case TAG_THEAD: case TAG_TR:
        if (close_row(parser)) {
            start_by_mode(parser);
        }
        return;
    default:
        start_in_table(parser);
    }
}

static void
end_in_row(Parser *parser)
{
    switch (parser->kind) {
    case TAG_TR:
        close_row(parser);
        return;
    case TAG_TABLE:
        if (close_row(parser)) {
            end_by_mode(parser);
        }
        return;
    case TAG_TBODY: case TAG_TFOOT: case TAG_THEAD:
        if (in_scope(parser, parser->kind, TABLE_SCOPE) && close_row(parser)) {
            end_by_mode(parser);
        }
        return;
    case TAG_BODY: case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_HTML:
    case TAG_TD: case TAG_TH:
        return;
    default:
        end_in_table(parser);
    }
}

static void
close_cell(Parser *parser)
{
    imply_ends(parser, NONE);
    while (parser->depth > 1) {
        const Item *item = current(parser);
        const int is_cell =
            item->space == HTML && (item->kind == TAG_TD || item->kind == TAG_TH);
        pop(parser);
        if (is_cell) {
            break;
        }
    }
    clear_to_marker(parser);
    parser->mode = IN_ROW;
}

static void
start_in_cell(Parser *parser)
{
    if (!is_part_of_table(parser->kind)) {
        start_in_body(parser);
    }
    else if (in_scope(parser, TAG_TD, TABLE_SCOPE) || in_scope(parser, TAG_TH, TABLE_SCOPE)) {
        close_cell(parser);
        start_by_mode(parser);
    }
}

static void
end_in_cell(Parser *parser)
{
    switch (parser->kind) {
    case TAG_TD: case TAG_TH:
        if (in_scope(parser, parser->kind, TABLE_SCOPE)) {
            imply_ends(parser, NONE);
            pop_until(parser, parser->kind);
            clear_to_marker(parser);
            parser->mode = IN_ROW;
        }
        return;
    case TAG_BODY: case TAG_CAPTION: case TAG_COL: case TAG_COLGROUP: case TAG_HTML:
        return;
    case TAG_TABLE: case TAG_TBODY: case TAG_TFOOT: case TAG_THEAD: case TAG_TR:
        if (in_scope(parser, parser->kind, TABLE_SCOPE)) {
            close_cell(parser);
            end_by_mode(parser);
        }
        return;
    default:
        end_in_body(parser);
    }
}

/* --- in templates --- */

static void
start_in_template(Parser *parser)
{
    int mode = IN_BODY;
    switch (parser->kind) {
    case TAG_CAPTION: case TAG_COLGROUP: case TAG_TBODY: case TAG_TFOOT: case TAG_THEAD:
        mode = IN_TABLE;
        break;
    case TAG_COL:
        mode = IN_COLUMN_GROUP;
        break;
    case TAG_TR:
        mode = IN_TABLE_BODY;
        break;
    case TAG_TD: case TAG_TH:
        mode = IN_ROW;
        break;
    default:
        if (traits_of(parser->kind) & IS_HEADLIKE) {
            start_in_head(parser);
            return;
        }
    }
    parser->modes[parser->mode_count - 1] = parser->mode = mode;
    start_by_mode(parser);
}

/* --- foreign content --- */

static int
is_text_point(const Item *item)
{
    return item->space == MATHML && item->kind >= TAG_MI && item->kind <= TAG_MTEXT;
}

static int
is_html_point(const Item *item)
{
    return item->is_integration_point ||
           (item->space == SVG && (item->kind == TAG_FOREIGNOBJECT || item->kind == TAG_DESC ||
                                   item->kind == TAG_TITLE));
}

static int
is_foreign_start(Parser *parser)
{
    const Item *item = current(parser);
    if (item->space == HTML || is_html_point(item)) {
        return 0;
    }
    if (is_text_point(item)) {
        return parser->kind == TAG_MGLYPH || parser->kind == TAG_MALIGNMARK;
    }
    return !(item->kind == TAG_ANNOTATION_XML && item->space == MATHML &&
             parser->kind == TAG_SVG);
}

static void
leave_foreign(Parser *parser)
{
    for (;;) {
        const Item *item = current(parser);
        if (item->space == HTML || is_text_point(item) || is_html_point(item)) {
            return;
        }
        pop(parser);
    }
}

/* Whether a tag that begins ends the foreign content around it. */
static int
breaks_out(const Parser *parser)
{
    if (parser->kind != TAG_FONT) {
        return (traits_of(parser->kind) & IS_BREAKOUT) != 0;
    }
    for (int i = 0; i < parser->attributes; i++) {
        const int name = parser->page->attributes[parser->first_attribute + i].name;
        if (name == NAME_COLOR || name == NAME_FACE || name == NAME_SIZE) {
            return 1;
        }
    }
    return 0;
}

/* Whether an annotation holds HTML by its encoding. */
static int
holds_html(const Parser *parser)
{
    for (int i = 0; i < parser->attributes; i++) {
        const PageAttribute *own = &parser->page->attributes[parser->first_attribute + i];
        if (own->name == NAME_ENCODING) {
            return (own->length == 9 && PyOS_strnicmp(own->value, "text/html", 9) == 0) ||
                   (own->length == 21 &&
                    PyOS_strnicmp(own->value, "application/xhtml+xml", 21) == 0);
        }
    }
    return 0;
}

static void
start_in_foreign(Parser *parser)
{
    if (breaks_out(parser)) {
        leave_foreign(parser);
        start_by_mode(parser);
        return;
    }
    const int space = current(parser)->space;
    if (space == MATHML || parser->kind == TAG_SVG) {
        adjust_attributes(parser, space);
    }
    const int number = insert_element(parser, parser->kind, space);
    parser->items[number].is_integration_point =
        space == MATHML && parser->kind == TAG_ANNOTATION_XML && holds_html(parser);
    if (parser->is_self_closing) {
        pop(parser);
    }
}

static void
end_in_foreign(Parser *parser)
{
    if (parser->kind == TAG_BR || parser->kind == TAG_P) {
        leave_foreign(parser);
        end_by_mode(parser);
        return;
    }
    for (int i = parser->depth - 1; i > 0; i--) {
        const Item *item = &parser->items[parser->stack[i]];
        if (item->space == HTML) {
            end_by_mode(parser);
            return;
        }
        if (item->kind == parser->kind) {
            pop_through(parser, parser->stack[i]);
            return;
        }
    }
}

/* --- tokens by mode --- */

static void
start_by_mode(Parser *parser)
{
    for (;;) {
        switch (parser->mode) {
        case BEFORE_HTML:
            if (parser->kind == TAG_HTML) {
                insert_element(parser, TAG_HTML, HTML);
                parser->mode = BEFORE_HEAD;
                return;
            }
            break;
        case BEFORE_HEAD:
            if (parser->kind == TAG_HTML) {
                start_in_body(parser);
                return;
            }
            if (parser->kind == TAG_HEAD) {
                parser->head = insert_element(parser, TAG_HEAD, HTML);
                parser->mode = IN_HEAD;
                return;
            }
            break;
        case IN_HEAD:
            start_in_head(parser);
            return;
        case IN_HEAD_NOSCRIPT:
            start_in_head_noscript(parser);
            return;
        case AFTER_HEAD:
            start_after_head(parser);
            return;
        case IN_BODY:
            start_in_body(parser);
            return;
        case IN_TABLE:
            start_in_table(parser);
            return;
        case IN_CAPTION:
            start_in_caption(parser);
            return;
        case IN_COLUMN_GROUP:
            start_in_column_group(parser);
            return;
        case IN_TABLE_BODY:
            start_in_table_body(parser);
            return;
        case IN_ROW:
            start_in_row(parser);
            return;
        case IN_CELL:
            start_in_cell(parser);
            return;
        case IN_TEMPLATE:
            start_in_template(parser);
            return;
        case AFTER_BODY: case AFTER_AFTER_BODY:
            if (parser->kind == TAG_HTML) {
                start_in_body(parser);
                return;
            }
            break;
        default:
            break;
        }
        go_on(parser);
    }
}

static void
end_by_mode(Parser *parser)
{
    const int kind = parser->kind;
    const int begins = kind == TAG_HEAD || kind == TAG_BODY || kind == TAG_HTML || kind == TAG_BR;
    for (;;) {
        switch (parser->mode) {
        case INITIAL:
            break;
        case BEFORE_HTML: case BEFORE_HEAD:
            if (kind == TAG_TEMPLATE && parser->mode == BEFORE_HEAD) {
                return;
            }
            if (!begins) {
                return;
            }
            break;
        case IN_HEAD:
            end_in_head(parser);
            return;
        case IN_HEAD_NOSCRIPT:
            end_in_head_noscript(parser);
            return;
        case AFTER_HEAD:
            if (kind == TAG_TEMPLATE) {
                end_in_head(parser);
                return;
            }
            if (kind != TAG_BODY && kind != TAG_HTML && kind != TAG_BR) {
                return;
            }
            break;
        case IN_BODY:
            end_in_body(parser);
            return;
        case IN_TABLE:
            end_in_table(parser);
            return;
        case IN_CAPTION:
            end_in_caption(parser);
            return;
        case IN_COLUMN_GROUP:
            end_in_column_group(parser);
            return;
        case IN_TABLE_BODY:
            end_in_table_body(parser);
            return;
        case IN_ROW:
            end_in_row(parser);
            return;
        case IN_CELL:
            end_in_cell(parser);
            return;
        case IN_TEMPLATE:
            if (kind == TAG_TEMPLATE) {
                end_in_head(parser);
            }
            return;
        case AFTER_BODY:
            if (kind == TAG_HTML) {
                parser->mode = AFTER_AFTER_BODY;
                return;
            }
            break;
        default:
            break;
        }
        go_on(parser);
    }
}

static Span
white_of(Span text)
{
    Py_ssize_t length = 0;
    while (length < text.length && is_white((unsigned char)text.at[length])) {
        length++;
    }
    return (Span){text.at, length};
}

static void
text_in_body(Parser *parser, Span text)
{
    reconstruct(parser);
    insert_text(parser, text);
}

static void
text_by_mode(Parser *parser, Span text)
{
    for (;;) {
        const Span white = white_of(text);
        const int is_all_white = white.length == text.length;
        switch (parser->mode) {
        case INITIAL: case BEFORE_HTML: case BEFORE_HEAD:
            break;
        case IN_HEAD: case IN_HEAD_NOSCRIPT: case AFTER_HEAD:
            insert_text(parser, white);
            break;
        case IN_COLUMN_GROUP:
            insert_text(parser, white);
            if (!is_all_white && !close_column_group(parser)) {
                parser_stop(parser, UNSURE);
            }
            break;
        case AFTER_BODY: case AFTER_AFTER_BODY:
            if (white.length) {
                text_in_body(parser, white);
            }
            break;
        case IN_TABLE: case IN_TABLE_BODY: case IN_ROW:
            if (is_all_white && current(parser)->space == HTML &&
                ((traits_of(current(parser)->kind) & IS_TABLE) ||
                 current_is(parser, TAG_TEMPLATE))) {
                insert_text(parser, text);
                return;
            }
            parser->is_fostering = 1;
            text_in_body(parser, text);
            parser->is_fostering = 0;
            return;
        default:
            text_in_body(parser, text);
            return;
        }
        if (is_all_white) {
            return;
        }
        text.at += white.length;
        text.length -= white.length;
        if (parser->mode != IN_TABLE) { /* of a column group that has just ended */
            go_on(parser);
        }
    }
}

/* --- the page --- */

static void
take_text(Parser *parser)
{
    Span text = read_text(parser);
    if (parser->skips_newline && text.length && text.at[0] == '\n') {
        text.at++;
        text.length--;
    }
    parser->skips_newline = 0;
    if (text.length == 0) {
        return;
    }
    if (parser->depth) {
        const Item *item = current(parser);
        if (item->space != HTML && !is_html_point(item) && !is_text_point(item)) {
            insert_text(parser, text);
            return;
        }
    }
    text_by_mode(parser, text);
}

static void
take_start_tag(Parser *parser)
{
    parser->at++;
    if (!read_tag(parser)) {
        return;
    }
    if (parser->depth && is_foreign_start(parser)) {
        start_in_foreign(parser);
    }
    else {
        start_by_mode(parser);
    }
}

static void
take_end_tag(Parser *parser)
{
    const int count = parser->page->attribute_count;
    parser->at += 2;
    const int is_whole = read_tag(parser);
    parser->page->attribute_count = count;
    parser->attributes = 0;
    if (!is_whole) {
        return;
    }
    if (parser->depth && current(parser)->space != HTML) {
        end_in_foreign(parser);
    }
    else {
        end_by_mode(parser);
    }
}

static void
take_comment(Parser *parser)
{
    read_comment(parser);
    if (parser->depth == 0 || parser->mode == AFTER_AFTER_BODY) {
        return;
    }
    if (parser->mode == AFTER_BODY) {
        append_comment(parser, parser->stack[0]);
        return;
    }
    insert_comment(parser);
}

static int
is_doctype(const Parser *parser)
{
    return parser->end - parser->at >= 9 && PyOS_strnicmp(parser->at, "<!doctype", 9) == 0;
}

static void
take_declaration(Parser *parser)
{
    if (is_doctype(parser)) {
        const int is_quirky = read_doctype(parser);
        if (parser->mode == IN_COLUMN_GROUP) {
            parser_stop(parser, UNSURE);
        }
        if (parser->mode == INITIAL) {
            parser->is_quirky = is_quirky;
            parser->mode = BEFORE_HTML;
        }
        return;
    }
    if (parser->depth && current(parser)->space != HTML && parser->end - parser->at >= 9 &&
        memcmp(parser->at, "<![CDATA[", 9) == 0) {
        parser_stop(parser, UNSURE);
    }
    take_comment(parser);
}

static void
read_page(Parser *parser)
{
    while (parser->at < parser->end) {
        const char *at = parser->at;
        const Py_ssize_t left = parser->end - at;
        if (*at != '<' || left == 1) {
            take_text(parser);
            continue;
        }
        const unsigned char next = (unsigned char)at[1];
        if (next == '/' && left > 2 && is_letter((unsigned char)at[2])) {
            parser->skips_newline = 0;
            take_end_tag(parser);
        }
        else if (is_letter(next)) {
            parser->skips_newline = 0;
            take_start_tag(parser);
        }
        else if (next == '!') {
            parser->skips_newline = 0;
            take_declaration(parser);
        }
        else if (next == '?' || (next == '/' && left > 2)) {
            if (at[2] == '>' && next == '/') {
                parser->at += 3;
                continue;
            }
            parser->skips_newline = 0;
            take_comment(parser);
        }
        else {
            take_text(parser);
        }
    }
    while (has_open(parser, TAG_TEMPLATE)) {
        end_template(parser);
    }
    while (parser->mode < IN_BODY) {
        go_on(parser);
    }
}

static void
parser_free(Parser *parser)
{
    PyMem_Free(parser->items);
    PyMem_Free(parser->stack);
    PyMem_Free(parser->formatting);
    PyMem_Free(parser->modes);
    PyMem_Free(parser->open_count);
}

PyObject *
pagemill_parse(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    Span source;
    if (count != 2 || !PyDict_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "parse(html: str or bytes, entities: dict)");
        return NULL;
    }
    if (!page_source(args[0], &source) || !entities_ready(args[1])) {
        return NULL;
    }
    if (source.length == 0 || memchr(source.at, 0, (size_t)source.length) != NULL) {
        Py_RETURN_NONE;
    }
    Page *page = page_new();
    if (page == NULL) {
        return NULL;
    }
    page->source = Py_NewRef(args[0]);
    Parser *parser = PyMem_Calloc(1, sizeof(Parser));
    if (parser == NULL) {
        Py_DECREF(page);
        return PyErr_NoMemory();
    }
    parser->page = page;
    parser->at = source.at;
    parser->end = source.at + source.length;
    parser->head = parser->form = NONE;
    int status = setjmp(parser->out);
    if (status == 0) {
        read_page(parser);
        status = laid_out(parser) ? DONE : FAILED;
    }
    if (status == DONE && page->count > MAX_NODES) {
        status = TOO_LARGE;
    }
    parser_free(parser);
    PyMem_Free(parser);
    if (status == DONE) {
        return (PyObject *)page;
    }
    Py_DECREF(page);
    if (status == UNSURE) {
        Py_RETURN_NONE;
    }
    if (status == TOO_LARGE) {
        PyErr_SetString(PyExc_OverflowError, "too many nodes");
    }
    return NULL;
}
