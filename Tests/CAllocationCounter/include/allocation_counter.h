// Counts the allocations of the calling thread. Test support; requires glibc.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Returns whether allocations are counted: whether the C library is glibc.
bool allocation_counter_works(void);

/// Starts counting the calling thread's allocations from 0.
void allocation_counter_start(void);

/// Stops counting. Returns the number of allocations, reallocations and deallocations.
long allocation_counter_stop(void);

/// Returns the bytes of the process's heap that are in use, in all threads.
long allocation_counter_heap_bytes(void);

#endif
