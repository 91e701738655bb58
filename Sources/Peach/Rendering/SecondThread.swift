import Dispatch
import PeachSynthesis
import Synchronization

/// A thread that does a part of a song's rendering, as long as its owner lives. One thread at a time
/// may call it.
///
/// Turns last microseconds. Who waits for the other first does what there is to do meanwhile and asks
/// again and again, and the second sleeps only where that takes long; and nobody waits for a second
/// thread that has not even begun, as where other programs have the processors.
final class SecondThread: SecondHand, Sendable {
  private let shared = Shared()

  init() {
    let shared = shared
    DispatchQueue(label: "second hand", qos: .userInitiated).async { shared.serve() }
  }

  deinit { shared.end() }

  func perform(_ count: Int, _ work: (Int) -> Void) {
    // All is done when this returns: nothing escapes.
    withoutActuallyEscaping(work) { shared.perform(count, $0) }
  }

  func doMeanwhile(_ work: @escaping () -> Bool) { shared.setMeanwhile(work) }

  func remind() { shared.wake() }
}

extension SecondThread {
  private enum State: Int, AtomicRepresentable {
    case idle
    case isOpen
    case isJoined
    case isLeft
    case isOver
  }

  /// What both threads know. `work` and `count` are written before a turn is open and read by the
  /// second thread between joining and leaving it; `meanwhile` is written once, before it is said to
  /// be there.
  private final class Shared: @unchecked Sendable {
    private var work: ((Int) -> Void)?
    private var count = 0
    private var meanwhile: (() -> Bool)?
    private let hasMeanwhile = Atomic<Bool>(false)
    private let begun = Atomic<Int>(0)
    private let state = Atomic<State>(.idle)
    private let isAsleep = Atomic<Bool>(false)
    private let alarm = DispatchSemaphore(value: 0)
    /// Questions until one sleeps: some 50 µs.
    private static let patience = 10_000

    /// One turn, by the first thread.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
      self.work = work
      self.count = count
      begun.store(0, ordering: .relaxed)
      set(.isOpen)
      doParts(fromBack: false)
      let isUnjoined = state.compareExchange(
        expected: .isOpen, desired: .idle, ordering: .sequentiallyConsistent
      ).exchanged
      if !isUnjoined {
        let meanwhile = knownMeanwhile ?? { false }
        while state.load(ordering: .acquiring) != .isLeft { _ = meanwhile() }
        state.store(.idle, ordering: .relaxed)
      }
      self.work = nil
    }

    func end() { set(.isOver) }

    func setMeanwhile(_ work: @escaping () -> Bool) {
      precondition(!hasMeanwhile.load(ordering: .relaxed), "It is told once.")
      meanwhile = work
      hasMeanwhile.store(true, ordering: .releasing)
    }

    private func set(_ new: State) {
      state.store(new, ordering: .sequentiallyConsistent)
      wake()
    }

    func wake() {
      guard isAsleep.load(ordering: .sequentiallyConsistent) else { return }
      if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { alarm.signal() }
    }

    /// What there is to do meanwhile. To take it again at each question would count references, which
    /// both threads do at the same place of memory.
    private var knownMeanwhile: (() -> Bool)? {
      hasMeanwhile.load(ordering: .acquiring) ? meanwhile : nil
    }

    /// Begins one part after another, from its end of the row, until all are begun. Apart, so that
    /// the work is let go of before a turn is left.
    @inline(never) private func doParts(fromBack: Bool) {
      guard let work else { return }
      var own = 0
      while begun.add(1, ordering: .relaxed).oldValue < count {
        work(fromBack ? count - 1 - own : own)
        own += 1
      }
    }

    /// The second thread.
    func serve() {
      while wait() {
        let hasJoined = state.compareExchange(
          expected: .isOpen, desired: .isJoined, ordering: .sequentiallyConsistent
        ).exchanged
        if !hasJoined { continue }
        doParts(fromBack: true)
        state.store(.isLeft, ordering: .releasing)
      }
    }

    /// Waits for a turn, and does meanwhile what there is; false at the end.
    private func wait() -> Bool {
      var questions = 0
      var meanwhile = knownMeanwhile
      while true {
        let now = state.load(ordering: .sequentiallyConsistent)
        if now == .isOpen || now == .isOver { return now == .isOpen }
        if meanwhile == nil { meanwhile = knownMeanwhile }
        questions = meanwhile?() ?? false ? 0 : questions + 1
        if questions < Self.patience { continue }
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        let then = state.load(ordering: .sequentiallyConsistent)
        // What began in between has not seen that this thread sleeps, or has woken it.
        let isNew = then == .isOpen || then == .isOver || meanwhile?() ?? false
        if isNew && isAsleep.exchange(false, ordering: .sequentiallyConsistent) { continue }
        alarm.wait()
        questions = 0
      }
    }
  }
}
