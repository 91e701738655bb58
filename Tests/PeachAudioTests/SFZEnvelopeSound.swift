import Foundation
import PeachInstrumentModel
import PeachServices
import Testing

/// The output of an SFZ text in both channels and any block sizes, with the samples of
/// ``SFZBehaviorTests``.
struct SFZEnvelopeSound {
  static let rate = SFZBehaviorTests.rate
  var left: [Float]
  var right: [Float]
  /// The number of active voices at the end.
  var voiceCount = 0

  init(_ text: String, _ events: [TimedEvent], frames: Int, blocks: [Int] = [512]) throws {
    let bank = try InstrumentFile.read(
      ByteStorage(copying: Array(text.utf8)),
      folders: SampleFolders(own: "/i", access: SFZBehaviorTests.access))
    #expect(bank.warnings.isEmpty, "\(bank.warnings)")
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: Self.rate, effects: false, limiter: false))
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 127))
    left = [Float](repeating: 0, count: frames)
    right = left
    var done = 0
    var block = 0
    while done < frames {
      let count = min(blocks[block % blocks.count], frames - done)
      block += 1
      let due = events.filter { $0.frame >= done && $0.frame < done + count }
        .map { TimedEvent(frame: $0.frame - done, event: $0.event) }
      due.withUnsafeBufferPointer { due in
        left.withUnsafeMutableBufferPointer { left in
          right.withUnsafeMutableBufferPointer { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { return }
            synthesizer.render(events: due, left: left + done, right: right + done, count: count)
          }
        }
      }
      done += count
    }
    voiceCount = synthesizer.soundingVoiceCount
    withExtendedLifetime(preset) {}
  }

  /// Returns the amplitude at a frame, relative to `1.wav` at center pan.
  func amplitude(_ frame: Int) -> Double { Double(left[frame]) / SFZBehaviorTests.unit }
}

/// An SFZ flex envelope by its definition (sfzformat.com, Envelope Generators): segments between
/// points in their times, with the sustain point held until release.
struct SFZEnvelopeDefinition {
  var points: [(seconds: Double, level: Double, shape: Double)]
  var sustain: Int?

  /// Returns the level at `time` in seconds, with a release at another time.
  func level(at time: Double, release: Double = .infinity) -> Double {
    if time > release, let sustain {
      let after = SFZEnvelopeDefinition(
        points: Array(points.dropFirst(sustain + 1)), sustain: nil)
      return after.level(time - release, from: level(at: release), stop: nil)
    }
    return level(time, from: 0, stop: sustain)
  }

  private func level(_ time: Double, from start: Double, stop: Int?) -> Double {
    var (time, start) = (time, start)
    for (index, point) in points.enumerated() {
      if time < point.seconds {
        let part = time / point.seconds
        let gone =
          point.shape == 0
          ? part : (exp(point.shape * part) - 1) / (exp(point.shape) - 1)
        return start + (point.level - start) * gone
      }
      time -= point.seconds
      start = point.level
      if index == stop { return start }
    }
    return start
  }

  /// Returns the opcodes of the envelope.
  func text(_ number: Int = 1) -> String {
    var text = sustain.map { "eg\(number)_sustain=\($0) " } ?? ""
    for (index, point) in points.enumerated() {
      text += "eg\(number)_time\(index)=\(point.seconds) eg\(number)_level\(index)=\(point.level) "
      if point.shape != 0 { text += "eg\(number)_shape\(index)=\(point.shape) " }
    }
    return text
  }
}
