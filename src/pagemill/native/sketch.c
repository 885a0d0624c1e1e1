/* Texts -> shingles -> sketches, and the comparison of both. The loops of dedup/tokens.py,
 * dedup/shingle.py, dedup/minhash.py and dedup/verify.py once more; those define the results.
 *
 * A text is a run of UTF-8 bytes, of a str or in one buffer with offsets. What the loops are
 * not sure about they pass back with a status, and the caller prepares it or does it in NumPy.
 */

#include "pagemill.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The same source for several levels of processor, picked when the module is loaded. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define LEVELS \
    __attribute__((optimize("O3"), target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LEVELS
#endif

enum { DONE = 0, BEYOND_TABLES = 1, LONG_TOKEN = 2, MAYBE_UNCOMPOSED = 3 };
enum { OTHER = 0, SPACED = 1, UNSPACED = 2, EXPANDS = 3 };
enum { LONGEST_TOKEN = 256, LANES = 40 };

static const uint64_t STEP = 0xD6E8FEB86659FD93u;

typedef struct {
    uint64_t value;
    uint64_t inside; /* all bits set for what is in a token */
} Ascii;

enum { BLANK = 1, LETTER = 2 };

typedef struct {
    const uint8_t *kinds;   /* of each code point, folded */
    const uint64_t *values; /* of each code point, folded */
    Py_ssize_t points;
    const uint64_t *powers; /* one more than LONGEST_TOKEN of them */
    const uint32_t *expands; /* rows: a code point and the three that it folds to, or 0 */
    Py_ssize_t expanding;
    Ascii ascii[128];
    uint8_t marks[128]; /* BLANK, LETTER (or digit) */
} Alphabet;

typedef struct {
    const unsigned char *bytes;
    Py_ssize_t length;
    int is_ascii;
} Text;

typedef struct {
    uint64_t *tokens; /* then the shingles, in place */
    Py_ssize_t room;
    uint64_t *slots;
    size_t slot_count;
    uint32_t *halves;
    Py_ssize_t halves_room;
} Work;

static inline uint64_t
mixed(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static int
grow(void **memory, size_t bytes)
{
    void *more = realloc(*memory, bytes);
    if (!more) {
        return 0;
    }
    *memory = more;
    return 1;
}

static int
is_ascii(const unsigned char *bytes, Py_ssize_t length)
{
    uint64_t high = 0, word;
    Py_ssize_t at = 0;
    for (; at + 8 <= length; at += 8) {
        memcpy(&word, bytes + at, 8);
        high |= word;
    }
    for (; at < length; at++) {
        high |= (uint64_t)bytes[at] << 56;
    }
    return !(high & 0x8080808080808080u);
}

/* -- tokens */

static Py_ssize_t
ascii_tokens(const Text *text, const Alphabet *alphabet, uint64_t *restrict out, int *status)
{
    const unsigned char *restrict byte = text->bytes, *const end = byte + text->length;
    const Ascii *restrict ascii = alphabet->ascii;
    const uint64_t *restrict powers = alphabet->powers;
    uint64_t *const first = out;
    uint64_t sum = 0, place = 0;
    for (; byte < end; byte++) {
        uint64_t inside = ascii[*byte].inside;
        *out = sum;
        out += (place != 0) & ~inside;
        sum = (sum + ascii[*byte].value * powers[place]) & inside;
        place = (place + 1) & inside;
        if (place > LONGEST_TOKEN) {
            *status = LONG_TOKEN;
            return 0;
        }
    }
    *out = sum;
    return out - first + (place != 0);
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

/* Whether a text of such code points alone is in canonical composition for sure. */
static inline int
is_plain(uint32_t point)
{
    return point < 0x300 || (point >= 0x4E00 && point < 0xA000)
           || (point >= 0x3001 && point < 0x3040) || (point >= 0xFF01 && point < 0xFF5F)
           || (point >= 0x2010 && point < 0x2028) || (point >= 0x410 && point < 0x450);
}

/* Count word characters; tell how the unspaced ones are to be cut. */
static int
survey(const Text *text, const Alphabet *alphabet, uint64_t share, int composed, int *alone)
{
    uint64_t words = 0, unspaced = 0;
    int plain = 1;
    for (Py_ssize_t at = 0; at < text->length;) {
        uint32_t point = code_point(text->bytes, &at);
        if (point >= (uint32_t)alphabet->points) {
            return BEYOND_TABLES;
        }
        plain &= is_plain(point);
        words += alphabet->kinds[point] != OTHER;
        unspaced += alphabet->kinds[point] == UNSPACED;
    }
    *alone = words && unspaced * share >= words;
    return plain || composed ? DONE : MAYBE_UNCOMPOSED;
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

typedef struct {
    uint64_t *out;
    Py_ssize_t found;
    uint64_t sum;
    uint32_t place;
} Run;

static inline void
end_token(Run *run)
{
    if (run->place) {
        run->out[run->found++] = run->sum;
        run->sum = 0;
        run->place = 0;
    }
}

static inline int
take(Run *run, const Alphabet *alphabet, uint32_t point, int alone)
{
    uint8_t kind = alphabet->kinds[point];
    if (kind == OTHER) {
        end_token(run);
        return 1;
    }
    if (alone && kind == UNSPACED) {
        end_token(run);
        run->out[run->found++] = alphabet->values[point] * alphabet->powers[0];
        return 1;
    }
    if (run->place >= LONGEST_TOKEN) {
        return 0;
    }
    run->sum += alphabet->values[point] * alphabet->powers[run->place++];
    return 1;
}

static Py_ssize_t
any_tokens(const Text *text, const Alphabet *alphabet, int alone, uint64_t *out, int *status)
{
    Run run = {out, 0, 0, 0};
    for (Py_ssize_t at = 0; at < text->length;) {
        uint32_t point = code_point(text->bytes, &at);
        int fine = 1;
        if (alphabet->kinds[point] == EXPANDS) {
            const uint32_t *folded = expansion(alphabet, point);
            for (int part = 0; part < 3 && folded[part]; part++) {
                fine &= take(&run, alphabet, folded[part], alone);
            }
        }
        else {
            fine = take(&run, alphabet, point, alone);
        }
        if (!fine) {
            *status = LONG_TOKEN;
            return 0;
        }
    }
    end_token(&run);
    return run.found;
}

/* -- shingles */

static int
reserve(Work *work, const Text *text)
{
    Py_ssize_t wanted = text->length + 4;
    if (wanted > work->room) {
        if (!grow((void **)&work->tokens, (size_t)wanted * sizeof(uint64_t))) {
            return 0;
        }
        work->room = wanted;
    }
    return 1;
}

static void
release(Work *work)
{
    free(work->tokens);
    free(work->slots);
    free(work->halves);
}

/* Keep each shingle once, in the order of the text; -1: no memory. */
static Py_ssize_t
distinct(Work *work, Py_ssize_t count)
{
    unsigned bits = 6;
    while (((size_t)1 << bits) < 2 * (size_t)count) {
        bits++;
    }
    size_t size = (size_t)1 << bits;
    if (size > work->slot_count) {
        if (!grow((void **)&work->slots, size * sizeof(uint64_t))) {
            return -1;
        }
        work->slot_count = size;
    }
    memset(work->slots, 0, size * sizeof(uint64_t));
    Py_ssize_t kept = 0;
    int zero_seen = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        uint64_t hash = work->tokens[at];
        if (!hash) {
            if (!zero_seen) {
                work->tokens[kept++] = hash;
            }
            zero_seen = 1;
            continue;
        }
        size_t slot = (size_t)(hash >> (64 - bits));
        while (work->slots[slot] && work->slots[slot] != hash) {
            slot = (slot + 1) & (size - 1);
        }
        if (!work->slots[slot]) {
            work->slots[slot] = hash;
            work->tokens[kept++] = hash;
        }
    }
    return kept;
}

/* Distinct shingles of a text in work->tokens; -1: no memory. */
static Py_ssize_t
shingles(const Text *text, const Alphabet *alphabet, int width, int composed, Work *work,
         int *status, uint64_t share)
{
    *status = DONE;
    if (!reserve(work, text)) {
        return -1;
    }
    uint64_t *tokens = work->tokens;
    Py_ssize_t count;
    if (text->is_ascii) {
        count = ascii_tokens(text, alphabet, tokens, status);
    }
    else {
        int alone = 0;
        *status = survey(text, alphabet, share, composed, &alone);
        if (*status != DONE) {
            return 0;
        }
        count = any_tokens(text, alphabet, alone, tokens, status);
    }
    if (*status != DONE || count < width) {
        return 0;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        tokens[at] = mixed(tokens[at]);
    }
    count -= width - 1;
    for (Py_ssize_t at = 0; at < count; at++) {
        uint64_t sum = tokens[at];
        for (int place = 1; place < width; place++) {
            sum = sum * STEP + tokens[at + place];
        }
        tokens[at] = mixed(sum);
    }
    return distinct(work, count);
}

/* -- sketches */

LEVELS static void
some_minima(const uint32_t *values, Py_ssize_t count, const uint32_t *a, const uint32_t *b,
            uint32_t *out)
{
    uint32_t least[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        least[lane] = UINT32_MAX;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        uint32_t value = values[at];
        for (int lane = 0; lane < LANES; lane++) {
            uint32_t permuted = a[lane] * value + b[lane];
            least[lane] = permuted < least[lane] ? permuted : least[lane];
        }
    }
    memcpy(out, least, sizeof(least));
}

static void
one_minimum(const uint32_t *values, Py_ssize_t count, uint32_t a, uint32_t b, uint32_t *out)
{
    uint32_t least = UINT32_MAX;
    for (Py_ssize_t at = 0; at < count; at++) {
        uint32_t permuted = a * values[at] + b;
        least = permuted < least ? permuted : least;
    }
    *out = least;
}

static int
minima(Work *work, Py_ssize_t count, const uint32_t *a, const uint32_t *b,
       Py_ssize_t permutations, uint32_t *out)
{
    if (count > work->halves_room) {
        if (!grow((void **)&work->halves, (size_t)count * sizeof(uint32_t))) {
            return 0;
        }
        work->halves_room = count;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        work->halves[at] = (uint32_t)(work->tokens[at] >> 32);
    }
    Py_ssize_t done = 0;
    for (; done + LANES <= permutations; done += LANES) {
        some_minima(work->halves, count, a + done, b + done, out + done);
    }
    for (; done < permutations; done++) {
        one_minimum(work->halves, count, a[done], b[done], out + done);
    }
    return 1;
}

/* -- equal texts */

static inline int
is_space(uint32_t point)
{
    return (point >= 9 && point <= 13) || (point >= 28 && point <= 32) || point == 0x85
           || point == 0xA0 || point == 0x3000;
}

/* The text with runs of white space as one blank and none at the ends, in work->tokens;
 * -1: no memory. *words tells whether it has a letter or digit. */
static Py_ssize_t
collapse(const Text *text, const Alphabet *alphabet, Work *work, int *words, int *status)
{
    *status = DONE;
    if (!reserve(work, text)) {
        return -1;
    }
    unsigned char *const first = (unsigned char *)work->tokens;
    unsigned char *restrict out = first;
    const unsigned char *restrict bytes = text->bytes;
    const uint8_t *restrict marks = alphabet->marks;
    const Py_ssize_t length = text->length;
    uint8_t any = 0, before = BLANK;
    for (Py_ssize_t at = 0; at < length;) {
        uint32_t point = bytes[at];
        if (point < 0x80) {
            uint8_t mark = marks[point];
            *out = mark & BLANK ? ' ' : (unsigned char)point;
            out += 1 ^ (mark & before & BLANK);
            any |= mark;
            before = mark;
            at++;
            continue;
        }
        Py_ssize_t start = at;
        point = code_point(text->bytes, &at);
        if (is_space(point)) {
            *out = ' ';
            out += 1 ^ (before & BLANK);
            before = BLANK;
            continue;
        }
        if (!is_plain(point)) {
            *status = MAYBE_UNCOMPOSED;
            return 0;
        }
        any |= alphabet->kinds[point] != OTHER ? LETTER : 0;
        memcpy(out, text->bytes + start, (size_t)(at - start));
        out += at - start;
        before = 0;
    }
    *words = any & LETTER;
    return out - first - (out > first && before & BLANK);
}

static uint64_t
fingerprint(const unsigned char *bytes, Py_ssize_t length)
{
    uint64_t sums[4] = {1, 2, 3, (uint64_t)length}, word;
    Py_ssize_t at = 0;
    for (; at + 32 <= length; at += 32) {
        for (int lane = 0; lane < 4; lane++) {
            memcpy(&word, bytes + at + 8 * lane, 8);
            sums[lane] = (sums[lane] ^ word) * STEP;
            sums[lane] ^= sums[lane] >> 29;
        }
    }
    for (; at < length; at++) {
        sums[at & 3] = (sums[at & 3] ^ bytes[at]) * STEP;
    }
    uint64_t sum = 0;
    for (int lane = 0; lane < 4; lane++) {
        sum = mixed(sum * STEP + sums[lane]);
    }
    return sum ? sum : 1;
}

/* -- arguments */

enum { BUFFERS = 16 };

typedef struct {
    Py_buffer held[BUFFERS];
    int count;
} Buffers;

static void
let_go(Buffers *buffers)
{
    while (buffers->count) {
        PyBuffer_Release(&buffers->held[--buffers->count]);
    }
}

/* The memory of an argument with items of so many bytes; NULL with an error set. */
static void *
memory(Buffers *buffers, PyObject *object, Py_ssize_t size, int writable, Py_ssize_t *items)
{
    Py_buffer *view = &buffers->held[buffers->count];
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_CONTIG : PyBUF_CONTIG_RO) < 0) {
        return NULL;
    }
    buffers->count++;
    if (view->itemsize != size) {
        PyErr_SetString(PyExc_TypeError, "a column has items of another size");
        return NULL;
    }
    *items = view->len / size;
    static char nothing;
    return view->buf ? view->buf : &nothing;
}

static int
same_length(Py_ssize_t one, Py_ssize_t other)
{
    if (one != other) {
        PyErr_SetString(PyExc_ValueError, "columns differ in length");
    }
    return one == other;
}

static int
read_alphabet(Buffers *buffers, PyObject *tuple, Alphabet *alphabet)
{
    Py_ssize_t values, powers, expands;
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != 4) {
        PyErr_SetString(PyExc_TypeError, "an alphabet has four columns");
        return 0;
    }
    alphabet->kinds = memory(buffers, PyTuple_GET_ITEM(tuple, 0), 1, 0, &alphabet->points);
    if (!alphabet->kinds) {
        return 0;
    }
    alphabet->values = memory(buffers, PyTuple_GET_ITEM(tuple, 1), 8, 0, &values);
    if (!alphabet->values) {
        return 0;
    }
    alphabet->powers = memory(buffers, PyTuple_GET_ITEM(tuple, 2), 8, 0, &powers);
    if (!alphabet->powers) {
        return 0;
    }
    alphabet->expands = memory(buffers, PyTuple_GET_ITEM(tuple, 3), 4, 0, &expands);
    if (!alphabet->expands) {
        return 0;
    }
    if (alphabet->points < 128 || values != alphabet->points || powers <= LONGEST_TOKEN) {
        PyErr_SetString(PyExc_ValueError, "a column of the alphabet is too short");
        return 0;
    }
    alphabet->expanding = expands / 4;
    for (int byte = 0; byte < 128; byte++) {
        int inside = alphabet->kinds[byte] != OTHER;
        alphabet->ascii[byte].value = alphabet->values[byte];
        alphabet->ascii[byte].inside = inside ? UINT64_MAX : 0;
        alphabet->marks[byte] = is_space((uint32_t)byte) ? BLANK : 0;
        alphabet->marks[byte] |= inside && byte != '_' ? LETTER : 0;
    }
    return 1;
}

static int
read_buffered(Buffers *buffers, PyObject *bytes, PyObject *offsets, Text **texts,
              Py_ssize_t *count)
{
    Py_ssize_t size, bounds;
    const unsigned char *start = memory(buffers, bytes, 1, 0, &size);
    if (!start) {
        return 0;
    }
    const int64_t *places = memory(buffers, offsets, 8, 0, &bounds);
    if (!places) {
        return 0;
    }
    *count = bounds ? bounds - 1 : 0;
    *texts = PyMem_Malloc(((size_t)*count + 1) * sizeof(Text));
    if (!*texts) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t at = 0; at < *count; at++) {
        int64_t first = places[at], last = places[at + 1];
        if (first < 0 || last < first || last > size) {
            PyErr_SetString(PyExc_ValueError, "an offset lies outside the bytes");
            return 0;
        }
        Text *text = *texts + at;
        text->bytes = start + first;
        text->length = (Py_ssize_t)(last - first);
        text->is_ascii = is_ascii(text->bytes, text->length);
    }
    return 1;
}

