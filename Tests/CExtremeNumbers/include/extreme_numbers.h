/* Calls of all functions of peach.h with extreme numbers. */
#ifndef EXTREME_NUMBERS_H
#define EXTREME_NUMBERS_H

#include <stddef.h>

/* Calls every function of peach.h that has numbers, each of them in turn extreme. `bank` is a bank
 * with a preset 0:0, `path` that of an audio file to be written. Returns the number of calls that
 * neither succeeded with a finite sound nor returned an error code; reports them on stderr. */
int extreme_numbers_failures(
    const void *bank, size_t bank_bytes, const void *song, size_t song_bytes, const char *path);

/* The number of functions that the last call has called. */
int extreme_numbers_function_count(void);

/* The function that is called; valid if it has ended the process. */
const char *extreme_numbers_current(void);

#endif
