/// Whoever can do two things at once: in a program another thread; where there is none, one after the
/// other.
package protocol ParallelRunner {
  /// Does work 0 ..< `count`, each once: the caller from the front, the other from the back. Returns
  /// when all is done.
  func perform(_ count: Int, _ work: (Int) -> Void)

  /// What the other hand may do whenever it has nothing else to do; it says whether there was
  /// anything. Told once.
  func setIdleWork(_ work: @escaping () -> Bool)

  /// Says that there is something to do meanwhile.
  func remind()
}

extension ParallelRunner {
  /// Nothing: the caller does it when it must be done.
  package func setIdleWork(_ work: @escaping () -> Bool) {}

  package func remind() {}
}

/// One thing after the other.
package struct SerialRunner: ParallelRunner {
  package init() {}

  package func perform(_ count: Int, _ work: (Int) -> Void) {
    for part in 0..<count { work(part) }
  }
}