/* Texts of a list of str, or of a tuple (bytes, offsets); *texts is the caller's to free. */
static int
read_texts(Buffers *buffers, PyObject *given, Text **texts, Py_ssize_t *count)
{
    *texts = NULL;
    if (PyTuple_Check(given) && PyTuple_GET_SIZE(given) == 2) {
        return read_buffered(buffers, PyTuple_GET_ITEM(given, 0), PyTuple_GET_ITEM(given, 1),
                             texts, count);
    }
    if (!PyList_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "texts: neither a list nor (bytes, offsets)");
        return 0;
    }
    *count = PyList_GET_SIZE(given);
    *texts = PyMem_Malloc(((size_t)*count + 1) * sizeof(Text));
    if (!*texts) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t at = 0; at < *count; at++) {
        PyObject *item = PyList_GET_ITEM(given, at);
        Text *text = *texts + at;
        text->bytes = (const unsigned char *)PyUnicode_AsUTF8AndSize(item, &text->length);
        if (!text->bytes) {
            return 0;
        }
        text->is_ascii = PyUnicode_IS_ASCII(item);
    }
    return 1;
}

static int
has_arguments(Py_ssize_t count, Py_ssize_t wanted)
{
    if (count != wanted) {
        PyErr_Format(PyExc_TypeError, "takes %zd arguments, not %zd", wanted, count);
    }
    return count == wanted;
}

