// Interposes glibc's allocator, whose functions are also exported with the prefix __libc_. A
// sanitizer has an allocator of its own, which calls these functions before it is initialized: a
// sanitized program therefore counts nothing.
#include "allocation_counter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Thread_local bool is_counting;
static _Thread_local long count;
static _Thread_local bool is_measuring;
static _Thread_local long thread_bytes;
static _Thread_local long thread_peak;

void allocation_counter_start(void) {
  count = 0;
  is_counting = true;
}

long allocation_counter_stop(void) {
  is_counting = false;
  return count;
}

void allocation_counter_start_bytes(void) {
  thread_bytes = 0;
  thread_peak = 0;
  is_measuring = true;
}

long allocation_counter_stop_bytes(void) {
  is_measuring = false;
  return thread_peak;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

#include <malloc.h>

bool allocation_counter_works(void) { return true; }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

// mallinfo2 reports the main arena only; the tasks' threads allocate from others.
static atomic_long heap_bytes;

long allocation_counter_heap_bytes(void) { return atomic_load(&heap_bytes); }

static void add_bytes(void *memory, long sign) {
  if (memory == NULL) return;
  long size = sign * (long)malloc_usable_size(memory);
  atomic_fetch_add_explicit(&heap_bytes, size, memory_order_relaxed);
  if (!is_measuring) return;
  thread_bytes += size;
  if (thread_bytes > thread_peak) thread_peak = thread_bytes;
}

static void *counted(void *memory) {
  if (is_counting) count++;
  add_bytes(memory, 1);
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *memory, size_t size) {
  add_bytes(memory, -1);
  void *result = counted(__libc_realloc(memory, size));
  // A failed reallocation keeps the old block.
  if (result == NULL && size != 0) add_bytes(memory, 1);
  return result;
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

void free(void *memory) {
  if (memory != NULL && is_counting) count++;
  add_bytes(memory, -1);
  __libc_free(memory);
}

#else

bool allocation_counter_works(void) { return false; }

long allocation_counter_heap_bytes(void) { return 0; }

#endif
