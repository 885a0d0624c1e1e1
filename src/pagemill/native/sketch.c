/* Texts -> shingles -> sketches, and the comparison of both. The loops of dedup/shingle.py,
 * dedup/minhash.py, dedup/band.py and dedup/verify.py once more; those define the results.
 *
 * A text is a run of UTF-8 bytes, of a str or in one buffer with offsets. What the loops are
 * not sure about they pass back with a status, and the caller prepares it or does it in NumPy.
 */

#include "words.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 64, SOME = 8 };

/* -- shingles */

LEVELS static void
hash_windows(const uint64_t *restrict tokens, Py_ssize_t count, int width,
             uint64_t *restrict out)
{
    memcpy(out, tokens, (size_t)count * sizeof(uint64_t));
    for (int place = 1; place < width; place++) {
        for (Py_ssize_t at = 0; at < count; at++) {
            out[at] = out[at] * STEP + tokens[at + place];
        }
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        out[at] = mixed(out[at]);
    }
}

/* The hash of each run of tokens of a text in work->second, and how many; -1: no memory. */
static Py_ssize_t
windows(const Text *text, const Cutting *cutting, int width, Work *work, uint64_t *print,
        int *status)
{
    Py_ssize_t count = words_cut(text, cutting, work, print, status);
    if (count < 0 || *status != DONE || count < width) {
        return count < 0 ? -1 : 0;
    }
    count -= width - 1;
    hash_windows(work->tokens, count, width, work->second);
    return count;
}

/* A set of hashes: open slots, 0 for an empty one. */
typedef struct {
    uint64_t *slots;
    size_t mask;
    unsigned shift;
    int has_zero;
} Set;

/* An empty set with room for so many hashes; 0: no memory. */
static int
set_open(Set *set, Work *work, Py_ssize_t count)
{
    unsigned bits = 6;
    while (count > 0 && ((size_t)1 << bits) < 2 * (size_t)count) {
        bits++;
    }
    size_t size = (size_t)1 << bits;
    if (size > work->slot_count) {
        if (!work_grow((void **)&work->slots, size * sizeof(uint64_t))) {
            return 0;
        }
        work->slot_count = size;
    }
    memset(work->slots, 0, size * sizeof(uint64_t));
    *set = (Set){work->slots, size - 1, 64 - bits, 0};
    return 1;
}

/* The slot of a hash, or the empty one where it would be. */
static inline uint64_t *
set_slot(const Set *set, uint64_t hash)
{
    size_t slot = (size_t)(hash >> set->shift);
    while (set->slots[slot] && set->slots[slot] != hash) {
        slot = (slot + 1) & set->mask;
    }
    return &set->slots[slot];
}

/* Keep each of some hashes once, in their order; -1: no memory. */
static Py_ssize_t
each_once(Work *work, uint64_t *hashes, Py_ssize_t count)
{
    Set set;
    if (!set_open(&set, work, count)) {
        return -1;
    }
    Py_ssize_t kept = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        uint64_t hash = hashes[at];
        if (!hash) {
            hashes[kept] = 0;
            kept += !set.has_zero;
            set.has_zero = 1;
            continue;
        }
        uint64_t *slot = set_slot(&set, hash);
        hashes[kept] = hash;
        kept += !*slot;
        *slot = hash;
    }
    return kept;
}

/* Bits for each hash: of 64 hashes one shares its bit by chance. */
enum { SPARSE = 32 };

/* The same in no order. Most hashes come once. They are told by a bit each, without a branch:
 * whose bit no other has comes once for sure; only the others go into a set. */
