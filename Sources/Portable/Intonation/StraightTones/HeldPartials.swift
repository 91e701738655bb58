import PeachMusicUnits

/// Holds the phase of each partial of a recording whose contour has been removed. Resonances that
/// vibrato passes turn the phases of partials (Mellody and Wakefield 2000, JASA 107, 598).
///
/// The complex amplitude A of a partial, smoothed over 5 ms, is replaced by |A|·e^(iφ), with its
/// mean phase φ: the difference is a signal to add to the recording. Only components within about
/// 30 Hz of a partial change. Noise and loudness remain, unless the levels |A| are smoothed
/// (``PartialLevels``).
final class HeldPartials {
  private let spectrum = PitchSynchronousSpectrum()
  private let real = ScratchBuffer<Double>()
  private let imaginary = ScratchBuffer<Double>()
  private let previous = ScratchBuffer<Double>()
  private let levels = PartialLevels()
  /// The signal to add, at ``points`` per period of the contour, from phase 0.
  let difference = PaddedFrames()
  private(set) var points = 0

  private static let highestHertz = 8000.0
  private static let maxPartials = 60
  private static let smoothingSeconds = 0.005
  private static let fadeSeconds = 0.03
  private static let fadeOutSeconds = 0.015

  /// The periods that hold partials, and the periods that the mean phases are taken from.
  struct Segment {
    /// The first period; a fade of 30 ms follows.
    var start: Int
    /// The end, if the difference fades out before it.
    var end: Int?
    /// The periods of the mean phases; `nil` for all from ``start`` on.
    var reference: Range<Int>?
    /// Whether the levels of the partials are smoothed.
    var smoothsLevels = false
    /// The periods of a loop, for the smoothing of levels.
    var loop: Range<Int>?
  }

  /// Computes the difference for a channel.
  func prepare(
    _ source: PaddedFrames, along contour: PitchContour, _ segment: Segment, sampleRate: Double,
    with sinc: SincInterpolator, _ transforms: TransformCache
  ) {
    let hertz = sampleRate / contour.meanPeriod
    let highest = min(Self.highestHertz, 0.45 * sampleRate)
    let partials = max(min(Int(highest / hertz), Self.maxPartials), 1)
    // The passband of the interpolator that reads the difference.
    var logarithm = 3
    while Double(1 << logarithm) < 2.7 * Double(partials + 1) { logarithm += 1 }
    points = 1 << logarithm
    spectrum.analyze(
      source, along: contour, logarithm: logarithm, partials: partials, with: sinc, transforms)
    let (rows, stride) = (spectrum.rows, spectrum.stride)
    // Row 0 and the last repeat their neighbors: there is a row for each time of the contour.
    let real = real.reserve((rows + 3) * stride)
    let imaginary = imaginary.reserve((rows + 3) * stride)
    let smoothing = GaussianSmoothing(deviation: max(Self.smoothingSeconds * hertz, 0.4))
    smoothing.smoothColumns(spectrum.real.base, rows: rows, stride: stride, into: real + stride)
    smoothing.smoothColumns(
      spectrum.imaginary.base, rows: rows, stride: stride, into: imaginary + stride)
    // Row `r` is centered on phase `r + 1`.
    let start = min(max(segment.start - 1, 0), rows - 1)
    let reference = segment.reference.map { ($0.lowerBound - 1)..<($0.upperBound - 1) }
    let gains = gains(from: start, to: segment.end.map { $0 - 1 }, hertz: hertz)
    if segment.smoothsLevels {
      levels.prepare(
        real + stride, imaginary + stride, rows: rows, stride: stride, from: start,
        loop: segment.loop.map { ($0.lowerBound - 1)..<($0.upperBound - 1) }, rowsPerSecond: hertz)
    }
    for partial in 0..<partials {
      hold(
        partial, (reference ?? start..<rows).clamped(to: 0..<rows), gains,
        smoothsLevels: segment.smoothsLevels, from: start)
    }
    for column in 0..<stride {
      real[column] = real[stride &+ column]
      imaginary[column] = imaginary[stride &+ column]
      // A row more makes the number even.
      for row in [rows + 1, rows + 2] {
        real[row &* stride &+ column] = real[rows &* stride &+ column]
        imaginary[row &* stride &+ column] = imaginary[rows &* stride &+ column]
      }
    }
    synthesize(rows: rows + 2, partials: partials, stride: stride, transforms[logarithm + 1])
  }

  /// Returns the share of the difference in each row.
  private func gains(from start: Int, to end: Int?, hertz: Double) -> [Double] {
    let fade = max(Self.fadeSeconds * hertz, 1)
    return (0..<spectrum.rows).map { row in
      let left = end.map { Double($0 - row) / max(Self.fadeOutSeconds * hertz, 1) } ?? 1
      let share = min(Double(row - start) / fade, left, 1)
      return 0.5 - 0.5 * Exponential.sineAndCosine(cycles: 0.5 * max(share, 0)).cosine
    }
  }

  /// Replaces a partial's amplitudes by the differences that hold its phase.
  private func hold(
    _ partial: Int, _ reference: Range<Int>, _ gains: [Double], smoothsLevels: Bool,
    from start: Int
  ) {
    let (rows, stride) = (spectrum.rows, spectrum.stride)
    let (real, imaginary) = (real.base + stride + partial, imaginary.base + stride + partial)
    // The mean phase, weighted by power.
    var mean = (real: 0.0, imaginary: 0.0)
    for row in reference {
      let (x, y) = (real[row &* stride], imaginary[row &* stride])
      let magnitude = (x * x + y * y).squareRoot()
      mean.real += x * magnitude
      mean.imaginary += y * magnitude
    }
    let length = max(
      (mean.real * mean.real + mean.imaginary * mean.imaginary).squareRoot(), 1e-30)
    mean = (mean.real / length, mean.imaginary / length)
    for row in 0..<rows {
      let index = row &* stride
      let (x, y) = (real[index], imaginary[index])
      var magnitude = (x * x + y * y).squareRoot()
      if smoothsLevels, row >= start {
        magnitude = levels.level(row: row, partial: partial, own: magnitude)
      }
      real[index] = (magnitude * mean.real - x) * gains[row]
      imaginary[index] = (magnitude * mean.imaginary - y) * gains[row]
    }
  }

  /// Synthesizes the difference. Amplitudes are interpolated linearly within periods.
  private func synthesize(
    rows: Int, partials: Int, stride: Int, _ transform: FourierTransform
  ) {
    let points = points
    difference.reset(count: (rows - 1) * points)
    let target = difference.frames
    let previous = previous.fill(points, with: 0)
    let (real, imaginary) = (real.base, imaginary.base)
    let step = 1 / Double(points)
    for row in Swift.stride(from: 0, to: rows, by: 2) {
      transform.synthesize(partials) { number in
        let index = row &* stride &+ number &- 1
        return (
          (real[index], imaginary[index]), (real[index &+ stride], imaginary[index &+ stride])
        )
      }
      let (first, second) = (transform.real, transform.imaginary)
      if row > 0 {
        let frames = target + (row &- 1) &* points
        for index in 0..<points {
          let share = Double(index) * step
          frames[index] = Float(previous[index] + share * (first[index] - previous[index]))
        }
      }
      if row &+ 1 < rows {
        let frames = target + row &* points
        for index in 0..<points {
          let share = Double(index) * step
          frames[index] = Float(first[index] + share * (second[index] - first[index]))
        }
      }
      for index in 0..<points { previous[index] = second[index] }
    }
  }
}
