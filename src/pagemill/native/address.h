/* Addresses that need no parser: absolute web addresses which the URL Standard leaves exactly as
 * they are written, and references whose address is found by putting strings together. Whatever
 * is not plain is for the parser: here nothing is decided about it. */

#ifndef PAGEMILL_ADDRESS_H
#define PAGEMILL_ADDRESS_H

#include "pagemill.h"

#define LONGEST_ADDRESS 2048

typedef struct {
    Span whole;
    Span host;
    Py_ssize_t path;   /* where the path begins: behind host and port */
    Py_ssize_t folder; /* behind the last slash of the path */
    Py_ssize_t query;  /* where path and query end: the fragment begins here, or the address ends */
    int has_escapes;
} Address;

/* Takes an absolute address apart; 0 where it is not plain. */
int address_plain(Span text, Address *address);

/* Writes the address of a reference into `to`, which has room for LONGEST_ADDRESS bytes; its
 * length, or 0 where it is not plain. */
Py_ssize_t address_joined(const Address *base, Span reference, char *to);

#endif
