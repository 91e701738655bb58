import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Requests to end the program: Ctrl-C (SIGINT), SIGTERM, and SIGHUP of a closed terminal. Commands
/// that write files check for them and remove incomplete files.
enum Interruption {
  /// The first signal; 0 without one.
  private static let received = Atomic<Int32>(0)

  /// Unblocks all signals, because the parent process may have blocked some.
  static func unblockSignals() {
    var emptySet = sigset_t()
    sigemptyset(&emptySet)
    pthread_sigmask(SIG_SETMASK, &emptySet, nil)
  }

  /// Makes the first signal set ``isRequested``. A second Ctrl-C or SIGTERM ends the program.
  static func watch() {
    signal(SIGINT) { Interruption.handle($0) }
    signal(SIGTERM) { Interruption.handle($0) }
    // Remains ignored under `nohup`, also in this moment.
    if !isIgnored(SIGHUP) { signal(SIGHUP) { Interruption.handle($0) } }
  }

  /// Returns whether a signal is ignored, without changing that.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func handle(_ number: Int32) {
    _ = received.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    // A closed terminal may send SIGHUP twice: by the kernel and by the shell.
    if number != SIGHUP { signal(number, SIG_DFL) }
  }

  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// The exit status of an interrupted command.
  static var status: Int32 {
    let number = received.load(ordering: .relaxed)
    return 128 + (number == 0 ? SIGINT : number)
  }

  /// Throws `CancellationError` if a signal was received.
  static func check() throws {
    if isRequested { throw CancellationError() }
  }
}
