import PeachMusicUnits

/// The vibrato of a recording.
package struct RecordedVibrato: Hashable, Sendable {
  /// The amplitude of a sine with the same effective value, in cents: ±`extentCents`.
  package var extentCents: Float
  /// The rate, in hertz.
  package var hertz: Float

  package init(extentCents: Float, hertz: Float) {
    self.extentCents = extentCents
    self.hertz = hertz
  }

  /// Creates the medians of the extents and the rates; `nil` if most recordings have no vibrato.
  package init?(medianOf recordings: [RecordedVibrato?]) {
    let found = recordings.compactMap { $0 }
    guard !found.isEmpty, 2 * found.count >= recordings.count else { return nil }
    extentCents = found.map { $0.extentCents }.sorted()[found.count / 2]
    hertz = found.map { $0.hertz }.sorted()[found.count / 2]
  }

  /// The segment after the onset, in seconds: the first two seconds without the attack.
  private static let startSeconds = 0.1
  private static let maxSeconds = 2.0
  /// Two rounds of a slow vibrato.
  private static let minSeconds = 0.5
  private static let stepSeconds = 0.008
  /// Slower changes are drift, as in ``VibratoTable``.
  private static let slowSeconds = 0.16
  /// Rates of singers, strings and winds are 4 to 8 Hz (Prame 1994, JASA 96, 1979).
  private static let minHertz = 3.0
  private static let maxHertz = 9.0
  private static let hertzStep = 0.05
  /// The least part of the power that the spectral line of the rate has.
  private static let minLinePart = 0.25
  private static let minExtentCents = 1.0

  /// Returns `nil` if the contour has no periodic part of 3 to 9 Hz and at least 1 cent, or if the
  /// held note repeats a loop that is shorter than a round.
  init?(_ contour: PitchContour, of note: HeldNote) {
    if note.keepsLoop { return nil }
    let rate = note.sampleRate
    let start = Double(note.onset) + Self.startSeconds * rate
    let end = min(Double(note.frameCount) - 0.02 * rate, start + Self.maxSeconds * rate)
    guard end - start >= Self.minSeconds * rate else { return nil }
    let values = Self.deviations(contour, from: start, to: end, step: Self.stepSeconds * rate)
    let count = values.count
    var window: [Double] = []
    var (total, power) = (0.0, 0.0)
    for index in 0..<count {
      let cycles = (Double(index) + 0.5) / Double(count)
      let weight = 0.5 - 0.5 * Exponential.sineAndCosine(cycles: cycles).cosine
      window.append(weight)
      total += weight
      power += weight * values[index] * values[index]
    }
    power /= total
    let lines = Int((Self.maxHertz - Self.minHertz) / Self.hertzStep) + 1
    var (best, largest) = (0, 0.0)
    for line in 0..<lines {
      let hertz = Self.minHertz + Double(line) * Self.hertzStep
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<count {
        let turn = Exponential.sineAndCosine(cycles: Double(index) * Self.stepSeconds * hertz)
        real += window[index] * values[index] * turn.cosine
        imaginary += window[index] * values[index] * turn.sine
      }
      let squared = real * real + imaginary * imaginary
      if squared > largest { (best, largest) = (line, squared) }
    }
    // The mean square of a sine whose line has this amplitude.
    let linePower = 2 * largest / (total * total)
    let extent = (2 * power).squareRoot()
    guard best > 0, best < lines - 1, extent >= Self.minExtentCents, extent < 1200,
      linePower >= Self.minLinePart * power
    else { return nil }
    extentCents = Float(extent)
    hertz = Float(Self.minHertz + Double(best) * Self.hertzStep)
  }

  /// Returns the contour without drift at equal steps, in cents.
  private static func deviations(
    _ contour: PitchContour, from start: Double, to end: Double, step: Double
  ) -> [Double] {
    let count = Int((end - start) / step)
    var before = contour.phase(atTime: start)
    let raw = (0..<count).map { index in
      let phase = contour.phase(atTime: start + Double(index + 1) * step)
      let periods = max(phase - before, 1e-6)
      before = phase
      return 1200 * Exponential.log2(periods * contour.meanPeriod / step)
    }
    let slow = GaussianSmoothing(deviation: slowSeconds / stepSeconds)
      .smooth(raw, weights: [Double](repeating: 1, count: count))
    return (0..<count).map { raw[$0] - slow[$0] }
  }
}
