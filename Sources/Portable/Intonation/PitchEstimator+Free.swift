import PeachMusicUnits

extension PitchEstimator {
  /// The pitch of a recording without a nominal pitch.
  package struct FreeMeasurement: Hashable, Sendable {
    /// The pitch.
    package var pitch: PitchMeasurement
    /// The fraction of estimates that agree on the pitch and its octave, 0…1.
    package var agreement: Double
  }

  /// Measures the pitch of frames without a nominal pitch and a loop.
  ///
  /// Estimates the pitch once per octave, and selects the one with the most votes. Returns `nil` if
  /// there is no pitch. Takes nine times as long as a measurement with a nominal pitch.
  package func measure(
    _ frames: UnsafeBufferPointer<Float>, sampleRate: Double
  ) -> FreeMeasurement? {
    var found: [(frequency: Frequency, votes: Double)] = []
    var all = 0.0
    for octave in 0..<9 {
      let nominal = Frequency.hertz(23.1 * Exponential.exp2(Double(octave)))
      let pitch = measure(frames, sampleRate: sampleRate, nominal: nominal)
      guard pitch.isPitched else { continue }
      all += pitch.confidence
      let same = found.firstIndex {
        abs(Exponential.log2($0.frequency.hertz / pitch.frequency.hertz)) < 1.0 / 24
      }
      if let same {
        found[same].votes += pitch.confidence
      } else {
        found.append((pitch.frequency, pitch.confidence))
      }
    }
    guard let best = found.max(by: { $0.votes < $1.votes }), all > 0 else { return nil }
    let pitch = measure(frames, sampleRate: sampleRate, nominal: best.frequency)
    return pitch.isPitched ? FreeMeasurement(pitch: pitch, agreement: best.votes / all) : nil
  }
}
