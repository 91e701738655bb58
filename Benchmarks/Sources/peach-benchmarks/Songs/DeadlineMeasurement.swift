import Foundation
import PeachAudio
import PeachSynthesis

/// Measures the fraction of the real-time budget that the slowest blocks use.
enum DeadlineMeasurement {
  static let blockFrames = 64
  static let voiceCount = 512
  /// The limit of the 99.99th percentile, as a fraction of the budget.
  static let maxBudgetFraction = 0.5

  /// Measures blocks of 64 frames with 512 voices of a filtered preset, with reverb and chorus,
  /// while notes start and end.
  static func blocks(bank path: String, seconds: Double = 60) throws -> Measurement {
    let bank = try SoundBank(contentsOf: path)
    let prepared = try bank.preset(bank: 0, program: 48).prepared()
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        sampleRate: 48_000, maximumVoices: voiceCount, effects: true, limiter: true))
    synthesizer.use(prepared, onChannel: 0)
    synthesizer.handle(.controlChange(channel: 0, controller: 91, value: 60))
    synthesizer.handle(.controlChange(channel: 0, controller: 93, value: 60))
    var left = [Float](repeating: 0, count: blockFrames)
    var right = left
    var times: [Double] = []
    let budget = Double(blockFrames) / 48_000
    let count = Int(seconds / budget)
    times.reserveCapacity(count)
    var minVoices = Int.max
    for block in 0..<count {
      let begun = ContinuousClock.now
      // Four times the polyphony, so that each note steals a voice.
      let key = UInt8(30 + block * 7 % 70)
      synthesizer.handle(
        .startNote(Note(id: UInt64(block + 1), noteNumber: Double(key), durationFrames: 96_000)))
      synthesizer.render(left: &left, right: &right, count: blockFrames)
      times.append((ContinuousClock.now - begun) / .seconds(1) / budget)
      if block > count / 2 { minVoices = min(minVoices, synthesizer.soundingVoiceCount) }
    }
    let sorted = times.sorted()
    let slowest = sorted[min(Int(Double(sorted.count) * 0.9999), sorted.count - 1)]
    let median = sorted[sorted.count / 2]
    return Measurement(
      "slowest of 10,000 blocks, \(minVoices) voices (median \((median * 1000).rounded() / 10) %)",
      unit: "% of the real-time budget", values: [slowest * 100],
      threshold: maxBudgetFraction * 100)
  }
}
