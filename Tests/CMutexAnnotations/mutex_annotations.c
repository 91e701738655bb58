// Replaces the functions of libswiftSynchronization that Mutex calls under contention by those that
// call them and tell ThreadSanitizer what they synchronize. The uncontended path is inlined into
// instrumented code.
#include "mutex_annotations.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) && defined(__linux__)
#define ANNOTATES 1
#endif
#endif

#ifdef ANNOTATES

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void mutex_lock(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT bool mutex_try_lock(SELF void *handle) __asm__(TRY_LOCK);
SWIFT void mutex_unlock(SELF void *handle) __asm__(UNLOCK);

/// Returns the standard library's function of a name.
static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function)
    abort();
  return function;
}

SWIFT void mutex_lock(uint32_t thread, SELF void *handle) {
  typedef SWIFT void (*Function)(uint32_t, SELF void *);
  ((Function)original(LOCK))(thread, handle);
  __tsan_acquire(handle);
}

SWIFT bool mutex_try_lock(SELF void *handle) {
  typedef SWIFT bool (*Function)(SELF void *);
  bool isLocked = ((Function)original(TRY_LOCK))(handle);
  if (isLocked)
    __tsan_acquire(handle);
  return isLocked;
}

SWIFT void mutex_unlock(SELF void *handle) {
  typedef SWIFT void (*Function)(SELF void *);
  __tsan_release(handle);
  ((Function)original(UNLOCK))(handle);
}

bool mutex_annotations_work(void) { return true; }

#else

bool mutex_annotations_work(void) { return false; }

#endif
