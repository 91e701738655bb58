import FluidSynthPOSIX

/// A mutex. A recursive one can be locked again by its thread: callbacks call functions of the
/// library.
final class Lock: @unchecked Sendable {
  // Safe: the mutex is the only state.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Creates a lock. The holder inherits the priority of waiting threads, so that an audio thread
  /// does not wait for threads of lower priority.
  init(isRecursive: Bool) {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    #if canImport(Glibc)
      let recursive = Int32(PTHREAD_MUTEX_RECURSIVE)
      if isRecursive { pthread_mutexattr_settype(&attributes, recursive) }
      pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT))
    #else
      if isRecursive { pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) }
    #endif
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
