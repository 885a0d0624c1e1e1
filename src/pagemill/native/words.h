/* Texts -> hashes of their tokens: what words.c gives to sketch.c.
 *
 * A text is a run of UTF-8 bytes. Its tokens are the maximal runs of word characters after case
 * folding; in a text of unspaced scripts each character of these is one. The hash of a token is
 * made of its folded bytes, eight at a time: dedup/tokens.py defines it.
 */

#ifndef PAGEMILL_WORDS_H
#define PAGEMILL_WORDS_H

#include "pagemill.h"

#include <stdint.h>

/* The same source for several levels of processor, picked when the module is loaded. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define LEVELS \
    __attribute__((optimize("O3"), target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LEVELS
#endif

enum { DONE = 0, BEYOND_TABLES = 1, LONG_TOKEN = 2, MAYBE_UNCOMPOSED = 3 };
enum { OTHER = 0, SPACED = 1, UNSPACED = 2, EXPANDS = 3 };
enum { LONGEST_TOKEN = 256 };

static const uint64_t STEP = 0xD6E8FEB86659FD93u;

typedef struct {
    const uint8_t *kinds;  /* of what each code point folds to */
    const uint32_t *folds; /* the first code point that each folds to */
    Py_ssize_t points;
    const uint32_t *expands; /* rows: a code point and the three that it folds to, or 0 */
    Py_ssize_t expanding;
} Alphabet;

typedef struct {
    const unsigned char *bytes;
    Py_ssize_t length;
} Text;

/* Memory for one text, used again for the next. */
typedef struct {
    uint8_t *folded; /* its bytes after folding; what parts tokens may be left out */
    uint8_t *inside; /* of each: 1 in a token, 0 between */
    uint32_t *edges; /* where tokens start and end, in turn */
    uint64_t *tokens; /* hashes of tokens, then of shingles */
    uint64_t *second; /* as many, for what is made of them */
    uint32_t *longs;  /* numbers of the tokens of more than eight bytes */
    Py_ssize_t room;
    uint64_t *slots;
    size_t slot_count;
    uint32_t *halves;
    Py_ssize_t halves_room;
} Work;

/* How a text is cut. */
typedef struct {
    const Alphabet *alphabet;
    uint64_t share; /* unspaced characters times this reach the others where they stand alone */
    int composed;   /* whether the text is in canonical composition for sure */
} Cutting;

static inline uint64_t
mixed(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* Read one code point. The bytes are well formed, but for halves of surrogate pairs. */
static inline uint32_t
code_point(const unsigned char *bytes, Py_ssize_t *at)
{
    uint32_t first = bytes[*at];
    if (first < 0x80) {
        *at += 1;
        return first;
    }
    if (first < 0xE0) {
        first = (first & 0x1F) << 6 | (bytes[*at + 1] & 0x3F);
        *at += 2;
        return first;
    }
    if (first < 0xF0) {
        first = (first & 0x0F) << 12 | (uint32_t)(bytes[*at + 1] & 0x3F) << 6
                | (bytes[*at + 2] & 0x3F);
        *at += 3;
        return first;
    }
    first = (first & 0x07) << 18 | (uint32_t)(bytes[*at + 1] & 0x3F) << 12
            | (uint32_t)(bytes[*at + 2] & 0x3F) << 6 | (bytes[*at + 3] & 0x3F);
    *at += 4;
    return first;
}

/* Whether str.split() takes it for white space. */
static inline int
is_space(uint32_t point)
{
    return (point >= 9 && point <= 13) || (point >= 28 && point <= 32) || point == 0x85
           || point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A)
           || point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F
           || point == 0x3000;
}

/* Whether a text of such code points alone is in canonical composition for sure. */
static inline int
is_plain(uint32_t point)
{
    return point < 0x300 || (point >= 0x4E00 && point < 0xA000)
           || (point >= 0x3001 && point < 0x3040) || (point >= 0xFF01 && point < 0xFF5F)
           || (point >= 0x2010 && point < 0x2028) || (point >= 0x410 && point < 0x450);
}

int work_grow(void **memory, size_t bytes);

/* Make room for a text of so many bytes; 0: no memory. */
int work_reserve(Work *work, Py_ssize_t length);

void work_release(Work *work);

/* Hashes of the tokens of a text in work->tokens, and how many; -1: no memory. *print is equal
 * for texts that are equal but for white space, and 0 for one without letters and digits. */
Py_ssize_t words_cut(const Text *text, const Cutting *cutting, Work *work, uint64_t *print,
                     int *status);

#endif
