/* Texts -> hashes of their tokens: the loop of dedup/tokens.py once more, which defines it.
 *
 * Three passes, so that all but the rare part goes many bytes at a time: fold each byte and tell
 * whether it is in a token; find the edges of tokens in 64 bits at once; take the first eight
 * bytes of each token as a number. Bytes beyond ASCII are folded one code point after the other.
 * What these passes are not sure of is handed back with a status.
 */

#include "words.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, SMALL = 16 };

int
work_grow(void **memory, size_t bytes)
{
    void *more = realloc(*memory, bytes);
    if (!more) {
        return 0;
    }
    *memory = more;
    return 1;
}

int
work_reserve(Work *work, Py_ssize_t length)
{
    /* A code point of two bytes may fold to three of two bytes each. A token and what parts it
     * from the next have two bytes at least. */
    size_t wanted = 3 * (size_t)length + 4 * BLOCK;
    if ((Py_ssize_t)wanted <= work->room) {
        return 1;
    }
    work->room = 0;
    if (!work_grow((void **)&work->folded, wanted) || !work_grow((void **)&work->inside, wanted)
        || !work_grow((void **)&work->edges, wanted * sizeof(uint32_t))
        || !work_grow((void **)&work->tokens, wanted / 2 * sizeof(uint64_t))
        || !work_grow((void **)&work->second, wanted / 2 * sizeof(uint64_t))
        || !work_grow((void **)&work->longs, wanted / 2 * sizeof(uint32_t))) {
        return 0;
    }
    work->room = (Py_ssize_t)wanted;
    return 1;
}

void
work_release(Work *work)
{
    free(work->folded);
    free(work->inside);
    free(work->edges);
    free(work->tokens);
    free(work->second);
    free(work->longs);
    free(work->slots);
    free(work->halves);
}

/* -- folding */

/* What is told of a text while it is folded. All are sums over its characters, so they do not
 * depend on the order, and white space has no part in them. */
typedef struct {
    uint64_t signs, capitals, wide; /* of the first two only the low bits are told */
    uint64_t words, unspaced;
    int has_letters, is_plain;
} Counts;

typedef struct {
    uint8_t *folded, *inside;
    Py_ssize_t length;
    Counts counts;
} Folding;

static inline void
fold_ascii(const uint8_t *restrict bytes, uint8_t *restrict folded, uint8_t *restrict inside,
           const int size, Counts *counts)
{
    uint8_t signs = 0, capitals = 0, words = 0, letters = 0;
    for (int at = 0; at < size; at++) {
        uint8_t byte = bytes[at];
        uint8_t capital = (uint8_t)(byte - 'A') < 26;
        uint8_t low = (uint8_t)(byte | (uint8_t)(capital << 5));
        uint8_t letter = ((uint8_t)(low - 'a') < 26) | ((uint8_t)(byte - '0') < 10);
        uint8_t within = letter | (byte == '_');
        uint8_t space = ((uint8_t)(byte - 9) < 5) | ((uint8_t)(byte - 28) < 5);
        folded[at] = low;
        inside[at] = within;
        signs += space ? 0 : byte;
        capitals += capital;
        words += within;
        letters |= letter;
    }
    counts->signs += signs;
    counts->capitals += capitals;
    counts->words += words;
    counts->has_letters |= letters;
}

LEVELS static Py_ssize_t
fold_blocks(const uint8_t *bytes, Py_ssize_t length, Folding *to)
{
    Py_ssize_t at = 0;
    for (; at + BLOCK <= length; at += BLOCK) {
        uint8_t high = 0;
        for (int byte = 0; byte < BLOCK; byte++) {
            high |= bytes[at + byte];
        }
        if (high & 0x80) {
            break;
        }
        fold_ascii(bytes + at, to->folded + to->length + at, to->inside + to->length + at, BLOCK,
                   &to->counts);
    }
    to->length += at;
    return at;
}

static const uint32_t *
expansion(const Alphabet *alphabet, uint32_t point)
{
    Py_ssize_t low = 0, high = alphabet->expanding;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (alphabet->expands[4 * middle] < point) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return alphabet->expands + 4 * low + 1;
}

