import PeachIntonation
package import PeachMusicUnits

/// Measures whether chords of a sound have no beats of their own. Use from one thread at a time;
/// not on the audio thread.
package struct SteadinessMeter {
  /// The duration of a measured note, in seconds.
  package static var seconds: Double { 2.2 }
  private static var attackSeconds: Double { 0.3 }
  /// The duration in which a level is measured, in seconds: half of the period of 5 beats a second.
  private static var levelSeconds: Double { 0.1 }

  private let sampleRate: Double
  private let estimator = PitchEstimator()

  package init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Returns whether three keys are within ``ToneSteadiness/largestCents`` of their pitch, and
  /// their level does not fluctuate.
  ///
  /// - Parameter play: Returns the frames of a note that is held for ``seconds``, mono.
  package func steadiness<Failure: Error>(
    keys: ClosedRange<UInt8>, playing play: (Frequency) throws(Failure) -> [Float]
  ) throws(Failure) -> ToneSteadiness {
    var loudest = 0.0
    for quarter in 1...3 {
      let key = Int(keys.lowerBound) + (keys.count - 1) * quarter / 4
      let frequency = FrequencyCalculation.frequency(noteNumber: Double(key))
      let frames = Array(try play(frequency).dropFirst(Int(Self.attackSeconds * sampleRate)))
      guard let decibels = fluctuation(of: frames) else { continue }
      loudest = max(loudest, decibels)
      let measured = frames.withUnsafeBufferPointer {
        estimator.measure($0, sampleRate: sampleRate, nominal: frequency)
      }
      guard measured.isPitched else { return .notStraight(.unpitched) }
      let cents = measured.frequency.interval(from: frequency).value.magnitude
      if cents > ToneSteadiness.largestCents { return .offPitch(cents: cents) }
      if overtones(of: frames, frequency) < ToneSteadiness.overtoneDecibels {
        return .fewOvertones
      }
    }
    return loudest > ToneSteadiness.largestDecibels ? .fluctuating(decibels: loudest) : .steady
  }

  /// Returns the level of the partials 3 to 6 together, relative to that of 1 to 12, in decibels.
  private func overtones(of frames: [Float], _ frequency: Frequency) -> Double {
    let width = min(frames.count, Int(0.5 * sampleRate))
    let powers = (1...12).map { number in
      let step = Double(number) * frequency.hertz / sampleRate
      guard step < 0.5 else { return 0.0 }
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<width {
        let cycles = step * Double(index)
        let wave = Exponential.sineAndCosine(cycles: cycles - cycles.rounded(.down))
        let position = (Double(index) + 0.5) / Double(width)
        let window = 0.5 - 0.5 * Exponential.sineAndCosine(cycles: position).cosine
        real += window * Double(frames[index]) * wave.cosine
        imaginary += window * Double(frames[index]) * wave.sine
      }
      return real * real + imaginary * imaginary
    }
    let ratio = powers[2...5].reduce(0, +) / max(powers.reduce(0, +), 1e-300)
    return 10 * Exponential.log2(max(ratio, 1e-30)) * 0.30102999566398120
  }

  /// Returns the standard deviation of the level in decibels; `nil` for silence. A slow change, as
  /// of a swell or a decay, is no beat: a parabola is subtracted.
  private func fluctuation(of frames: [Float]) -> Double? {
    let width = Int(Self.levelSeconds * sampleRate)
    let window = (0..<width).map { index in
      0.5 - 0.5 * Exponential.sineAndCosine(cycles: (Double(index) + 0.5) / Double(width)).cosine
    }
    var levels: [Double] = []
    for start in stride(from: 0, through: frames.count - width, by: width / 2) {
      var power = 0.0
      for index in 0..<width {
        let frame = Double(frames[start + index])
        power += window[index] * frame * frame
      }
      guard power > 1e-12 else { return nil }
      levels.append(10 * Exponential.log2(power) * 0.30102999566398120)
    }
    guard levels.count > 3 else { return nil }
    let last = Double(levels.count - 1)
    let times = levels.indices.map { 2 * Double($0) / last - 1 }
    // Orthogonal on evenly spaced times: a constant, the time, and its square without its mean.
    let mean = times.reduce(0) { $0 + $1 * $1 } / Double(times.count)
    for basis in [times.map { _ in 1 }, times, times.map { $0 * $0 - mean }] {
      var (product, square) = (0.0, 0.0)
      for (level, value) in zip(levels, basis) {
        product += level * value
        square += value * value
      }
      for (index, value) in basis.enumerated() { levels[index] -= product / square * value }
    }
    return (levels.reduce(0) { $0 + $1 * $1 } / Double(levels.count - 3)).squareRoot()
  }
}