static Py_ssize_t
distinct(Work *work, uint64_t *hashes, Py_ssize_t count)
{
    unsigned width = 6;
    while (width < 40 && ((Py_ssize_t)1 << width) < SPARSE * count) {
        width++;
    }
    size_t words = (size_t)1 << (width - 6);
    if (2 * words > work->slot_count) {
        if (!work_grow((void **)&work->slots, 2 * words * sizeof(uint64_t))) {
            return -1;
        }
        work->slot_count = 2 * words;
    }
    uint64_t *restrict seen = work->slots, *restrict again = seen + words;
    uint64_t *restrict doubtful = work->tokens;
    memset(seen, 0, 2 * words * sizeof(uint64_t));
    for (Py_ssize_t at = 0; at < count; at++) {
        uint64_t place = hashes[at] >> (64 - width), bit = (uint64_t)1 << (place & 63);
        uint64_t before = seen[place >> 6];
        again[place >> 6] |= before & bit;
        seen[place >> 6] = before | bit;
    }
    Py_ssize_t kept = 0, left = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        uint64_t hash = hashes[at], place = hash >> (64 - width);
        Py_ssize_t shared = (Py_ssize_t)(again[place >> 6] >> (place & 63) & 1);
        hashes[kept] = hash;
        doubtful[left] = hash;
        kept += 1 - shared;
        left += shared;
    }
    if (left) {
        left = each_once(work, doubtful, left);
        if (left < 0) {
            return -1;
        }
        memcpy(hashes + kept, doubtful, (size_t)left * sizeof(uint64_t));
    }
    return kept + left;
}

/* -- sketches */

/* Least value of each of some permutations: as many as fill the registers. */
LEVELS static void
many_minima(const uint32_t *values, Py_ssize_t count, const uint32_t *a, const uint32_t *b,
            uint32_t *out)
{
    uint32_t least[MANY];
    for (int lane = 0; lane < MANY; lane++) {
        least[lane] = UINT32_MAX;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        uint32_t value = values[at];
        for (int lane = 0; lane < MANY; lane++) {
            uint32_t permuted = a[lane] * value + b[lane];
            least[lane] = permuted < least[lane] ? permuted : least[lane];
        }
    }
    memcpy(out, least, sizeof(least));
}

