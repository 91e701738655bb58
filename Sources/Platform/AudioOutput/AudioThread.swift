#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The audio thread of a device.
struct AudioThread: @unchecked Sendable {
  // Sound: the handle is used only to join the thread.
  private let handle: pthread_t

  /// Starts a thread that runs `body`.
  init(_ body: @escaping @Sendable () -> Void) throws(AudioDeviceError) {
    let boxed = Unmanaged.passRetained(Body(body))
    #if canImport(Glibc)
      var started = pthread_t()
    #else
      var started: pthread_t?
    #endif
    let code = pthread_create(&started, nil, audioThreadMain, boxed.toOpaque())
    guard code == 0 else {
      boxed.release()
      throw .noThread(code: code)
    }
    #if canImport(Glibc)
      handle = started
    #else
      guard let started else { throw .noThread(code: EAGAIN) }
      handle = started
    #endif
  }

  /// Waits until the thread has ended. Call only once.
  func join() { pthread_join(handle, nil) }

  /// Requests real-time priority (SCHED_FIFO) for the calling thread, at the highest level that the
  /// user is allowed, up to 60.
  ///
  /// - Returns: Whether the request was granted.
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
  /// with denormals, which takes up to a hundred times as long.
  static func flushToZero() {
    var environment = fenv_t()
    fegetenv(&environment)
    #if arch(x86_64)
      // Intel SDM vol. 1 §10.2.3: bit 15 flush to zero, bit 6 denormals are zeros.
      environment.__mxcsr |= 0x8040
    #elseif arch(arm64)
      // Arm ARM, FPCR: bit 24 flushes denormal inputs and results.
      environment.__fpcr |= 1 << 24
    #endif
    fesetenv(&environment)
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func audioThreadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func audioThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#endif
