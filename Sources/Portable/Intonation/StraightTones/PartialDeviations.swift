import PeachMusicUnits

/// The deviations of the partials from a contour, in relative frequency, and their weighted means:
/// one for each period.
final class PartialDeviations {
  /// The deviation of each period; element `k` is between phases `k + 1` and `k + 2`.
  private(set) var common: [Double] = []
  /// The reciprocal of the variance of ``common``.
  private(set) var certainty: [Double] = []
  /// The weighted rms of the partials about ``common``, smoothed over 30 ms, in cents.
  private(set) var disagreementCents: [Double] = []

  private var rows = 0
  private var stride = 0
  private let turns = ScratchBuffer<Double>()
  private let priors = ScratchBuffer<Double>()
  private let weights = ScratchBuffer<Double>()
  private let variances = ScratchBuffer<Double>()
  private let smoothing = RecursiveSmoothing()

  /// The deviation below which no partial is trusted more than another: a cent.
  private static let leastVariance = 0.0006 * 0.0006
  private static let leastError = 0.0003 * 0.0003
  private static let smoothingSeconds = 0.03

  /// Compares adjacent rows of the spectra of all channels.
  ///
  /// - Parameter hertz: The mean pitch, hence the number of rows per second.
  func measure(_ spectra: [PitchSynchronousSpectrum], hertz: Double) {
    guard let first = spectra.first else { return }
    rows = max(first.rows - 1, 0)
    stride = first.stride
    common = [Double](repeating: 0, count: rows)
    certainty = common
    disagreementCents = common
    guard rows > 0 else { return }
    measureTurns(spectra, partials: first.partials)
    smoothing.prepare(rows: rows, deviation: max(Self.smoothingSeconds * hertz, 1))
    weights.reserve(rows * stride).update(from: priors.base, count: rows * stride)
    for _ in 0..<3 { weigh() }
    estimateErrors()
  }

  /// Measures how far each partial turns from row to row, and its weight: √power · number².
  private func measureTurns(_ spectra: [PitchSynchronousSpectrum], partials: Int) {
    let stride = stride
    let turns = turns.reserve(rows * stride)
    let priors = priors.reserve(rows * stride)
    var squares = [Double](repeating: 0, count: stride)
    var reciprocals = squares
    for index in 0..<partials {
      squares[index] = Double((index + 1) * (index + 1))
      reciprocals[index] = 1 / Double(index + 1)
    }
    squares.withUnsafeMutableBufferPointer { squares in
      reciprocals.withUnsafeMutableBufferPointer { reciprocals in
        guard let squares = squares.baseAddress, let reciprocals = reciprocals.baseAddress
        else { return }
        for row in 0..<rows {
          var largest = SIMD4<Double>.zero
          for column in Swift.stride(from: 0, to: stride, by: 4) {
            let index = row &* stride &+ column
            var real = SIMD4<Double>.zero
            var imaginary = SIMD4<Double>.zero
            var power = SIMD4<Double>.zero
            for spectrum in spectra {
              let a = spectrum.real.base.four(at: index)
              let b = spectrum.imaginary.base.four(at: index)
              let c = spectrum.real.base.four(at: index &+ stride)
              let d = spectrum.imaginary.base.four(at: index &+ stride)
              real += a * c + b * d
              imaginary += a * d - b * c
              let own: SIMD4<Double> = a * a + b * b
              let next: SIMD4<Double> = c * c + d * d
              power += (own + next) * 0.5
            }
            turns.store(
              PhaseAngle.cycles(real, imaginary) * reciprocals.four(at: column), at: index)
            priors.store(power, at: index)
            largest.replace(with: power, where: power .> largest)
          }
          let peak = max(max(largest.x, largest.y), max(largest.z, largest.w))
          let scale = peak > 0 ? 1 / peak : 0
          for column in Swift.stride(from: 0, to: stride, by: 4) {
            let index = row &* stride &+ column
            let share = priors.four(at: index) * scale
            priors.store(share.squareRoot() * squares.four(at: column), at: index)
          }
        }
      }
    }
  }

  /// Computes the weighted means, and weights from the variances of the partials about them.
  private func weigh() {
    let (turns, priors, weights) = (turns.base, priors.base, weights.base)
    let variances = variances.reserve(rows * stride)
    for row in 0..<rows {
      let start = row &* stride
      var (sum, total) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for index in Swift.stride(from: start, to: start + stride, by: 4) {
        let weight = weights.four(at: index)
        sum += weight * turns.four(at: index)
        total += weight
      }
      let mean = Self.sum(sum) / max(Self.sum(total), 1e-300)
      common[row] = mean
      for index in Swift.stride(from: start, to: start + stride, by: 4) {
        let rest = turns.four(at: index) - mean
        variances.store(rest * rest, at: index)
      }
    }
    smoothing.smoothColumns(variances, stride: stride)
    for index in Swift.stride(from: 0, to: rows * stride, by: 4) {
      weights.store(
        priors.four(at: index) / (variances.four(at: index) + Self.leastVariance), at: index)
    }
  }

  private func estimateErrors() {
    let (turns, weights, variances) = (turns.base, weights.base, variances.base)
    for row in 0..<rows {
      let start = row &* stride
      var (noise, total) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for index in Swift.stride(from: start, to: start + stride, by: 4) {
        let weight = weights.four(at: index)
        noise += weight * weight * variances.four(at: index)
        total += weight
        variances.store(turns.four(at: index) - common[row], at: index)
      }
      let all = Self.sum(total)
      // Silence is not certain.
      certainty[row] = all > 1e-100 ? 1 / (Self.sum(noise) / (all * all) + Self.leastError) : 0
    }
    smoothing.smoothColumns(variances, stride: stride)
    for row in 0..<rows {
      let start = row &* stride
      var (sum, total) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for index in Swift.stride(from: start, to: start + stride, by: 4) {
        let weight = weights.four(at: index)
        let slow = variances.four(at: index)
        sum += weight * slow * slow
        total += weight
      }
      disagreementCents[row] =
        1731.2340490667562 * (Self.sum(sum) / max(Self.sum(total), 1e-300)).squareRoot()
    }
  }

  @inline(__always)
  private static func sum(_ four: SIMD4<Double>) -> Double { (four.x + four.z) + (four.y + four.w) }
}
