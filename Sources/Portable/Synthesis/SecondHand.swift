/// Whoever can do two things at once: in a program another thread; where there is none, one after the
/// other.
package protocol SecondHand {
  /// Does work 0 ..< `count`, each once: the caller from the front, the other from the back. Returns
  /// when all is done.
  func perform(_ count: Int, _ work: (Int) -> Void)
}

/// One thing after the other.
package struct OneHand: SecondHand {
  package init() {}

  package func perform(_ count: Int, _ work: (Int) -> Void) {
    for part in 0..<count { work(part) }
  }
}
