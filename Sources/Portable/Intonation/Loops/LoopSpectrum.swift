import PeachMusicUnits

/// A loop's frames, arranged for fast computation of single harmonics. Frames at equal distances
/// from the center of a block have opposite phases. The cosine multiplies their sum and the sine
/// their difference, which halves the multiplications. Blocks are short to limit the accumulation
/// of rounding errors.
final class LoopSpectrum {
  let count: Int
  /// Half the block length, in vectors of four frames.
  private let half: Int
  private let blockCount: Int
  /// The sums and differences of symmetric frames of each block, from the center outward.
  private let sums: UnsafeMutablePointer<SIMD4<Double>>
  private let differences: UnsafeMutablePointer<SIMD4<Double>>
  /// The cosines and sines of the harmonic's phase, from the center of a block outward.
  private let cosines: UnsafeMutablePointer<SIMD4<Double>>
  private let sines: UnsafeMutablePointer<SIMD4<Double>>

  private static let longestHalf = 128

  /// Arranges the frames of `loop`, which must not be empty and must lie within the sample.
  init(_ sound: AudioFrames, loop: Range<Int>) {
    count = loop.count
    half = min((count + 7) / 8, Self.longestHalf)
    blockCount = (count + 8 * half - 1) / (8 * half)
    sums = .allocate(capacity: blockCount * half)
    differences = .allocate(capacity: blockCount * half)
    cosines = .allocate(capacity: half)
    sines = .allocate(capacity: half)
    cosines.initialize(repeating: SIMD4(), count: half)
    sines.initialize(repeating: SIMD4(), count: half)
    for four in 0..<blockCount * half {
      let middle = (four / half) * 8 * half + 4 * half
      var sum = SIMD4<Double>()
      var difference = SIMD4<Double>()
      for lane in 0..<4 {
        let distance = 4 * (four % half) + lane
        let later = middle + distance
        let earlier = middle - 1 - distance
        // Pads the last block with zeros.
        let behind = later < count ? sound.clean(loop.lowerBound + later) : 0
        let before = earlier < count ? sound.clean(loop.lowerBound + earlier) : 0
        sum[lane] = behind + before
        difference[lane] = behind - before
      }
      (sums + four).initialize(to: sum)
      (differences + four).initialize(to: difference)
    }
  }

  deinit {
    sums.deallocate()
    differences.deallocate()
    cosines.deallocate()
    sines.deallocate()
  }

  /// Returns the squared magnitude at `line` cycles per loop, which must not be negative. A sine of
  /// amplitude a at this frequency has (a · count / 2)².
  func power(atLine line: Int) -> Double {
    prepareTurns(line)
    var real = 0.0
    var imaginary = 0.0
    // The phase step between block centers; integer arithmetic removes whole cycles exactly.
    let step = turn(8 * half * line, of: count)
    var (cosine, sine) = turn((8 * half - 1) * line, of: 2 * count)
    for block in 0..<blockCount {
      let sums = sums + block * half
      let differences = differences + block * half
      var even = SIMD4<Double>()
      var odd = SIMD4<Double>()
      for four in 0..<half {
        even += sums[four] * cosines[four]
        odd += differences[four] * sines[four]
      }
      let (own, across) = (even.sum(), odd.sum())
      real += own * cosine - across * sine
      imaginary += own * sine + across * cosine
      let next = cosine * step.cosine - sine * step.sine
      sine = sine * step.cosine + cosine * step.sine
      cosine = next
    }
    return real * real + imaginary * imaginary
  }

  private func turn(_ part: Int, of whole: Int) -> (cosine: Double, sine: Double) {
    let turn = Exponential.sineAndCosine(cycles: Double(part % whole) / Double(whole))
    return (turn.cosine, turn.sine)
  }

  private func prepareTurns(_ line: Int) {
    var cosine = SIMD4<Double>()
    var sine = SIMD4<Double>()
    for lane in 0..<4 {
      (cosine[lane], sine[lane]) = turn((2 * lane + 1) * line, of: 2 * count)
    }
    let step = turn(4 * line, of: count)
    for four in 0..<half {
      cosines[four] = cosine
      sines[four] = sine
      let next = cosine * step.cosine - sine * step.sine
      sine = sine * step.cosine + cosine * step.sine
      cosine = next
    }
  }
}