/* -- functions */

/* shingle(texts, alphabet, width, share, composed, counts, status) -> bytes of all hashes */
PyObject *
pagemill_shingle(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    Alphabet alphabet;
    Text *texts = NULL;
    Py_ssize_t count = 0, rows, marks;
    PyObject *result = NULL;
    uint64_t *hashes = NULL;
    size_t used = 0, room = 0;
    Work work = {0};
    if (!has_arguments(argc, 7) || !read_alphabet(&buffers, args[1], &alphabet)
        || !read_texts(&buffers, args[0], &texts, &count)) {
        goto end;
    }
    int width = (int)PyLong_AsLong(args[2]);
    uint64_t share = PyLong_AsUnsignedLongLong(args[3]);
    int composed = PyObject_IsTrue(args[4]);
    int64_t *counts = memory(&buffers, args[5], 8, 1, &rows);
    uint8_t *status = counts ? memory(&buffers, args[6], 1, 1, &marks) : NULL;
    if (!status || PyErr_Occurred() || !same_length(rows, count) || !same_length(marks, count)) {
        goto end;
    }
    int fine = 1;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; fine && at < count; at++) {
        int state;
        Py_ssize_t kept = shingles(&texts[at], &alphabet, width, composed, &work, &state, share);
        fine = kept >= 0;
        if (fine && used + (size_t)kept > room) {
            room = 2 * (used + (size_t)kept);
            fine = grow((void **)&hashes, room * sizeof(uint64_t));
        }
        if (fine) {
            counts[at] = kept;
            status[at] = (uint8_t)state;
            if (kept) {
                memcpy(hashes + used, work.tokens, (size_t)kept * sizeof(uint64_t));
            }
            used += (size_t)kept;
        }
    }
    Py_END_ALLOW_THREADS
    if (fine) {
        result = PyByteArray_FromStringAndSize((const char *)hashes,
                                               (Py_ssize_t)(used * sizeof(uint64_t)));
    }
    else {
        PyErr_NoMemory();
    }