static inline void
put(Folding *to, uint32_t point, uint8_t inside)
{
    uint8_t *out = to->folded + to->length;
    int size;
    if (point < 0x80) {
        out[0] = (uint8_t)point;
        size = 1;
    }
    else if (point < 0x800) {
        out[0] = (uint8_t)(0xC0 | point >> 6);
        size = 2;
    }
    else if (point < 0x10000) {
        out[0] = (uint8_t)(0xE0 | point >> 12);
        size = 3;
    }
    else {
        out[0] = (uint8_t)(0xF0 | point >> 18);
        size = 4;
    }
    for (int place = 1; place < size; place++) {
        out[place] = (uint8_t)(0x80 | (point >> 6 * (size - 1 - place) & 0x3F));
    }
    memset(to->inside + to->length, inside, (size_t)size);
    to->length += size;
}

static inline void
put_folded(Folding *to, const Alphabet *alphabet, uint32_t point, int alone)
{
    uint8_t kind = alphabet->kinds[point];
    if (alone && kind == UNSPACED) {
        put(to, 0, 0);
        put(to, alphabet->folds[point], 1);
        put(to, 0, 0);
        return;
    }
    put(to, kind == OTHER ? 0 : alphabet->folds[point], kind != OTHER);
}

static inline void
fold_point(Folding *to, const Alphabet *alphabet, uint32_t point, int alone)
{
    uint8_t kind = alphabet->kinds[point];
    Counts *counts = &to->counts;
    counts->is_plain &= is_plain(point);
    counts->words += kind != OTHER;
    counts->unspaced += kind == UNSPACED;
    counts->has_letters |= kind != OTHER && point != '_';
    if (!is_space(point)) {
        *(point < 0x80 ? &counts->signs : &counts->wide) += point;
        counts->capitals += point - 'A' < 26;
    }
    if (kind != EXPANDS) {
        put_folded(to, alphabet, point, alone);
        return;
    }
    const uint32_t *parts = expansion(alphabet, point);
    for (int part = 0; part < 3 && parts[part]; part++) {
        put_folded(to, alphabet, parts[part], alone);
    }
}

/* How many bytes from here on are ASCII, of the next SMALL. */
static inline int
ascii_run(const uint8_t *bytes)
{
    for (int half = 0; half < SMALL; half += 8) {
        uint64_t word;
        memcpy(&word, bytes + half, 8);
        word &= 0x8080808080808080u;
        if (word) {
            int byte = 0;
            while (!(bytes[half + byte] & 0x80)) {
                byte++;
            }
            return half + byte;
        }
    }
    return SMALL;
}

static int
fold(const Text *text, const Alphabet *alphabet, int alone, Folding *to)
{
    const unsigned char *bytes = text->bytes;
    Py_ssize_t at = 0;
    to->length = 0;
    memset(&to->counts, 0, sizeof(to->counts));
    to->counts.is_plain = 1;
    while (at < text->length) {
        at += fold_blocks(bytes + at, text->length - at, to);
        Py_ssize_t stop = text->length - at < BLOCK ? text->length : at + BLOCK;
        while (at < stop) {
            if (at + SMALL <= text->length) {
                int run = ascii_run(bytes + at);
                if (run == SMALL) {
                    fold_ascii(bytes + at, to->folded + to->length, to->inside + to->length,
                               SMALL, &to->counts);
                    to->length += SMALL;
                    at += SMALL;
                    continue;
                }
            }
            uint32_t point = code_point(bytes, &at);
            if (point >= (uint32_t)alphabet->points) {
                return 0;
            }
            fold_point(to, alphabet, point, alone);
        }
    }
    memset(to->inside + to->length, 0, 2 * BLOCK);
    return 1;
}

/* -- tokens */

static inline uint64_t
bits_of(const uint8_t *inside)
{
    uint64_t bits = 0, word;
    for (int byte = 0; byte < BLOCK; byte += 8) {
        memcpy(&word, inside + byte, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        bits |= (word * 0x0102040810204080u >> 56) << byte;
    }
    return bits;
}

static inline int
first_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bits | (uint64_t)1 << 63);
#else
    int place = 0;
    while (place < 63 && !(bits >> place & 1)) {
        place++;
    }
    return place;
#endif
}

