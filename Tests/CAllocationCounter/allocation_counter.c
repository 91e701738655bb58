// Stands between the program and glibc's allocator, which offers itself under names of its own.
#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

static _Thread_local bool is_counting;
static _Thread_local long count;

void allocation_counter_start(void) {
  count = 0;
  is_counting = true;
}

long allocation_counter_stop(void) {
  is_counting = false;
  return count;
}

#if defined(__GLIBC__)

bool allocation_counter_works(void) { return true; }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static void note(void) {
  if (is_counting) count++;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

void free(void *memory) {
  // Nothing is freed where there is nothing.
  if (memory != NULL) note();
  __libc_free(memory);
}

#else

bool allocation_counter_works(void) { return false; }

#endif
