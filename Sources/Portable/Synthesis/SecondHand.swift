/// Whoever can do two things at once: in a program another thread; where there is none, one after the
/// other.
package protocol SecondHand {
  /// Does work 0 ..< `count`, each once: the caller from the front, the other from the back. Returns
  /// when all is done.
  func perform(_ count: Int, _ work: (Int) -> Void)

  /// What the other hand may do whenever it has nothing else to do; it says whether there was
  /// anything. Told once.
  func doMeanwhile(_ work: @escaping () -> Bool)

  /// Says that there is something to do meanwhile.
  func remind()
}

extension SecondHand {
  /// Nothing: the caller does it when it must be done.
  package func doMeanwhile(_ work: @escaping () -> Bool) {}

  package func remind() {}
}

/// One thing after the other.
package struct OneHand: SecondHand {
  package init() {}

  package func perform(_ count: Int, _ work: (Int) -> Void) {
    for part in 0..<count { work(part) }
  }
}
