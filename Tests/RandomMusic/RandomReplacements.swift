import PeachInstrumentModel
import PeachSynthesis
import TestEnvironment

/// Replaced recordings and changes of their vibrato, in a third of all cases, from random numbers
/// of their own.
struct RandomReplacements {
  private var numbers: RandomNumbers
  private let isUsed: Bool

  init(seed: UInt64) {
    numbers = RandomNumbers(seed: ~seed)
    isUsed = numbers.chance(1.0 / 3)
  }

  /// Returns replacements of most regions of a preset, by index.
  mutating func replacements(regionCount: Int) -> [Int: SampleReplacement] {
    guard isUsed else { return [:] }
    var replacements: [Int: SampleReplacement] = [:]
    for index in 0..<regionCount where numbers.chance(0.8) {
      // Some regions share a recording.
      if let last = replacements[index - 1], numbers.chance(0.3) {
        replacements[index] = last
      } else {
        replacements[index] = replacement()
      }
    }
    return replacements
  }

  private mutating func replacement() -> SampleReplacement {
    let count = numbers.pick([0, 1, 2, 63, 64, 65, 400, numbers.whole(1...2000)])
    let odd: [Float] = [.nan, .infinity, -.infinity, .leastNonzeroMagnitude, 0]
    let frames = (0..<count).map { _ in
      numbers.chance(0.02) ? numbers.pick(odd) : Float(numbers.unit() * 2 - 1)
    }
    let first = numbers.whole(0...count)
    let length = numbers.pick([0, 1, 2, 7, count - first, numbers.whole(0...(count + 1))])
    var replacement = SampleReplacement(
      frames: frames, loop: numbers.chance(0.8) ? first..<(first + length) : nil,
      correctionCents: numbers.unit() * 200 - 100)
    replacement.framesPerVibratoEntry = numbers.pick([1, 3, 64, 176, 176, 5000, 0, -1, .max])
    replacement.vibratoCents = (0..<numbers.pick([0, 1, 2, 10, 10, 40, 2000])).map { _ in
      numbers.chance(0.02)
        ? numbers.pick([.nan, .infinity, 1e30, 1200]) : Float(numbers.unit() * 200 - 100)
    }
    return replacement
  }

  /// Returns events with changes of the amount of vibrato added, by the player and by controller
  /// 77.
  mutating func addingAmounts(to events: [TimedEvent], frames: Int) -> [TimedEvent] {
    guard isUsed else { return events }
    var all = events
    for _ in 0..<numbers.pick([0, 1, 10, 40]) {
      let channel = UInt8(numbers.whole(0...16))
      let amount = numbers.pick([0, 1, 2, -1, 3, .nan, Float(numbers.unit() * 2)])
      let event =
        numbers.chance(0.3)
        ? SynthesizerEvent.controlChange(
          channel: channel, controller: 77, value: numbers.pick([0, 64, 127, 100]))
        : .vibratoAmount(channel: channel, amount: amount)
      all.append(TimedEvent(frame: numbers.whole(0...(frames - 1)), event: event))
    }
    // Events of the same frame stay in order.
    return all.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
      .map { $0.element }
  }
}
