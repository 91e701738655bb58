import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

/// Without voices and effects, output is not computed. A held note of a silent sample prevents
/// this, and its output is the reference.
@Suite("Silence between notes")
struct SilenceTests {
  private let frames: Int
  private let events: [TimedEvent]
  private let inaudible: [TimedEvent]

  /// Notes above full scale, 4 s apart; the master volume changes between them.
  init() {
    let gap = 192_013
    frames = 4 * gap
    events = (0..<4).flatMap { index in
      let start = 777 + index * gap
      return [
        TimedEvent(frame: start, event: .noteOn(channel: 0, key: 69, velocity: 127)),
        TimedEvent(frame: start + 9_001, event: .fadeAll(frames: 480)),
        TimedEvent(
          frame: start + 150_000 + 17_000 * index,
          event: .masterVolume(index.isMultiple(of: 2) ? 0.7 : 1)),
      ]
    }
    inaudible = (0..<4).map { index in
      let start = index == 0 ? 0 : 777 + 9_002 + (index - 1) * gap
      return TimedEvent(frame: start, event: .noteOn(channel: 1, key: 40, velocity: 127))
    }
  }

  /// Renders events of both channels.
  private func render(
    _ events: [TimedEvent], effects: Bool = true, limiter: Bool = true, block: Int = 4_096
  ) throws -> (left: [Float], right: [Float]) {
    let bank = TestBank.tone(partials: [0.4, 0.3]) {
      $0.generators[.reverbSend] = 700
      $0.generators[.chorusSend] = 400
    }
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    let silent = TestBank.bank(
      samples: [([Int16](repeating: 0, count: 1_000), 0..<1_000, 44_100, 69)], presets: [[region]])
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(gain: Decibels(12), effects: effects, limiter: limiter))
    let presets = try [bank, silent].map { try InstrumentLoader(bank: $0).prepare(presetAt: 0) }
    for (channel, preset) in presets.enumerated() {
      synthesizer.use(preset, onChannel: UInt8(channel))
    }
    let events = events.sorted { $0.frame < $1.frame }
    let left = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    let right = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    defer {
      left.deallocate()
      right.deallocate()
    }
    // Stale frames must not be output.
    left.initialize(repeating: .nan, count: frames)
    right.initialize(repeating: .nan, count: frames)
    var next = 0
    for done in stride(from: 0, to: frames, by: block) {
      let count = min(block, frames - done)
      var due: [TimedEvent] = []
      while next < events.count, events[next].frame < done + count {
        due.append(TimedEvent(frame: events[next].frame - done, event: events[next].event))
        next += 1
      }
      due.withUnsafeBufferPointer {
        synthesizer.render(events: $0, left: left + done, right: right + done, count: count)
      }
    }
    withExtendedLifetime(presets) {}
    return (
      Array(UnsafeBufferPointer(start: left, count: frames)),
      Array(UnsafeBufferPointer(start: right, count: frames))
    )
  }

  @Test("The output is bit-identical to that with an inaudible note, for any block size")
  func identical() throws {
    for (effects, limiter) in [(true, true), (true, false), (false, true), (false, false)] {
      let reference = try render(events + inaudible, effects: effects, limiter: limiter)
      #expect(reference.left.contains { $0 != 0 } && reference.right.contains { $0 != 0 })
      for block in [64, 1_000, 4_096] {
        let audio = try render(events, effects: effects, limiter: limiter, block: block)
        let isIdentical =
          audio.left.map(\.bitPattern) == reference.left.map(\.bitPattern)
          && audio.right.map(\.bitPattern) == reference.right.map(\.bitPattern)
        #expect(isIdentical, "effects \(effects), limiter \(limiter), block \(block)")
      }
    }
  }
}
