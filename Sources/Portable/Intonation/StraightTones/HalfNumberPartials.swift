/// Detects partials at half numbers, such as those of an organ's 16′ drawbar: the fundamental is an
/// octave below the measured pitch.
final class HalfNumberPartials {
  private let spectrum = PitchSynchronousSpectrum()
  private let smoothing = RecursiveSmoothing()

  /// The partials of the lower octave that are compared.
  private static let partials = 12
  /// −30 dB.
  private static let leastShare = 1e-3
  /// The standard deviation of the smoothing, which reduces noise.
  private static let smoothingSeconds = 0.1
  private static let measuredSeconds = 1.0

  /// Whether the partials at half numbers have more than −30 dB of the power of the others, in the
  /// second from the onset. Amplitudes are averaged coherently, so that noise does not count.
  func arePresent(
    in note: HeldNote, _ contour: PitchContour, with sinc: SincInterpolator,
    _ transforms: TransformCache
  ) -> Bool {
    guard let doubled = Self.doubled(contour, of: note) else { return false }
    let hertz = note.sampleRate / doubled.meanPeriod
    let partials = min(Self.partials, Int(0.45 * note.sampleRate / hertz))
    guard partials >= 2 else { return false }
    var logarithm = 5
    while Double(1 << logarithm) < 1.2 * doubled.meanPeriod && logarithm < 13 { logarithm += 1 }
    var (half, whole) = (0.0, 0.0)
    for channel in note.channels {
      spectrum.analyze(
        channel, along: doubled, logarithm: logarithm, partials: partials, with: sinc, transforms)
      let (rows, stride) = (spectrum.rows, spectrum.stride)
      smoothing.prepare(rows: rows, deviation: max(Self.smoothingSeconds * hertz, 1))
      for values in [spectrum.real.base, spectrum.imaginary.base] {
        smoothing.smoothColumns(values, stride: stride)
        for row in 0..<rows {
          for column in 0..<partials {
            let value = values[row &* stride &+ column]
            // Column 0 is partial 1 of the lower octave.
            if column % 2 == 0 { half += value * value } else { whole += value * value }
          }
        }
      }
    }
    return half > Self.leastShare * whole
  }

  /// Returns a second of a contour from the onset, in periods of twice the length.
  private static func doubled(_ contour: PitchContour, of note: HeldNote) -> PitchContour? {
    let first = min(max(Int(contour.phase(atTime: Double(note.onset))), 0), contour.periodCount)
    let end = Double(note.onset) + measuredSeconds * note.sampleRate
    let last = min(Int(contour.phase(atTime: min(end, Double(note.extent)))), contour.periodCount)
    guard last - first >= 8 else { return nil }
    var doubled = contour
    doubled.times = stride(from: first, through: last, by: 2).map { contour.times[$0] }
    return doubled
  }
}
