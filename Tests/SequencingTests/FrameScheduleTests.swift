import PeachMusicUnits
import PeachSequencing
import Testing

/// The schedule of events, compared with a list that is searched as a whole.
@Suite("The schedule of a live synthesizer")
struct FrameScheduleTests {
  static let count = 4096

  /// A schedule as a list: the earliest element is the next, the first added among equals.
  private struct List {
    var entries: [(frame: Int64, batch: UInt64, element: Int)] = []

    mutating func next(atOrBefore frame: Int64) -> Int? {
      var first: Int?
      for index in entries.indices
      where first.map({ entries[index].frame < entries[$0].frame }) ?? true {
        first = index
      }
      guard let first, entries[first].frame <= frame else { return nil }
      return entries.remove(at: first).element
    }
  }

  enum Order: CaseIterable, Sendable { case ascending, descending, random, equal }

  private static func frames(_ order: Order, _ random: inout SplitMix64) -> [Int64] {
    (0..<count).map { index in
      switch order {
      case .ascending: Int64(index) * 3
      case .descending: Int64(count - index) * 3
      // A quarter as many frames, so that many elements share one.
      case .random: Int64(random.next() % UInt64(count / 4))
      case .equal: 7
      }
    }
  }

  @Test(
    "Elements leave by frame, those of one frame in the order of addition",
    arguments: Order.allCases)
  func order(_ order: Order) {
    var random = SplitMix64(seed: 51)
    let frames = Self.frames(order, &random)
    var schedule = FrameSchedule<Int>(capacity: Self.count)
    for (element, frame) in frames.enumerated() {
      let isAdded = schedule.add(element, at: frame)
      #expect(isAdded)
    }
    let isFull = !schedule.add(-1, at: 0)
    #expect(isFull)
    let expected = frames.indices.sorted { (frames[$0], $0) < (frames[$1], $1) }
    for element in expected {
      let nextFrame = schedule.nextFrame
      let early = schedule.next(atOrBefore: frames[element] - 1)
      let next = schedule.next(atOrBefore: frames[element])
      #expect(nextFrame == frames[element] && early == nil && next == element)
    }
    let (nextFrame, next) = (schedule.nextFrame, schedule.next(atOrBefore: .max))
    #expect(nextFrame == .max && next == nil)
  }

  @Test("Any sequence of additions, removals and canceled batches is that of a list")
  func sequences() {
    var random = SplitMix64(seed: 4096)
    for capacity in [1, 2, 3, 7, 64] {
      var schedule = FrameSchedule<Int>(capacity: capacity)
      var list = List()
      for element in 0..<4000 {
        switch random.next() % 8 {
        case 0..<5:
          let (frame, batch) = (Int64(random.next() % 50), random.next() % 4)
          let isAdded = schedule.add(element, at: frame, batch: batch)
          #expect(isAdded == (list.entries.count < capacity))
          if isAdded { list.entries.append((frame, batch, element)) }
        case 5, 6:
          let frame = Int64(random.next() % 50)
          let (found, expected) = (
            schedule.next(atOrBefore: frame), list.next(atOrBefore: frame)
          )
          #expect(found == expected)
        default:
          let batch = random.next() % 4
          schedule.remove(batch: batch)
          list.entries.removeAll { $0.batch == batch }
        }
        let nextFrame = schedule.nextFrame
        #expect(nextFrame == list.entries.map(\.frame).min() ?? .max)
      }
    }
  }

  /// Returns the shortest of several times to add elements in an order, and to remove them.
  private static func time(_ order: Order, count: Int) -> Duration {
    let clock = ContinuousClock()
    var schedule = FrameSchedule<(Int, Int, Int, Int)>(capacity: count)
    return (0..<9).map { _ in
      clock.measure {
        for index in 0..<count {
          let frame = Int64(order == .ascending ? index : count - index)
          _ = schedule.add((index, 0, 0, 0), at: frame)
        }
        while schedule.next(atOrBefore: .max) != nil {}
      }
    }.min() ?? .zero
  }

  @Test(
    "16 times as many events take at most 40 times as long: n log n is 24 times, n² 256 times",
    arguments: [Order.ascending, .descending])
  func complexity(_ order: Order) {
    let (few, many) = (Self.time(order, count: 256), Self.time(order, count: 4096))
    #expect(many / few < 40, "\(order): \(few), \(many)")
  }
}
