/* Tells addresses that need no parser, and joins references to them; see address.h. */

#include "address.h"

/* What a byte may be in an address that is left as it is written. */
enum { PLAIN = 1, HOSTLY = 2 };

static const unsigned char KINDS[256] = {
    ['a'] = 3, ['b'] = 3, ['c'] = 3, ['d'] = 3, ['e'] = 3, ['f'] = 3, ['g'] = 3, ['h'] = 3,
    ['i'] = 3, ['j'] = 3, ['k'] = 3, ['l'] = 3, ['m'] = 3, ['n'] = 3, ['o'] = 3, ['p'] = 3,
    ['q'] = 3, ['r'] = 3, ['s'] = 3, ['t'] = 3, ['u'] = 3, ['v'] = 3, ['w'] = 3, ['x'] = 3,
    ['y'] = 3, ['z'] = 3, ['0'] = 3, ['1'] = 3, ['2'] = 3, ['3'] = 3, ['4'] = 3, ['5'] = 3,
    ['6'] = 3, ['7'] = 3, ['8'] = 3, ['9'] = 3, ['-'] = 3, ['.'] = 3, ['A'] = 1, ['B'] = 1,
    ['C'] = 1, ['D'] = 1, ['E'] = 1, ['F'] = 1, ['G'] = 1, ['H'] = 1, ['I'] = 1, ['J'] = 1,
    ['K'] = 1, ['L'] = 1, ['M'] = 1, ['N'] = 1, ['O'] = 1, ['P'] = 1, ['Q'] = 1, ['R'] = 1,
    ['S'] = 1, ['T'] = 1, ['U'] = 1, ['V'] = 1, ['W'] = 1, ['X'] = 1, ['Y'] = 1, ['Z'] = 1,
    ['_'] = 1, ['~'] = 1, ['!'] = 1, ['$'] = 1, ['&'] = 1, ['('] = 1, [')'] = 1, ['*'] = 1,
    ['+'] = 1, [','] = 1, [';'] = 1, ['='] = 1, [':'] = 1, ['@'] = 1, ['/'] = 1, ['%'] = 1,
};

/* Reads four numbers of an IPv4 address as the standard writes them. */
static int
is_dotted(const char *at, const char *end)
{
    for (int part = 0; part < 4; part++) {
        int value = 0;
        const char *begin = at;
        for (; at < end && *at >= '0' && *at <= '9' && at - begin < 4; at++) {
            value = value * 10 + (*at - '0');
        }
        if (at == begin || value > 255 || (at - begin > 1 && *begin == '0')) {
            return 0;
        }
        if (part < 3 && (at == end || *at++ != '.')) {
            return 0;
        }
    }
    return at == end;
}

/* Whether a host stays as it is: labels of small letters, digits and hyphens, the last of which
 * begins with a letter; or a dotted number. */
static int
is_plain_host(const char *at, const char *end)
{
    const char *label = at;
    if (at == end) {
        return 0;
    }
    for (const char *one = at; one <= end; one++) {
        if (one < end && *one != '.') {
            if (!(KINDS[(unsigned char)*one] & HOSTLY)) {
                return 0;
            }
            continue;
        }
        /* "xn--" says that a label has to be decoded, two hyphens there that it might. */
        if (one == label || (one - label > 3 && label[2] == '-' && label[3] == '-')) {
            return 0;
        }
        if (one < end) {
            label = one + 1;
        }
    }
    return (*label >= 'a' && *label <= 'z') || is_dotted(at, end);
}

/* Goes behind a port that is written as the standard writes it; NULL where it is not. */
static const char *
behind_port(const char *at, const char *end, int is_secure)
{
    int port = 0;
    const char *begin = ++at;
    for (; at < end && *at >= '0' && *at <= '9' && at - begin < 6; at++) {
        port = port * 10 + (*at - '0');
    }
    if (at == begin || *begin == '0' || port > 65535 || port == (is_secure ? 443 : 80)) {
        return NULL;
    }
    return at;
}

/* Goes to the end of a path, query and fragment that stay as they are; 0 where they do not. The
 * place where the last segment begins, and where the fragment does, are noted. */
static int
is_plain_rest(const char *at, const char *end, const char **folder, const char **fragment,
              int *has_escapes)
{
    enum { PATH, QUERY, FRAGMENT } part = PATH;
    int is_begin = 1; /* of a segment */
    *fragment = end;
    for (; at < end; at++) {
        if (*at == '#' && part != FRAGMENT) {
            *fragment = at;
            part = FRAGMENT;
            continue;
        }
        if (*at == '?') {
            part = part == PATH ? QUERY : part;
            continue;
        }
        if (!(KINDS[(unsigned char)*at] & PLAIN)) {
            return 0;
        }
        *has_escapes |= *at == '%';
        if (part != PATH) {
            continue;
        }
        /* Dot segments are steps, and an escape may hide one. */
        if (is_begin && (*at == '.' || *at == '%')) {
            return 0;
        }
        is_begin = *at == '/';
        if (is_begin) {
            *folder = at + 1;
        }
    }
    return 1;
}