end:
    free(hashes);
    release(&work);
    PyMem_Free(texts);
    let_go(&buffers);
    return result;
}

/* sketch(texts, alphabet, width, share, composed, counts, status, a, b, minima) -> None */
PyObject *
pagemill_sketch(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    Alphabet alphabet;
    Text *texts = NULL;
    Py_ssize_t count = 0, rows, marks, permutations, shifts, cells;
    PyObject *result = NULL;
    Work work = {0};
    if (!has_arguments(argc, 10) || !read_alphabet(&buffers, args[1], &alphabet)
        || !read_texts(&buffers, args[0], &texts, &count)) {
        goto end;
    }
    int width = (int)PyLong_AsLong(args[2]);
    uint64_t share = PyLong_AsUnsignedLongLong(args[3]);
    int composed = PyObject_IsTrue(args[4]);
    int64_t *counts = memory(&buffers, args[5], 8, 1, &rows);
    uint8_t *status = counts ? memory(&buffers, args[6], 1, 1, &marks) : NULL;
    const uint32_t *a = status ? memory(&buffers, args[7], 4, 0, &permutations) : NULL;
    const uint32_t *b = a ? memory(&buffers, args[8], 4, 0, &shifts) : NULL;
    uint32_t *out = b ? memory(&buffers, args[9], 4, 1, &cells) : NULL;
    if (!out || PyErr_Occurred() || !same_length(rows, count) || !same_length(marks, count)
        || !same_length(permutations, shifts) || !same_length(cells, count * permutations)) {
        goto end;
    }
    int fine = 1;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; fine && at < count; at++) {
        int state;
        Py_ssize_t kept = shingles(&texts[at], &alphabet, width, composed, &work, &state, share);
        fine = kept >= 0
               && minima(&work, kept, a, b, permutations, out + at * permutations);
        counts[at] = kept;
        status[at] = (uint8_t)state;
    }
    Py_END_ALLOW_THREADS
    if (fine) {
        result = Py_NewRef(Py_None);
    }
    else {
        PyErr_NoMemory();
    }