static inline int
bit_count(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    return (int)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/* Where tokens start and end, in turn; returns how many tokens there are. */
LEVELS static Py_ssize_t
find_edges(const uint8_t *inside, Py_ssize_t length, uint32_t *edges)
{
    uint32_t *out = edges;
    uint64_t before = 0;
    for (Py_ssize_t block = 0; block <= length; block += BLOCK) {
        uint64_t bits = bits_of(inside + block);
        uint64_t edge = bits ^ (bits << 1 | before);
        before = bits >> 63;
        int count = bit_count(edge);
        for (int some = 0; some < count; some += 8) { /* eight at once: no branch for each */
            for (int place = 0; place < 8; place++) {
                out[some + place] = (uint32_t)block + (uint32_t)first_bit(edge);
                edge &= edge - 1;
            }
        }
        out += count;
    }
    return (out - edges) / 2;
}

/* Up to eight bytes as a number, the first the lowest. */
static inline uint64_t
eight(const uint8_t *bytes, uint32_t length)
{
    static const uint64_t KEEP[9] = {
        0,
        0xFF,
        0xFFFF,
        0xFFFFFF,
        0xFFFFFFFFu,
        0xFFFFFFFFFFu,
        0xFFFFFFFFFFFFu,
        0xFFFFFFFFFFFFFFu,
        0xFFFFFFFFFFFFFFFFu,
    };
    uint64_t word;
    memcpy(&word, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word & KEEP[length < 8 ? length : 8];
}

LEVELS static void
mix_all(uint64_t *restrict hashes, Py_ssize_t count)
{
    for (Py_ssize_t at = 0; at < count; at++) {
        hashes[at] = mixed(hashes[at]);
    }
}

LEVELS static uint64_t
sum_in_order(const uint64_t *hashes, Py_ssize_t count)
{
    uint64_t sum = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        sum += hashes[at] * (2 * (uint64_t)at + 1);
    }
    return sum;
}

/* Hash each token; 0: one is too long. */
static int
hash_tokens(Work *work, Py_ssize_t count)
{
    const uint32_t *edges = work->edges;
    uint64_t *hashes = work->tokens;
    Py_ssize_t longs = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        uint32_t start = edges[2 * at], length = edges[2 * at + 1] - start;
        hashes[at] = eight(work->folded + start, length);
        work->longs[longs] = (uint32_t)at;
        longs += length > 8;
    }
    mix_all(hashes, count);
    for (Py_ssize_t each = 0; each < longs; each++) {
        uint32_t at = work->longs[each];
        uint32_t start = edges[2 * at], length = edges[2 * at + 1] - start;
        if (length > LONGEST_TOKEN) {
            return 0;
        }
        uint64_t hash = hashes[at];
        for (uint32_t place = 8; place < length; place += 8) {
            hash = mixed(hash ^ eight(work->folded + start + place, length - place));
        }
        hashes[at] = hash;
    }
    return 1;
}

/* Whether the first bytes look like a script without spaces: no more than a guess. */
static int
begins_unspaced(const Text *text)
{
    Py_ssize_t stop = text->length < BLOCK ? text->length : BLOCK;
    for (Py_ssize_t at = 0; at < stop; at++) {
        unsigned char byte = text->bytes[at];
        if (byte == 0xE0 || (byte >= 0xE3 && byte < 0xEE)) {
            return 1;
        }
    }
    return 0;
}

Py_ssize_t
words_cut(const Text *text, const Cutting *cutting, Work *work, uint64_t *print, int *status)
{
    const Alphabet *alphabet = cutting->alphabet;
    *status = DONE;
    *print = 0;
    if (text->length > (Py_ssize_t)1 << 30) { /* edges are kept in 32 bits */
        *status = LONG_TOKEN;
        return 0;
    }
    if (!work_reserve(work, text->length)) {
        return -1;
    }
    Folding folding = {.folded = work->folded, .inside = work->inside};
    const Counts *counts = &folding.counts;
    const int guess = begins_unspaced(text);
    int fits = fold(text, alphabet, guess, &folding);
    if (!fits) {
        *status = BEYOND_TABLES;
        return 0;
    }
    if (!counts->is_plain && !cutting->composed) {
        *status = MAYBE_UNCOMPOSED;
        return 0;
    }
    const int alone = counts->unspaced && counts->unspaced * cutting->share >= counts->words;
    if (alone != guess) { /* what was counted is the same either way */
        fold(text, alphabet, alone, &folding);
    }
    Py_ssize_t count = find_edges(work->inside, folding.length, work->edges);
    if (!hash_tokens(work, count)) {
        *status = LONG_TOKEN;
        return 0;
    }
    if (counts->has_letters) {
        uint64_t signs = (counts->signs & 0xFF) << 8 | (counts->capitals & 0xFF);
        uint64_t sum = sum_in_order(work->tokens, count) + (counts->wide << 16 | signs) * STEP;
        *print = mixed(sum) | 1;
    }
    return count;
}
