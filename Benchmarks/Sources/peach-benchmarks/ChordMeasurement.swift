import PeachLive
import PeachSynthesis

/// Measures what adaptive tuning adds to a control block in which a chord begins, in a live unit,
/// as `peach live` and the plug-ins have one.
enum ChordMeasurement {
  private static let blockFrames = 64
  private static let roundCount = 300
  /// The limit of the medians: 7 % of a block of 64 frames at 48 kHz.
  private static let maxMicroseconds = 100.0

  /// Measures blocks in which 16 notes begin while 128 others are active.
  static func all(bank: String) throws -> [Measurement] {
    var gliding = AdaptiveTuning()
    gliding.glideRate = 10
    let plain = try LiveChords(bank: bank, adaptive: nil)
    let tuned = try LiveChords(bank: bank, adaptive: AdaptiveTuning())
    let glided = try LiveChords(bank: bank, adaptive: gliding)
    var times: [(plain: Double, tuned: Double, glided: Double)] = []
    for _ in 0..<roundCount {
      times.append((plain.chord(), tuned.chord(), glided.chord()))
    }
    return [
      Measurement(
        "adaptive tuning of 16 notes that begin over 128", unit: "µs",
        values: times.map { $0.tuned - $0.plain }, threshold: maxMicroseconds),
      Measurement(
        "the same with glides", unit: "µs", values: times.map { $0.glided - $0.plain },
        threshold: maxMicroseconds),
    ]
  }

  /// A unit with 128 held notes.
  private final class LiveChords {
    private let unit: SamplerUnit
    private var left = [Float](repeating: 0, count: blockFrames)
    private var right = [Float](repeating: 0, count: blockFrames)
    private static let chord = (0..<16).flatMap { [0x98, UInt8(36 + 3 * $0), 100] as [UInt8] }

    init(bank: String, adaptive: AdaptiveTuning?) throws {
      unit = SamplerUnit(
        access: .files(), configuration: SynthesizerConfiguration(maximumVoices: 1024))
      try unit.set(0, ofParameterAt: UnitMode.inTune.rawValue)
      try unit.set(adaptive)
      unit.allocateRenderResources(sampleRate: 48_000)
      try unit.load(bank, usingPreset: 48)
      for channel in 0..<8 {
        render((0..<16).flatMap { [0x90 | UInt8(channel), UInt8(37 + 3 * $0), 100] })
      }
      for _ in 0..<100 { render([]) }
    }

    /// Renders the block in which the chord begins, and ends the chord. Returns the time of the
    /// block in microseconds.
    func chord() -> Double {
      let begun = ContinuousClock.now
      render(Self.chord)
      let passed = (ContinuousClock.now - begun) / .microseconds(1)
      render([0xB8, 120, 0])
      for _ in 0..<20 { render([]) }
      return passed
    }

    private func render(_ bytes: [UInt8]) {
      bytes.withUnsafeBufferPointer { bytes in
        var events: [UnitEvent] = []
        if let start = bytes.baseAddress, !bytes.isEmpty {
          events.append(UnitEvent(frame: 0, .bytes(start, count: bytes.count)))
        }
        events.withUnsafeBufferPointer { events in
          left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
              guard let left = left.baseAddress, let right = right.baseAddress else { return }
              SamplerUnit.render(
                unit.renderContext, events: events, left: left, right: right,
                count: ChordMeasurement.blockFrames)
            }
          }
        }
      }
    }
  }
}