end:
    release(&work);
    PyMem_Free(texts);
    let_go(&buffers);
    return result;
}

static inline int
are_rows(const int64_t *rows, Py_ssize_t count, Py_ssize_t limit)
{
    for (Py_ssize_t at = 0; at < count; at++) {
        if (rows[at] < 0 || rows[at] >= limit) {
            PyErr_SetString(PyExc_IndexError, "a row number is out of range");
            return 0;
        }
    }
    return 1;
}

LEVELS static int64_t
equal_places(const uint32_t *one, const uint32_t *other, Py_ssize_t count)
{
    uint32_t equal = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        equal += one[at] == other[at];
    }
    return equal;
}

/* agree(minima, permutations, left, right, counts) -> None */
PyObject *
pagemill_agree(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    PyObject *result = NULL;
    Py_ssize_t cells, pairs, others, rows;
    if (!has_arguments(argc, 5)) {
        return NULL;
    }
    const uint32_t *table = memory(&buffers, args[0], 4, 0, &cells);
    Py_ssize_t width = PyLong_AsSsize_t(args[1]);
    const int64_t *left = table ? memory(&buffers, args[2], 8, 0, &pairs) : NULL;
    const int64_t *right = left ? memory(&buffers, args[3], 8, 0, &others) : NULL;
    int64_t *counts = right ? memory(&buffers, args[4], 8, 1, &rows) : NULL;
    if (!counts || PyErr_Occurred() || !same_length(pairs, others) || !same_length(pairs, rows)
        || width < 1 || !are_rows(left, pairs, cells / width)
        || !are_rows(right, pairs, cells / width)) {
        goto end;
    }
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; at < pairs; at++) {
        counts[at] = equal_places(table + left[at] * width, table + right[at] * width, width);
    }
    Py_END_ALLOW_THREADS
    result = Py_NewRef(Py_None);
