import PeachMusicUnits

/// Computes the power spectrum of real frames, for lengths that are powers of two. Treats 2ⁿ real
/// frames as 2ⁿ⁻¹ complex values, transforms them by decimation in time, and separates the result
/// (Press et al., Numerical Recipes, §12.3). Use an instance on one thread at a time.
final class FourierTransform {
  let count: Int
  let half: Int
  let real: UnsafeMutablePointer<Double>
  let imaginary: UnsafeMutablePointer<Double>
  /// The m cosines and sines of each stage of `2·m` points, in sequence.
  private let cosines: UnsafeMutablePointer<Double>
  private let sines: UnsafeMutablePointer<Double>
  let reversed: UnsafeMutablePointer<Int32>

  /// Creates tables for `1 << logarithm` frames, at least 8.
  init(logarithm: Int) {
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
  func power(of frames: UnsafePointer<Double>, into power: UnsafeMutablePointer<Double>) {
    load(frames)
    power[0] = (real[0] + imaginary[0]) * (real[0] + imaginary[0])
    for index in 1..<half {
      let bin = bin(index)
      power[index] = bin.real * bin.real + bin.imaginary * bin.imaginary
    }
  }

  /// Computes the complex values of bins 0, 1, … `count / 2 - 1` from `count` frames.
  func spectrum(
    of frames: UnsafePointer<Double>, real: UnsafeMutablePointer<Double>,
    imaginary: UnsafeMutablePointer<Double>
  ) {
    load(frames)
    (real[0], imaginary[0]) = (self.real[0] + self.imaginary[0], 0)
    for index in 1..<half { (real[index], imaginary[index]) = bin(index) }
  }

  private func load(_ frames: UnsafePointer<Double>) {
    for index in 0..<half {
      let target = Int(reversed[index])
      real[target] = frames[2 * index]
      imaginary[target] = frames[2 * index &+ 1]
    }
    transform()
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
    transformGroupsOfFour()
    var span = 4
    while span < half {
      var start = 0
      while start < half {
        butterfliesByFour(from: start, span)
        start &+= 2 &* span
      }
      span &*= 2
    }
  }

  /// The stages of two and four points, in one pass.
  private func transformGroupsOfFour() {
    let (cosine, sine) = (cosines[3], sines[3])
    var index = 0
    while index < half {
      let (real, imaginary) = (real + index, imaginary + index)
      let first = (real: real[0] + real[1], imaginary: imaginary[0] + imaginary[1])
      let second = (real: real[0] - real[1], imaginary: imaginary[0] - imaginary[1])
      let third = (real: real[2] + real[3], imaginary: imaginary[2] + imaginary[3])
      let fourth = (real: real[2] - real[3], imaginary: imaginary[2] - imaginary[3])
      let turnedReal = fourth.real * cosine + fourth.imaginary * sine
      let turnedImaginary = fourth.imaginary * cosine - fourth.real * sine
      (real[0], imaginary[0]) = (first.real + third.real, first.imaginary + third.imaginary)
      (real[1], imaginary[1]) = (second.real + turnedReal, second.imaginary + turnedImaginary)
      (real[2], imaginary[2]) = (first.real - third.real, first.imaginary - third.imaginary)
      (real[3], imaginary[3]) = (second.real - turnedReal, second.imaginary - turnedImaginary)
      index &+= 4
    }
  }

  @inline(__always) private func butterfliesByFour(from start: Int, _ span: Int) {
    let upperReal = UnsafeMutableRawPointer(real + start)
    let upperImaginary = UnsafeMutableRawPointer(imaginary + start)
    let lowerReal = UnsafeMutableRawPointer(real + start + span)
    let lowerImaginary = UnsafeMutableRawPointer(imaginary + start + span)
    let cosines = UnsafeRawPointer(cosines + span)
    let sines = UnsafeRawPointer(sines + span)
    var byteOffset = 0
    while byteOffset < 8 &* span {
      let cosine = cosines.loadUnaligned(fromByteOffset: byteOffset, as: SIMD4<Double>.self)
      let sine = sines.loadUnaligned(fromByteOffset: byteOffset, as: SIMD4<Double>.self)
      let ownReal = lowerReal.loadUnaligned(fromByteOffset: byteOffset, as: SIMD4<Double>.self)
      let ownImaginary = lowerImaginary.loadUnaligned(
        fromByteOffset: byteOffset, as: SIMD4<Double>.self)
      let turnedReal = ownReal * cosine + ownImaginary * sine
      let turnedImaginary = ownImaginary * cosine - ownReal * sine
      let otherReal = upperReal.loadUnaligned(fromByteOffset: byteOffset, as: SIMD4<Double>.self)
      let otherImaginary = upperImaginary.loadUnaligned(
        fromByteOffset: byteOffset, as: SIMD4<Double>.self)
      Self.store(otherReal - turnedReal, lowerReal + byteOffset)
      Self.store(otherImaginary - turnedImaginary, lowerImaginary + byteOffset)
      Self.store(otherReal + turnedReal, upperReal + byteOffset)
      Self.store(otherImaginary + turnedImaginary, upperImaginary + byteOffset)
      byteOffset &+= 32
    }
  }

  /// Stores four values at an address aligned for one.
  @inline(__always)
  private static func store(_ four: SIMD4<Double>, _ address: UnsafeMutableRawPointer) {
    let target = address.assumingMemoryBound(to: Double.self)
    target[0] = four.x
    target[1] = four.y
    target[2] = four.z
    target[3] = four.w
  }
}
