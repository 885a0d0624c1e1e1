/* What the sources share that read HTML: tokens.c cuts the source, build.c holds the growing
 * tree, parse.c decides by the rules of the HTML standard where each token goes. */

#ifndef PAGEMILL_PARSE_H
#define PAGEMILL_PARSE_H

#include "pagemill.h"

#include <setjmp.h>

enum { DONE = 1, FAILED = -1, UNSURE = 2, TOO_LARGE = 3 }; /* how reading ended */
enum { HTML, SVG, MATHML };                                /* namespaces */

#define NONE (-1)
#define MARKER (-2) /* in the list of formatting elements */
#define MAX_NODES 2000000
#define MAX_MERGES 200
#define MAX_ATTRIBUTES 10000 /* of one tag: as in pagemill.html.bounds */
#define MAX_ITEMS 3000000 /* with comments and what is hidden */

/* A node of the growing tree. */
typedef struct {
    int kind, parent, first, last, next, previous;
    int first_attribute, attributes;
    const char *text;
    int length, room; /* room: bytes owned at text; 0 where it leads into the source */
    unsigned char space, is_open, is_integration_point;
} Item;

typedef struct Parser {
    Page *page;
    const char *at, *end;
    jmp_buf out;

    Item *items;
    int count, room;
    int *stack, depth, stack_room; /* open elements */
    int *formatting, formatting_count, formatting_room;
    int *modes, mode_count, mode_room; /* of the templates that are open */
    int *open_count, open_room;        /* open elements of each kind, of HTML only */

    int mode, head, form;
    int is_quirky, is_fostering, skips_newline;

    int kind, first_attribute, attributes, is_self_closing; /* the tag just read */
    int stamp;
    int merges; /* how often html and body have been given attributes by a second tag */
} Parser;

void parser_stop(Parser *parser, int status);

/* --- tokens.c --- */

int entities_ready(PyObject *entities);

static inline int
is_white(unsigned char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r';
}

static inline int
is_letter(unsigned char c)
{
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

/* Reads a tag from its name on; 0 where the source ends inside. */
int read_tag(Parser *parser);

/* Reads characters up to the next tag, comment or the like. */
Span read_text(Parser *parser);

/* Reads what begins with "<!" or "<?", a document type aside. */
void read_comment(Parser *parser);

/* Reads a document type; says whether it asks for the ways of old browsers. */
int read_doctype(Parser *parser);

/* Reads the text of an element with no markup in it, and its end tag; whether that was there. */
int read_raw(Parser *parser, int kind, int is_escapable, Span *text);

/* Characters with line ends made "\n" and, where wanted, references resolved. */
Span resolved(Parser *parser, Span raw, int has_references, int is_attribute);

/* --- build.c --- */

Item *current(Parser *parser);
int new_item(Parser *parser, int kind, int space);
void push(Parser *parser, int item);
void pop(Parser *parser);
void pop_until(Parser *parser, int kind);
void pop_through(Parser *parser, int item);
void drop_open(Parser *parser, int item);
int insert_element(Parser *parser, int kind, int space);
int insert_plain(Parser *parser, int kind);
void insert_text(Parser *parser, Span text);
void append_comment(Parser *parser, int parent);
void insert_comment(Parser *parser);
void merge_attributes(Parser *parser, int item);

enum { SCOPE, BUTTON_SCOPE, LIST_SCOPE, TABLE_SCOPE };
int in_scope(Parser *parser, int kind, int scope);
int has_open(Parser *parser, int kind);
void imply_ends(Parser *parser, int but);
void imply_all_ends(Parser *parser);
void close_p(Parser *parser);

void add_marker(Parser *parser);
void clear_to_marker(Parser *parser);
void format(Parser *parser, int item);
void reconstruct(Parser *parser);
int formatting_of(Parser *parser, int kind);
void drop_formatting(Parser *parser, int item);
void adopt(Parser *parser, int kind);
void end_any_other(Parser *parser, int kind);

/* Makes the nodes of the page; 0 and an error, or an error left unset: too many. */
int laid_out(Parser *parser);

static inline int
traits_of(int kind)
{
    extern const int PAGEMILL_TRAITS[];
    return kind < KNOWN_TAGS ? PAGEMILL_TRAITS[kind] : 0;
}

#endif
