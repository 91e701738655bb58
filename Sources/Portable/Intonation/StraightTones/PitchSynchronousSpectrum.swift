import PeachMusicUnits

/// The partials of a recording that is read at a constant number of points per period of a contour.
/// Two periods with a Hann window are transformed at every period, so that the partials of a tone
/// that follows the contour are at even bins, without leakage from one another.
final class PitchSynchronousSpectrum {
  /// The points per period, a power of two.
  private(set) var points = 0
  private(set) var partials = 0
  /// The elements of a row: ``partials``, padded with zeros to a multiple of 4.
  private(set) var stride = 0
  /// The number of transforms. Row `r` is centered on phase `r + 1`.
  private(set) var rows = 0
  /// The amplitudes of the partials, row by row.
  let real = ScratchBuffer<Double>()
  let imaginary = ScratchBuffer<Double>()
  private let grid = ScratchBuffer<Float>()
  /// The points of the last analysis, period by period from phase 0.
  var periods: UnsafePointer<Float> { UnsafePointer(grid.base) }
  private let window = ScratchBuffer<Double>()
  private let positions = ScratchBuffer<Double>()

  /// Analyzes a channel along a contour with `1 << logarithm` points per period, more than twice
  /// `partials`.
  func analyze(
    _ source: PaddedFrames, along contour: PitchContour, logarithm: Int, partials newPartials: Int,
    with sinc: SincInterpolator, _ transforms: TransformCache
  ) {
    points = 1 << logarithm
    partials = newPartials
    stride = (partials + 3) & ~3
    rows = contour.periodCount - 1
    read(source, along: contour, with: sinc)
    let transform = transforms[logarithm + 1]
    let window = window.reserve(points)
    for index in 0..<points {
      let sine = Exponential.sineAndCosine(cycles: 0.25 * Double(index) / Double(points)).sine
      window[index] = sine * sine
    }
    let scale = 2 / Double(points)
    let (points, stride, grid) = (points, stride, grid.base)
    let real = real.fill(rows * stride + stride, with: 0)
    let imaginary = imaginary.fill(rows * stride + stride, with: 0)
    for row in Swift.stride(from: 0, to: rows, by: 2) {
      let first = grid + row &* points
      let second = first + points
      // The last row may have no successor.
      let third = row &+ 1 < rows ? second + points : second
      // Even bins of two windowed periods are the bins of their sum.
      transform.bins(partials) { index in
        let middle = Double(second[index])
        return (
          middle + window[index] * (Double(first[index]) - middle),
          Double(third[index]) + window[index] * (middle - Double(third[index]))
        )
      } store: { number, own, next in
        let index = row &* stride &+ number &- 1
        real[index] = own.real * scale
        imaginary[index] = own.imaginary * scale
        real[index &+ stride] = next.real * scale
        imaginary[index &+ stride] = next.imaginary * scale
      }
    }
  }

  /// Reads all periods of the contour.
  private func read(
    _ source: PaddedFrames, along contour: PitchContour, with sinc: SincInterpolator
  ) {
    let points = points
    let target = grid.reserve(contour.periodCount * points)
    let positions = positions.reserve(points)
    let step = 1 / Double(points)
    contour.times.withUnsafeBufferPointer { times in
      for period in 0..<times.count - 1 {
        let (a, b, c, d) = PitchContour.segment(times, period)
        for index in 0..<points {
          let share = Double(index) * step
          positions[index] = a + share * (b + share * (c + share * d))
        }
        sinc.read(source, at: positions, count: points, into: target + period &* points)
      }
    }
  }
}

/// The Fourier transforms used so far.
final class TransformCache {
  private var transforms: [FourierTransform] = []

  /// Returns the transform of `1 << logarithm` real frames.
  subscript(logarithm: Int) -> FourierTransform {
    for transform in transforms where transform.count == 1 << logarithm { return transform }
    let made = FourierTransform(logarithm: logarithm)
    transforms.append(made)
    return made
  }
}
