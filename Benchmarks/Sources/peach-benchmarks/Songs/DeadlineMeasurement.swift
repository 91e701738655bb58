import Foundation
import Peach

/// How long the slowest blocks take of the time that a device gives them.
enum DeadlineMeasurement {
  static let blockFrames = 64
  static let voiceCount = 512
  /// The part of a block's time that may be used, of 10,000 blocks in all but one.
  static let share = 0.5

  /// Blocks of 64 frames with 512 voices, as the silent device asks for them: the chosen preset with
  /// its filters, reverb and chorus on, notes ending and beginning all the time.
  static func blocks(bank path: String, seconds: Double = 60) throws -> Measurement {
    let bank = try SoundBank(contentsOf: path)
    let prepared = try bank.preset(bank: 0, program: 48).prepared()
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        sampleRate: 48_000, maximumVoices: voiceCount, effects: true, limiter: true))
    synthesizer.handle(.usePreset(channel: 0, preset: prepared.handle))
    synthesizer.handle(.controlChange(channel: 0, controller: 91, value: 60))
    synthesizer.handle(.controlChange(channel: 0, controller: 93, value: 60))
    var left = [Float](repeating: 0, count: blockFrames)
    var right = left
    var times: [Double] = []
    let budget = Double(blockFrames) / 48_000
    let count = Int(seconds / budget)
    times.reserveCapacity(count)
    var fewestVoices = Int.max
    for block in 0..<count {
      let begun = ContinuousClock.now
      // Four times as many notes as there is room for: each new one takes an old one's place.
      let key = UInt8(30 + block * 7 % 70)
      synthesizer.handle(
        .startNote(Note(id: UInt64(block + 1), noteNumber: Double(key), durationFrames: 96_000)))
      synthesizer.render(left: &left, right: &right, count: blockFrames)
      times.append((ContinuousClock.now - begun) / .seconds(1) / budget)
      if block > count / 2 { fewestVoices = min(fewestVoices, synthesizer.soundingVoiceCount) }
    }
    let sorted = times.sorted()
    let slowest = sorted[min(Int(Double(sorted.count) * 0.9999), sorted.count - 1)]
    let median = sorted[sorted.count / 2]
    return Measurement(
      "slowest of 10,000 blocks, \(fewestVoices) voices (in the middle \((median * 1000).rounded() / 10) %)",
      unit: "% of its time", values: [slowest * 100], threshold: share * 100)
  }
}
