import PeachMusicUnits

/// The mean of the instantaneous frequencies of a note's partials, weighted by power: in each
/// partial the IWAIF of Anantharaman, Krishnamurthy and Feth ("Intensity-weighted average of
/// instantaneous frequency as a model for frequency discrimination", J. Acoust. Soc. Am. 94, 1993),
/// over partials as ``cents(from:)`` says.
///
/// Vibrato moves partials through resonances, so that their levels depend on their frequencies. Of
/// such a recording, the pitch of the harmonic series that contains the most power is constant
/// after straightening, while this mean is not.
struct WeightedFrequency {
  /// The highest partial, and its highest frequency.
  private static let partialLimit = 16
  private static let highestHertz = 6000.0
  /// The shortest block, in seconds.
  private static let blockSeconds = 0.004
  private static let windowSeconds = 0.1
  /// Partials whose deviations differ more from the median, by 17 cents, are noise of an attack.
  private static let reach = 0.01
  /// The start of the first window, and of the first that counts in the mean.
  private static let firstSeconds = 0.05
  private static let meanSeconds = 0.1 - 1e-9

  /// The number of frames of a block: whole periods, in which a partial has no part of others.
  private let blockFrames: Int
  private let sampleRate: Double
  private let hertz: Double
  /// The real and imaginary parts of each partial, a block apart, each in a triangular window of
  /// two blocks.
  private var partials: [(real: [Double], imaginary: [Double])] = []

  /// Demodulates the partials of a pitch.
  ///
  /// - Parameter start: The first frame.
  init(of frames: UnsafeBufferPointer<Float>, from start: Int, hertz: Double, sampleRate: Double) {
    let periods = max((Self.blockSeconds * hertz).rounded(), 1)
    blockFrames = max(Int((periods * sampleRate / hertz).rounded()), 1)
    self.sampleRate = sampleRate
    self.hertz = hertz
    let highest = min(Self.highestHertz, 0.45 * sampleRate)
    let count = min(max(Int(highest / hertz), 1), Self.partialLimit)
    for number in 1...count {
      partials.append(demodulated(frames, from: start, cycles: Double(number) * hertz / sampleRate))
    }
  }

  private func demodulated(
    _ frames: UnsafeBufferPointer<Float>, from start: Int, cycles: Double
  ) -> (real: [Double], imaginary: [Double]) {
    let count = max((frames.count - start) / blockFrames - 1, 0)
    var (real, imaginary) = ([Double](), [Double]())
    real.reserveCapacity(count)
    imaginary.reserveCapacity(count)
    let step = Exponential.sineAndCosine(cycles: cycles - cycles.rounded(.down))
    for block in 0..<count {
      let first = start + block * blockFrames
      // The phase at the first frame, in cycles; rounding errors do not accumulate.
      let turns = Double(first) * cycles
      let phase = Exponential.sineAndCosine(cycles: turns - turns.rounded(.down))
      var (phasorReal, phasorImaginary) = (phase.cosine, -phase.sine)
      var (sumReal, sumImaginary) = (0.0, 0.0)
      for index in 0..<2 * blockFrames {
        let weight = Double(min(index + 1, 2 * blockFrames - index))
        let frame = weight * Double(frames[first + index])
        sumReal += frame * phasorReal
        sumImaginary += frame * phasorImaginary
        let next = phasorReal * step.cosine + phasorImaginary * step.sine
        phasorImaginary = phasorImaginary * step.cosine - phasorReal * step.sine
        phasorReal = next
      }
      real.append(sumReal)
      imaginary.append(sumImaginary)
    }
    return (real, imaginary)
  }

  /// Returns the cents above the pitch in a window of 100 ms, or of six periods if that is longer;
  /// `nil` if the window exceeds the audio, or is silent.
  ///
  /// A partial's phase tells a deviation of the pitch in proportion to its number: each is weighted
  /// by its power and by the square of its number. Those far from the median are left out.
  ///
  /// - Parameter seconds: The start of the window after the first frame.
  func cents(from seconds: Double) -> Double? {
    let blocks = max(Self.windowSeconds, 6 / hertz) * sampleRate / Double(blockFrames)
    let first = Int(seconds * sampleRate / Double(blockFrames))
    let last = first + max(Int(blocks), 2)
    guard let count = partials.first?.real.count, last < count else { return nil }
    let readings = partials.indices.map { reading(ofPartial: $0, first..<last) }
    guard let middle = Self.middle(readings) else { return nil }
    var (sum, weights) = (0.0, 0.0)
    for (index, reading) in readings.enumerated()
    where abs(reading.ratio - middle) < Self.reach {
      let weight = reading.power * Double((index + 1) * (index + 1))
      sum += weight * reading.ratio
      weights += weight
    }
    guard weights > 0 else { return nil }
    return 1200 * Exponential.log2(max(1 + sum / weights, 0.5))
  }

  /// The deviation of a partial from its multiple of the pitch, relative to the multiple.
  private struct Reading {
    var ratio: Double
    var power: Double
  }

  private func reading(ofPartial index: Int, _ blocks: Range<Int>) -> Reading {
    let partial = partials[index]
    var (real, imaginary, power) = (0.0, 0.0, 0.0)
    for block in blocks {
      let (oldReal, oldImaginary) = (partial.real[block], partial.imaginary[block])
      let (newReal, newImaginary) = (partial.real[block + 1], partial.imaginary[block + 1])
      real += oldReal * newReal + oldImaginary * newImaginary
      imaginary += oldReal * newImaginary - oldImaginary * newReal
      power += oldReal * oldReal + oldImaginary * oldImaginary
    }
    let turns = PhaseAngle.cycles(SIMD4(repeating: real), SIMD4(repeating: imaginary))[0]
    let step = Double(blockFrames) * hertz * Double(index + 1)
    return Reading(ratio: turns * sampleRate / step, power: power)
  }

  /// Returns the median of the deviations, weighted by amplitude; `nil` for silence.
  private static func middle(_ readings: [Reading]) -> Double? {
    let ordered = readings.sorted { $0.ratio < $1.ratio }
    let half = ordered.reduce(0) { $0 + $1.power.squareRoot() } / 2
    guard half > 0 else { return nil }
    var sum = 0.0
    return ordered.first { reading in
      sum += reading.power.squareRoot()
      return sum >= half
    }?.ratio
  }

  /// Returns the largest distance of a window from the mean, in cents: the windows from 50 ms on,
  /// as those of ``HeardPitch``, and the mean from 0.1 s on.
  ///
  /// - Parameter end: The end of the last window, in seconds.
  func variation(to end: Double) -> Double {
    let last = end - Self.windowSeconds
    let windows = stride(from: Self.firstSeconds, through: last, by: NoteReading.stepSeconds)
      .map { (start: $0, cents: cents(from: $0)) }
    let later = windows.filter { $0.start >= Self.meanSeconds }.compactMap { $0.cents }
    guard !later.isEmpty else { return 0 }
    let mean = later.reduce(0, +) / Double(later.count)
    return windows.reduce(0) { max($0, $1.cents.map { abs($0 - mean) } ?? 0) }
  }
}