/* The same of the few that are left. */
LEVELS static void
some_minima(const uint32_t *values, Py_ssize_t count, const uint32_t *a, const uint32_t *b,
            uint32_t *out)
{
    uint32_t least[SOME];
    for (int lane = 0; lane < SOME; lane++) {
        least[lane] = UINT32_MAX;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        uint32_t value = values[at];
        for (int lane = 0; lane < SOME; lane++) {
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
minima(Work *work, const uint64_t *hashes, Py_ssize_t count, const uint32_t *a,
       const uint32_t *b, Py_ssize_t permutations, uint32_t *out)
{
    if (count > work->halves_room) {
        if (!work_grow((void **)&work->halves, (size_t)count * sizeof(uint32_t))) {
            return 0;
        }
        work->halves_room = count;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        work->halves[at] = (uint32_t)(hashes[at] >> 32);
    }
    Py_ssize_t done = 0;
    for (; done + MANY <= permutations; done += MANY) {
        many_minima(work->halves, count, a + done, b + done, out + done);
    }
    for (; done + SOME <= permutations; done += SOME) {
        some_minima(work->halves, count, a + done, b + done, out + done);
    }
    for (; done < permutations; done++) {
        one_minimum(work->halves, count, a[done], b[done], out + done);
    }
    return 1;
}

/* -- equal texts */

enum { BLANK = 1, LETTER = 2 };

/* What each byte of ASCII is. */
static void
mark(const Alphabet *alphabet, uint8_t *marks)
{
    for (int byte = 0; byte < 128; byte++) {
        int is_letter = alphabet->kinds[byte] != OTHER && byte != '_';
        marks[byte] = (is_space((uint32_t)byte) ? BLANK : 0) | (is_letter ? LETTER : 0);
    }
}

/* The text with runs of white space as one blank and none at the ends, in work->tokens;
 * -1: no memory. *words tells whether it has a letter or digit. */
static Py_ssize_t
collapse(const Text *text, const Alphabet *alphabet, const uint8_t *restrict marks, Work *work,
         int *words, int *status)
{
    *status = DONE;
    if (!work_reserve(work, text->length)) {
        return -1;
    }
    unsigned char *const first = (unsigned char *)work->tokens;
    unsigned char *restrict out = first;
    const unsigned char *restrict bytes = text->bytes;
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
    Py_ssize_t folds, expands;
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != 3) {
        PyErr_SetString(PyExc_TypeError, "an alphabet has three columns");
        return 0;
    }
    alphabet->kinds = memory(buffers, PyTuple_GET_ITEM(tuple, 0), 1, 0, &alphabet->points);
    if (!alphabet->kinds) {
        return 0;
    }
    alphabet->folds = memory(buffers, PyTuple_GET_ITEM(tuple, 1), 4, 0, &folds);
    if (!alphabet->folds) {
        return 0;
    }
    alphabet->expands = memory(buffers, PyTuple_GET_ITEM(tuple, 2), 4, 0, &expands);
    if (!alphabet->expands) {
        return 0;
    }
    if (alphabet->points < 128 || folds != alphabet->points) {
        PyErr_SetString(PyExc_ValueError, "a column of the alphabet is too short");
        return 0;
    }
    alphabet->expanding = expands / 4;
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
    Cutting cutting = {&alphabet, PyLong_AsUnsignedLongLong(args[3]), PyObject_IsTrue(args[4])};
    int64_t *counts = memory(&buffers, args[5], 8, 1, &rows);
    uint8_t *status = counts ? memory(&buffers, args[6], 1, 1, &marks) : NULL;
    if (!status || PyErr_Occurred() || !same_length(rows, count) || !same_length(marks, count)) {
        goto end;
    }
    int fine = 1;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; fine && at < count; at++) {
        int state;
        uint64_t print;
        Py_ssize_t kept = windows(&texts[at], &cutting, width, &work, &print, &state);
        kept = kept > 0 ? distinct(&work, work.second, kept) : kept;
        fine = kept >= 0;
        if (fine && used + (size_t)kept > room) {
            room = 2 * (used + (size_t)kept);
            fine = work_grow((void **)&hashes, room * sizeof(uint64_t));
        }
        if (fine) {
            counts[at] = kept;
            status[at] = (uint8_t)state;
            if (kept) {
                memcpy(hashes + used, work.second, (size_t)kept * sizeof(uint64_t));
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
    work_release(&work);
    PyMem_Free(texts);
    let_go(&buffers);
    return result;
}

/* sketch(texts, alphabet, width, share, composed, counts, status, prints, a, b, minima) -> None */
PyObject *
pagemill_sketch(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    Alphabet alphabet;
    Text *texts = NULL;
    Py_ssize_t count = 0, rows, marks, printed, permutations, shifts, cells;
    PyObject *result = NULL;
    Work work = {0};
    if (!has_arguments(argc, 11) || !read_alphabet(&buffers, args[1], &alphabet)
        || !read_texts(&buffers, args[0], &texts, &count)) {
        goto end;
    }
    int width = (int)PyLong_AsLong(args[2]);
    Cutting cutting = {&alphabet, PyLong_AsUnsignedLongLong(args[3]), PyObject_IsTrue(args[4])};
    int64_t *counts = memory(&buffers, args[5], 8, 1, &rows);
    uint8_t *status = counts ? memory(&buffers, args[6], 1, 1, &marks) : NULL;
    uint64_t *prints = status ? memory(&buffers, args[7], 8, 1, &printed) : NULL;
    const uint32_t *a = prints ? memory(&buffers, args[8], 4, 0, &permutations) : NULL;
    const uint32_t *b = a ? memory(&buffers, args[9], 4, 0, &shifts) : NULL;
    uint32_t *out = b ? memory(&buffers, args[10], 4, 1, &cells) : NULL;
    if (!out || PyErr_Occurred() || !same_length(rows, count) || !same_length(marks, count)
        || !same_length(printed, count) || !same_length(permutations, shifts) || !same_length(cells, count * permutations)) {
        goto end;
    }
    int fine = 1;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; fine && at < count; at++) {
        int state;
        Py_ssize_t kept = windows(&texts[at], &cutting, width, &work, &prints[at], &state);
        kept = kept > 0 ? distinct(&work, work.second, kept) : kept;
        fine = kept >= 0
               && minima(&work, work.second, kept, a, b, permutations, out + at * permutations);
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
    work_release(&work);
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

/* The key of a band: as Banding.keys makes it. */
static inline uint64_t
band_key(const uint32_t *minima, Py_ssize_t rows, uint64_t band)
{
    uint64_t sum = band;
    for (Py_ssize_t row = 0; row < rows; row++) {
        sum = sum * 0x9E3779B97F4A7C15u + minima[row];
        sum ^= sum >> 32;
    }
    return mixed(sum);
}

/* bands(minima, permutations, rows, keys) -> None; keys: as many for each sketch as it has */
PyObject *
pagemill_bands(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    PyObject *result = NULL;
    Py_ssize_t cells, size;
    if (!has_arguments(argc, 4)) {
        return NULL;
    }
    const uint32_t *table = memory(&buffers, args[0], 4, 0, &cells);
    Py_ssize_t width = PyLong_AsSsize_t(args[1]), rows = PyLong_AsSsize_t(args[2]);
    uint64_t *keys = table ? memory(&buffers, args[3], 8, 1, &size) : NULL;
    if (!keys || PyErr_Occurred()) {
        goto end;
    }
    Py_ssize_t texts = width > 0 ? cells / width : 0, bands = texts > 0 ? size / texts : 0;
    if (texts < 1 || rows < 1 || bands * texts != size || bands * rows > width) {
        PyErr_SetString(PyExc_ValueError, "bands do not fit the sketches");
        goto end;
    }
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t text = 0; text < texts; text++) {
        for (Py_ssize_t band = 0; band < bands; band++) {
            keys[text * bands + band] =
                band_key(table + text * width + band * rows, rows, (uint64_t)band);
        }
    }
    Py_END_ALLOW_THREADS
    result = Py_NewRef(Py_None);
end:
    let_go(&buffers);
    return result;
}

/* Enter a set's hashes, each there once; 0: no memory. */
static int
set_fill(Set *set, Work *work, const uint64_t *hashes, Py_ssize_t count)
{
    if (!set_open(set, work, count)) {
        return 0;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        set->has_zero |= !hashes[at];
        if (hashes[at]) {
            *set_slot(set, hashes[at]) = hashes[at];
        }
    }
    return 1;
}

static int64_t
set_shared(const Set *set, const uint64_t *hashes, Py_ssize_t count)
{
    int64_t both = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        both += hashes[at] ? *set_slot(set, hashes[at]) != 0 : set->has_zero;
    }
    return both;
}

/* intersect(hashes, offsets, left, right, counts) -> None; sets without repeats, in any order */
PyObject *
pagemill_intersect(PyObject *module, PyObject *const *args, Py_ssize_t argc)
{
    (void)module;
    Buffers buffers = {.count = 0};
    PyObject *result = NULL;
    Work work = {0};
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
    int fine = 1;
    int64_t entered = -1;
    Set set = {0};
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; fine && at < pairs; at++) {
        int64_t one = offsets[left[at]], other = offsets[right[at]];
        if (left[at] != entered) {
            fine = set_fill(&set, &work, hashes + one, offsets[left[at] + 1] - one);
            entered = left[at];
        }
        if (fine) {
            counts[at] = set_shared(&set, hashes + other, offsets[right[at] + 1] - other);
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
    work_release(&work);
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
    uint8_t kinds[128];
    mark(&alphabet, kinds);
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; fine && at < count; at++) {
        int words = 0, state;
        Py_ssize_t length = collapse(&texts[at], &alphabet, kinds, &work, &words, &state);
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
    work_release(&work);
    PyMem_Free(texts);
    let_go(&buffers);
    return result;
}
