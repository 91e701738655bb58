import PeachMusicUnits

/// Computes the power spectrum of real frames, for lengths that are powers of two. Treats 2ⁿ real
/// frames as 2ⁿ⁻¹ complex values, transforms them by decimation in time, and separates the result
/// (Press et al., Numerical Recipes, §12.3). Use an instance on one thread at a time.
package final class FourierTransform {
  /// The number of frames.
  package let count: Int
  /// The number of bins.
  package let half: Int
  let real: UnsafeMutablePointer<Double>
  let imaginary: UnsafeMutablePointer<Double>
  /// The m cosines and sines of each stage of `2·m` points, in sequence.
  private let cosines: UnsafeMutablePointer<Double>
  private let sines: UnsafeMutablePointer<Double>
  let reversed: UnsafeMutablePointer<Int32>

  /// Creates tables for `1 << logarithm` frames, at least 8.
  package init(logarithm: Int) {
    precondition(logarithm >= 3 && logarithm <= 24, "No such transform.")
    count = 1 << logarithm
    half = count / 2
    real = .allocate(capacity: half)
    imaginary = .allocate(capacity: half)
    cosines = .allocate(capacity: count)
    sines = .allocate(capacity: count)
    reversed = .allocate(capacity: half)
    real.initialize(repeating: 0, count: half)
    imaginary.initialize(repeating: 0, count: half)
    // The stage of 2·m points has its m factors at m, m + 1, …; m = half separates the spectra.
    cosines[0] = 1
    sines[0] = 0
    var span = half
    for index in 0..<half {
      let turn = Exponential.sineAndCosine(cycles: Double(index) / Double(count))
      cosines[half + index] = turn.cosine
      sines[half + index] = turn.sine
    }
    while span > 1 {
      span /= 2
      for index in 0..<span {
        cosines[span + index] = cosines[2 * span + 2 * index]
        sines[span + index] = sines[2 * span + 2 * index]
      }
    }
    reversed[0] = 0
    for index in 1..<half {
      let low = (index & 1) << (logarithm - 2)
      reversed[index] = reversed[index / 2] / 2 | Int32(low)
    }
  }

  deinit {
    real.deallocate()
    imaginary.deallocate()
    cosines.deallocate()
    sines.deallocate()
    reversed.deallocate()
  }

  /// Computes the squared magnitudes of bins 0, 1, … `count / 2 - 1` from `count` frames.
  package func power(of frames: UnsafePointer<Double>, into power: UnsafeMutablePointer<Double>) {
    load(frames)
    power[0] = (real[0] + imaginary[0]) * (real[0] + imaginary[0])
    for index in 1..<half {
      let bin = bin(index)
      power[index] = bin.real * bin.real + bin.imaginary * bin.imaginary
    }
  }

  /// Computes the complex values of bins 0, 1, … `count / 2 - 1` from `count` frames.
  package func spectrum(
    of frames: UnsafePointer<Double>, real: UnsafeMutablePointer<Double>,
    imaginary: UnsafeMutablePointer<Double>
  ) {
    load(frames)
    (real[0], imaginary[0]) = (self.real[0] + self.imaginary[0], 0)
    for index in 1..<half { (real[index], imaginary[index]) = bin(index) }
  }

  private func load(_ frames: UnsafePointer<Double>) {
    // Reversal moves the indices 4n…4n + 3 to quarters of the frames.
    let quarter = half / 4
    var index = 0
    while index < half {
      let source = frames + 2 &* Int(reversed[index])
      let second = source + half
      let third = source + 2 &* quarter
      let fourth = second + 2 &* quarter
      firstStages(
        at: index, (source[0], source[1]), (second[0], second[1]), (third[0], third[1]),
        (fourth[0], fourth[1]))
      index &+= 4
    }
    transformFromFour()
  }

  @inline(__always) private func bin(_ index: Int) -> (real: Double, imaginary: Double) {
    let mirror = half &- index
    // The spectra of the even and odd frames, scaled by ½.
    let evenReal = (real[index] + real[mirror]) * 0.5
    let evenImaginary = (imaginary[index] - imaginary[mirror]) * 0.5
    let oddReal = (imaginary[index] + imaginary[mirror]) * 0.5
    let oddImaginary = (real[mirror] - real[index]) * 0.5
    let cosine = cosines[half &+ index]
    let sine = sines[half &+ index]
    return (
      evenReal + oddReal * cosine + oddImaginary * sine,
      evenImaginary + oddImaginary * cosine - oddReal * sine
    )
  }

  /// Transforms `half` complex values, which must be in the order of ``reversed``.
  func transform() {
    var index = 0
    while index < half {
      let (real, imaginary) = (real + index, imaginary + index)
      firstStages(
        at: index, (real[0], imaginary[0]), (real[1], imaginary[1]), (real[2], imaginary[2]),
        (real[3], imaginary[3]))
      index &+= 4
    }
    transformFromFour()
  }

  private typealias Complex = (real: Double, imaginary: Double)

  /// Computes the stages of two and four points of four values, and stores the result.
  @inline(__always)
  private func firstStages(at index: Int, _ a: Complex, _ b: Complex, _ c: Complex, _ d: Complex) {
    let (cosine, sine) = (cosines[3], sines[3])
    let (real, imaginary) = (real + index, imaginary + index)
    let first = (real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
    let second = (real: a.real - b.real, imaginary: a.imaginary - b.imaginary)
    let third = (real: c.real + d.real, imaginary: c.imaginary + d.imaginary)
    let fourth = (real: c.real - d.real, imaginary: c.imaginary - d.imaginary)
    let turnedReal = fourth.real * cosine + fourth.imaginary * sine
    let turnedImaginary = fourth.imaginary * cosine - fourth.real * sine
    (real[0], imaginary[0]) = (first.real + third.real, first.imaginary + third.imaginary)
    (real[1], imaginary[1]) = (second.real + turnedReal, second.imaginary + turnedImaginary)
    (real[2], imaginary[2]) = (first.real - third.real, first.imaginary - third.imaginary)
    (real[3], imaginary[3]) = (second.real - turnedReal, second.imaginary - turnedImaginary)
  }

  private func transformFromFour() {
    AnalysisKernels.transform(
      real: real, imaginary: imaginary, cosines: cosines, sines: sines, count: half)
  }
}
