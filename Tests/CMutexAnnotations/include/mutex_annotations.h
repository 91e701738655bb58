// Tells ThreadSanitizer of the contended path of Swift's Mutex, which is in the standard library,
// which is not instrumented. Link it into a program; without ThreadSanitizer it is empty.
#ifndef MUTEX_ANNOTATIONS_H
#define MUTEX_ANNOTATIONS_H

#include <stdbool.h>

/// Returns whether the contended paths are annotated.
bool mutex_annotations_work(void);

#endif
