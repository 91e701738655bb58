// Counts what the present thread allocates. Test support; with glibc only.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// False where nothing is counted, because the C library is not glibc.
bool allocation_counter_works(void);

/// Counts from 0 on what this thread asks of the allocator.
void allocation_counter_start(void);

/// Ends counting; how often this thread allocated, resized or freed memory since it started.
long allocation_counter_stop(void);

#endif