end:
    let_go(&buffers);
    return result;
}

static int64_t
shared(const uint64_t *one, int64_t ones, const uint64_t *other, int64_t others)
{
    int64_t i = 0, j = 0, both = 0;
    while (i < ones && j < others) {
        uint64_t x = one[i], y = other[j];
        both += x == y;
        i += x <= y;
        j += y <= x;
    }
    return both;
}

/* intersect(hashes, offsets, left, right, counts) -> None; sets ascending without repeats */
PyObject *
pagemill_intersect(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    PyObject *result = NULL;
    Py_ssize_t size, bounds, pairs, others, rows;
    if (!has_arguments(argc, 5)) {
        return NULL;
    }
    const uint64_t *hashes = memory(&buffers, args[0], 8, 0, &size);
    const int64_t *offsets = hashes ? memory(&buffers, args[1], 8, 0, &bounds) : NULL;
    const int64_t *left = offsets ? memory(&buffers, args[2], 8, 0, &pairs) : NULL;
    const int64_t *right = left ? memory(&buffers, args[3], 8, 0, &others) : NULL;
    int64_t *counts = right ? memory(&buffers, args[4], 8, 1, &rows) : NULL;
    if (!counts || !same_length(pairs, others) || !same_length(pairs, rows)
        || !are_rows(left, pairs, bounds - 1) || !are_rows(right, pairs, bounds - 1)
        || !are_rows(offsets, bounds, size + 1)) {
        goto end;
    }
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; at < pairs; at++) {
        int64_t one = offsets[left[at]], other = offsets[right[at]];
        counts[at] = shared(hashes + one, offsets[left[at] + 1] - one, hashes + other,
                            offsets[right[at] + 1] - other);
    }
    Py_END_ALLOW_THREADS
    result = Py_NewRef(Py_None);