int
address_plain(Span text, Address *address)
{
    const char *at = text.at, *end = text.at + text.length;
    if (text.length > LONGEST_ADDRESS || text.length < 8 || memcmp(at, "http", 4) != 0) {
        return 0;
    }
    const int is_secure = at[4] == 's';
    at += 4 + is_secure;
    if (end - at < 3 || memcmp(at, "://", 3) != 0) {
        return 0;
    }
    const char *host = at += 3;
    while (at < end && *at != '/' && *at != ':') {
        at++;
    }
    if (!is_plain_host(host, at)) {
        return 0;
    }
    address->host = (Span){host, at - host};
    if (at < end && *at == ':') {
        at = behind_port(at, end, is_secure);
    }
    if (at == NULL || at == end || *at != '/') {
        return 0;
    }
    const char *folder = at + 1, *fragment = end;
    address->whole = text;
    address->path = at - text.at;
    address->has_escapes = 0;
    if (!is_plain_rest(at + 1, end, &folder, &fragment, &address->has_escapes)) {
        return 0;
    }
    address->folder = folder - text.at;
    address->query = fragment - text.at;
    return 1;
}

/* Whether what may be a scheme stands before the first slash, question or number sign. */
static int
has_scheme(Span reference)
{
    for (Py_ssize_t i = 0; i < reference.length; i++) {
        const char c = reference.at[i];
        if (c == ':') {
            return 1;
        }
        if (c == '/' || c == '?' || c == '#') {
            return 0;
        }
    }
    return 0;
}

Py_ssize_t
address_joined(const Address *base, Span reference, char *to)
{
    const char *at = reference.at, *end = at + reference.length;
    Address own;
    Py_ssize_t kept = base->folder;
    if (reference.length == 0 || reference.length > LONGEST_ADDRESS) {
        return 0;
    }
    if (has_scheme(reference)) {
        if (!address_plain(reference, &own)) {
            return 0;
        }
        memcpy(to, at, (size_t)reference.length);
        return reference.length;
    }
    if (*at == '/') {
        if (reference.length > 1 && at[1] == '/') {
            return 0;
        }
        kept = base->path + 1;
        at++;
    }
    else if (*at == '?' || *at == '#') {
        return 0;
    }
    for (; end - at >= 3 && memcmp(at, "../", 3) == 0; at += 3) {
        for (kept -= kept > base->path + 1; base->whole.at[kept - 1] != '/';) {
            kept--;
        }
    }
    const char *folder = at, *fragment;
    int has_escapes = 0;
    if (kept + (end - at) > LONGEST_ADDRESS ||
        !is_plain_rest(at, end, &folder, &fragment, &has_escapes)) {
        return 0;
    }
    memcpy(to, base->whole.at, (size_t)kept);
    memcpy(to + kept, at, (size_t)(end - at));
    return kept + (end - at);
}

PyObject *
pagemill_plain_joined(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Span text, reference;
    Address base;
    char joined[2 * LONGEST_ADDRESS];
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "plain_joined(base, reference)");
        return NULL;
    }
    text.at = PyUnicode_AsUTF8AndSize(args[0], &text.length);
    reference.at = text.at ? PyUnicode_AsUTF8AndSize(args[1], &reference.length) : NULL;
    if (reference.at == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
            return NULL;
        }
        PyErr_Clear(); /* half of a surrogate pair: not plain */
        Py_RETURN_NONE;
    }
    const Py_ssize_t length =
        address_plain(text, &base) ? address_joined(&base, reference, joined) : 0;
    if (length == 0) {
        Py_RETURN_NONE;
    }
    return PyUnicode_FromStringAndSize(joined, length);
}

PyObject *
pagemill_plain_host(PyObject *module, PyObject *url)
{
    (void)module;
    Span text;
    Address address;
    text.at = PyUnicode_AsUTF8AndSize(url, &text.length);
    if (text.at == NULL) {
        PyErr_Clear(); /* half of a surrogate pair: not plain */
        Py_RETURN_NONE;
    }
    if (!address_plain(text, &address) || address.has_escapes ||
        address.query != text.length) {
        Py_RETURN_NONE;
    }
    return PyUnicode_FromStringAndSize(address.host.at, address.host.length);
}
