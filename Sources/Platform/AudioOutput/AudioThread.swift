#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread of its own for a device.
struct AudioThread: @unchecked Sendable {
  // Sound: the handle is only used to wait for the thread's end.
  private let handle: pthread_t

  /// Begins a thread that runs `body` and ends with it.
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

  /// Waits until the thread has ended. Once.
  func join() { pthread_join(handle, nil) }

  /// Asks for the thread that calls to be run before all ordinary ones; true if it is granted.
  ///
  /// First with a priority usual for sound, then with less, as far as this user is allowed.
  static func becomeRealtime() -> Bool {
    #if os(Linux)
      for priority: Int32 in [60, 40, 20, 10, 5, 1] {
        var parameters = sched_param()
        parameters.sched_priority = priority
        if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 { return true }
      }
    #endif
    return false
  }

  /// Makes numbers too small to hear count as 0 on the thread that calls: a filter that fades out
  /// takes up to a hundred times as long with them.
  static func flushToZero() {
    var environment = fenv_t()
    fegetenv(&environment)
    #if arch(x86_64)
      // Intel SDM vol. 1 §10.2.3: bit 15 flush to zero, bit 6 denormals are zeros.
      environment.__mxcsr |= 0x8040
    #elseif arch(arm64)
      // Arm ARM, FPCR: bit 24 flushes inputs and results.
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
