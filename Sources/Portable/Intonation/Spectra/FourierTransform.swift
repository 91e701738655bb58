import PeachMusicUnits

/// The power spectrum of real frames: a transform of a power of two, with its tables.
///
/// 2ⁿ real frames are taken as 2ⁿ⁻¹ complex ones, transformed by decimation in time, and taken apart
/// again (Press et al., Numerical Recipes, §12.3). For one thread at a time.
final class FourierTransform {
  /// How many frames are transformed.
  let count: Int
  private let half: Int
  private let real: UnsafeMutablePointer<Double>
  private let imaginary: UnsafeMutablePointer<Double>
  /// For each stage of `2·m` points its m cosines and sines, one after another.
  private let cosines: UnsafeMutablePointer<Double>
  private let sines: UnsafeMutablePointer<Double>
  private let reversed: UnsafeMutablePointer<Int32>

  /// Tables for `1 << logarithm` frames, at least 8.
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
    // The stage of 2·m points has its m turns at m, m + 1, …; the last, m = half, takes apart.
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

  /// The squared magnitudes at 0, 1, … `count / 2 - 1` cycles over the whole, of `count` frames.
  func power(of frames: UnsafePointer<Double>, into power: UnsafeMutablePointer<Double>) {
    for index in 0..<half {
      let place = Int(reversed[index])
      real[place] = frames[2 * index]
      imaginary[place] = frames[2 * index &+ 1]
    }
    transform()
    power[0] = (real[0] + imaginary[0]) * (real[0] + imaginary[0])
    for index in 1..<half {
      let mirror = half &- index
      // Even and odd frames' spectra, half of each.
      let evenReal = (real[index] + real[mirror]) * 0.5
      let evenImaginary = (imaginary[index] - imaginary[mirror]) * 0.5
      let oddReal = (imaginary[index] + imaginary[mirror]) * 0.5
      let oddImaginary = (real[mirror] - real[index]) * 0.5
      let cosine = cosines[half &+ index]
      let sine = sines[half &+ index]
      let sumReal = evenReal + oddReal * cosine + oddImaginary * sine
      let sumImaginary = evenImaginary + oddImaginary * cosine - oddReal * sine
      power[index] = sumReal * sumReal + sumImaginary * sumImaginary
    }
  }

  private func transform() {
    var span = 1
    while span < half {
      var start = 0
      while start < half {
        // From the third stage on, four at a time.
        if span >= 4 { turnFours(from: start, span) } else { turnOnes(from: start, span) }
        start &+= 2 &* span
      }
      span &*= 2
    }
  }

  @inline(__always) private func turnOnes(from start: Int, _ span: Int) {
    for index in 0..<span {
      let upper = start &+ index
      let lower = upper &+ span
      let cosine = cosines[span &+ index]
      let sine = sines[span &+ index]
      let turnedReal = real[lower] * cosine + imaginary[lower] * sine
      let turnedImaginary = imaginary[lower] * cosine - real[lower] * sine
      real[lower] = real[upper] - turnedReal
      imaginary[lower] = imaginary[upper] - turnedImaginary
      real[upper] += turnedReal
      imaginary[upper] += turnedImaginary
    }
  }

  @inline(__always) private func turnFours(from start: Int, _ span: Int) {
    let upperReal = UnsafeMutableRawPointer(real + start)
    let upperImaginary = UnsafeMutableRawPointer(imaginary + start)
    let lowerReal = UnsafeMutableRawPointer(real + start + span)
    let lowerImaginary = UnsafeMutableRawPointer(imaginary + start + span)
    let cosines = UnsafeRawPointer(cosines + span)
    let sines = UnsafeRawPointer(sines + span)
    var place = 0
    while place < 8 &* span {
      let cosine = cosines.loadUnaligned(fromByteOffset: place, as: SIMD4<Double>.self)
      let sine = sines.loadUnaligned(fromByteOffset: place, as: SIMD4<Double>.self)
      let ownReal = lowerReal.loadUnaligned(fromByteOffset: place, as: SIMD4<Double>.self)
      let ownImaginary = lowerImaginary.loadUnaligned(fromByteOffset: place, as: SIMD4<Double>.self)
      let turnedReal = ownReal * cosine + ownImaginary * sine
      let turnedImaginary = ownImaginary * cosine - ownReal * sine
      let otherReal = upperReal.loadUnaligned(fromByteOffset: place, as: SIMD4<Double>.self)
      let otherImaginary = upperImaginary.loadUnaligned(
        fromByteOffset: place, as: SIMD4<Double>.self)
      Self.store(otherReal - turnedReal, lowerReal + place)
      Self.store(otherImaginary - turnedImaginary, lowerImaginary + place)
      Self.store(otherReal + turnedReal, upperReal + place)
      Self.store(otherImaginary + turnedImaginary, upperImaginary + place)
      place &+= 32
    }
  }

  /// Memory for numbers one by one is not aligned for four.
  @inline(__always)
  private static func store(_ four: SIMD4<Double>, _ place: UnsafeMutableRawPointer) {
    let target = place.assumingMemoryBound(to: Double.self)
    target[0] = four.x
    target[1] = four.y
    target[2] = four.z
    target[3] = four.w
  }
}
