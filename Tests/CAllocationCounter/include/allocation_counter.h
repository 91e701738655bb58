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

/// Starts measuring the peak of the calling thread's allocated bytes.
void allocation_counter_start_bytes(void);

/// Stops measuring. Returns the peak above the bytes at the start: those that the thread allocated
/// and had not freed.
long allocation_counter_stop_bytes(void);

/// Returns the bytes of the process's heap that are in use, in all threads.
long allocation_counter_heap_bytes(void);

#endif
