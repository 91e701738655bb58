import PeachEarTraining
import PeachIntonation
import PeachMusicUnits
import PeachPlayback

extension BankPreset {
  /// The duration of a checked note and its attack, in seconds.
  private static var seconds: Double { 2.2 }
  private static var attackSeconds: Double { 0.3 }
  /// The duration in which a level is measured, in seconds: half of the period of 5 beats a second.
  private static var levelSeconds: Double { 0.1 }

  /// Returns whether chords have no beats of their own: three keys of a compass are within
  /// ``ToneSteadiness/largestCents`` of their pitch, and their level does not fluctuate. Renders
  /// and measures them, which takes up to some seconds. Not for the audio thread.
  ///
  /// - Parameter options: Those of the player of chords.
  /// - Throws: ``NotePlayerError`` or `SampleCodecError`.
  package func steadiness(
    keys: ClosedRange<UInt8>, options: NoteOptions
  ) throws -> ToneSteadiness {
    if let cache = options.intonation,
      let played = try playedIntonation(cache, straightTones: options.straightTones),
      case .varying(_, _, _, let reason?) = played.badge
    {
      return .notStraight(reason)
    }
    let instrument = try NoteInstrument(playing: self, options: options)
    let estimator = PitchEstimator()
    var loudest = 0.0
    for quarter in 1...3 {
      let key = Int(keys.lowerBound) + (keys.count - 1) * quarter / 4
      let frequency = FrequencyCalculation.frequency(noteNumber: Double(key))
      let frames = try Self.held(frequency, by: instrument)
      guard let decibels = Self.fluctuation(of: frames, instrument.sampleRate) else { continue }
      loudest = max(loudest, decibels)
      let measured = frames.withUnsafeBufferPointer {
        estimator.measure($0, sampleRate: instrument.sampleRate, nominal: frequency)
      }
      guard measured.isPitched else { return .notStraight(.unpitched) }
      let cents = measured.frequency.interval(from: frequency).value.magnitude
      if cents > ToneSteadiness.largestCents { return .offPitch(cents: cents) }
      if Self.overtones(of: frames, frequency, instrument.sampleRate)
        < ToneSteadiness.overtoneDecibels
      {
        return .fewOvertones
      }
    }
    return loudest > ToneSteadiness.largestDecibels ? .fluctuating(decibels: loudest) : .steady
  }

  /// Returns a held note without its attack, mono.
  private static func held(
    _ frequency: Frequency, by instrument: NoteInstrument
  ) throws -> [Float] {
    let note = ScheduledNote(
      frequency: frequency, duration: .seconds(seconds), amplitude: 0.25,
      region: RegionSelector(TrialNote(frequency: frequency)))
    var frames: [Float] = []
    try instrument.render([note], count: Int(seconds * instrument.sampleRate)) {
      left, right, count in
      for index in 0..<count { frames.append(0.5 * (left[index] + right[index])) }
    }
    return Array(frames.dropFirst(Int(attackSeconds * instrument.sampleRate)))
  }

  /// Returns the level of the partials 3 to 6 together, relative to that of 1 to 12, in decibels.
  private static func overtones(
    of frames: [Float], _ frequency: Frequency, _ sampleRate: Double
  ) -> Double {
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
  private static func fluctuation(of frames: [Float], _ sampleRate: Double) -> Double? {
    let width = Int(levelSeconds * sampleRate)
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
