import Synchronization

/// A counter for several threads.
final class Counter: Sendable {
  private let count = Atomic(0)

  /// Returns 1, 2, …
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// Fractions of a progress, in order.
final class Fractions: Sendable {
  private let fractions = Mutex<[Double]>([])

  var all: [Double] { fractions.withLock { $0 } }

  func add(_ fraction: Double) { fractions.withLock { $0.append(fraction) } }
}
