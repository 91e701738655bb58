public import PeachSynthesis
public import TestEnvironment

/// The blocks of a case, with event frames relative to their block.
public struct BlockPlan {
  let counts: [Int]
  let eventCounts: [Int]
  let events: [TimedEvent]

  /// Creates a block for each of `counts`.
  init(_ all: [TimedEvent], counts: [Int]) {
    var events = all
    var eventCounts: [Int] = []
    var start = 0
    var next = 0
    for (index, count) in counts.enumerated() {
      let first = next
      let isLast = index == counts.count - 1
      while next < events.count && (isLast || events[next].frame < start + count) {
        events[next].frame -= start
        next += 1
      }
      eventCounts.append(next - first)
      start += count
    }
    self.counts = counts
    self.eventCounts = eventCounts
    self.events = events
  }

  /// Creates one block.
  public init(whole events: [TimedEvent], frames: Int) { self.init(events, counts: [frames]) }

  /// Creates random blocks: of one frame, of small and odd sizes, or large ones.
  public init(cut events: [TimedEvent], frames: Int, _ numbers: inout RandomNumbers) {
    let most = numbers.pick([1, 7, 64, 100, 1000])
    var counts: [Int] = []
    var left = frames
    while left > 0 {
      counts.append(min(numbers.whole(1...most), left))
      left -= counts.last ?? left
    }
    self.init(events, counts: counts)
  }

  /// Renders the blocks without allocating, so that only allocations of the synthesizer count.
  public func play(
    on synthesizer: inout Synthesizer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    counts.withUnsafeBufferPointer { counts in
      eventCounts.withUnsafeBufferPointer { eventCounts in
        events.withUnsafeBufferPointer { events in
          BlockPlan.play(
            on: &synthesizer, counts, eventCounts, events, left: left, right: right)
        }
      }
    }
  }

  private static func play(
    on synthesizer: inout Synthesizer, _ counts: UnsafeBufferPointer<Int>,
    _ eventCounts: UnsafeBufferPointer<Int>, _ events: UnsafeBufferPointer<TimedEvent>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    var next = 0
    var block = 0
    while block < counts.count {
      let end = next &+ eventCounts[block]
      synthesizer.render(
        events: UnsafeBufferPointer(rebasing: events[next..<end]), left: left + done,
        right: right + done, count: counts[block])
      done &+= counts[block]
      next = end
      block &+= 1
    }
  }
}