end:
    let_go(&buffers);
    return result;
}

/* fingerprint(texts, alphabet, hashes, status) -> None; 0 for a text without words */
PyObject *
pagemill_fingerprint(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    Alphabet alphabet;
    Text *texts = NULL;
    Py_ssize_t count = 0, rows, marks;
    PyObject *result = NULL;
    Work work = {0};
    if (!has_arguments(argc, 4) || !read_alphabet(&buffers, args[1], &alphabet)
        || !read_texts(&buffers, args[0], &texts, &count)) {
        goto end;
    }
    uint64_t *hashes = memory(&buffers, args[2], 8, 1, &rows);
    uint8_t *status = hashes ? memory(&buffers, args[3], 1, 1, &marks) : NULL;
    if (!status || !same_length(rows, count) || !same_length(marks, count)) {
        goto end;
    }
    int fine = 1;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; fine && at < count; at++) {
        int words = 0, state;
        Py_ssize_t length = collapse(&texts[at], &alphabet, &work, &words, &state);
        fine = length >= 0;
        if (fine) {
            status[at] = (uint8_t)state;
            hashes[at] = words ? fingerprint((unsigned char *)work.tokens, length) : 0;
        }
    }
    Py_END_ALLOW_THREADS
    if (fine) {
        result = Py_NewRef(Py_None);
    }
    else {
        PyErr_NoMemory();
    }
end:
    release(&work);
    PyMem_Free(texts);
    let_go(&buffers);
    return result;
}
