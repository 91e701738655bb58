import PeachIntonation
import Synchronization

/// Straighteners to reuse, because their tables take time to compute. Each is used by one thread at
/// a time.
final class StraightenerPool: Sendable {
  // Sendable because only the thread that has taken it uses the straightener.
  struct Item: @unchecked Sendable {
    let tool: ToneStraightener
  }

  private let unused = Mutex<[Item]>([])

  func take() -> Item {
    unused.withLock { $0.popLast() } ?? Item(tool: ToneStraightener())
  }

  func put(_ item: Item) { unused.withLock { $0.append(item) } }
}
