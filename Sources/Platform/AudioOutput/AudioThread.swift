import PeachPOSIX

struct AudioThread: Sendable {
  private let thread: POSIXThread

  init(_ body: @escaping @Sendable () -> Void) throws(AudioDeviceError) {
    do { thread = try POSIXThread(body) } catch { throw .noThread(code: error.code) }
  }

  func join() { thread.join() }

  /// Waits a tenth of a millisecond on a thread other than the audio thread.
  static func pause() {
    var time = timespec()
    time.tv_nsec = 100_000
    nanosleep(&time, nil)
  }

  /// Requests real-time priority (SCHED_FIFO) up to 60. Returns whether it was granted.
  static func requestRealtimePriority() -> Bool {
    #if os(Linux)
      for priority: Int32 in [60, 40, 20, 10, 5, 1] {
        var parameters = sched_param()
        parameters.sched_priority = priority
        if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 { return true }
      }
    #endif
    return false
  }

  /// Flushes denormals to zero on the calling thread. A decaying filter would otherwise compute
  /// with denormals, which takes up to a hundred times as long. Returns the former settings, which
  /// ``restore(_:)`` needs on a thread that others use, too.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  @discardableResult static func flushToZero() -> fenv_t {
    var former = fenv_t()
    _ = _unsafePerformance { fegetenv(&former) }
    var environment = former
    #if arch(x86_64)
      // Intel SDM vol. 1 §10.2.3: bit 15 flush to zero, bit 6 denormals are zeros.
      environment.__mxcsr |= 0x8040
    #elseif arch(arm64)
      // Arm ARM, FPCR: bit 24 flushes denormal inputs and results.
      environment.__fpcr |= 1 << 24
    #endif
    _ = _unsafePerformance { fesetenv(&environment) }
    return former
  }

  /// Restores the floating-point settings that ``flushToZero()`` has returned.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  static func restore(_ settings: fenv_t) {
    var environment = settings
    _ = _unsafePerformance { fesetenv(&environment) }
  }
}
