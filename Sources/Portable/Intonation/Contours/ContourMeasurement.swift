package import PeachMusicUnits

/// The pitch contour of a recorded note, by pitch-synchronous analysis (``ContourFollower``).
package struct ContourMeasurement: Sendable {
  /// A periodic modulation of the pitch.
  package struct Vibrato: Hashable, Sendable {
    /// The amplitude of a sine of the same power, in cents.
    package var extentCents: Double
    /// The rate in hertz; `nil` if the modulation is not periodic.
    package var rateHertz: Double?
  }

  /// The mean pitch over time where it is certain. Both ends count less: in an attack, phases of
  /// partials change with their levels.
  package let frequency: Frequency
  /// The times of ``cents``, in seconds, 4 ms apart.
  package private(set) var seconds: [Double] = []
  /// The deviations from ``frequency``, in cents, where the pitch is certain.
  package private(set) var cents: [Double] = []
  /// The standard deviation from 0.1 s after the onset, in cents.
  package let deviationCents: Double
  /// The disagreement of the partials, in cents. It is large if several players sound together.
  package let disagreementCents: Double
  /// The class of the recording.
  package let verdict: ToneVerdict
  /// The vibrato, without drift and scoop.
  package private(set) var vibrato = Vibrato(extentCents: 0, rateHertz: nil)
  /// The pitch of 100 ms from 50 ms after the onset, relative to ``frequency``.
  package let windows: ToneWindows

  /// The longest recording, in seconds.
  package static let maxSeconds = 60.0
  private static let stepSeconds = 0.004
  /// The longest time in which the weight of the mean rises, or falls.
  private static let taperSeconds = 0.2

  /// Measures the channels of a recording, which get one contour. Returns `nil` if there is no
  /// pitch, or if the recording is shorter than 12 periods or longer than a minute.
  ///
  /// - Parameter nominal: A pitch within half an octave of that of the recording; `nil` if it is
  ///   unknown.
  package init?(_ channels: [[Float]], sampleRate: Double, nominal: Frequency?) {
    let estimator = PitchEstimator()
    let mono = ContourMeasurement.strongest(channels)
    let found = mono.withUnsafeBufferPointer { frames in
      if let nominal {
        let pitch = estimator.measure(frames, sampleRate: sampleRate, nominal: nominal)
        return pitch.isPitched ? pitch.frequency.hertz : nil
      }
      return estimator.measure(frames, sampleRate: sampleRate)?.pitch.frequency.hertz
    }
    guard let hertz = found, sampleRate >= 2_000, sampleRate <= 400_000, hertz < 0.4 * sampleRate,
      Double(mono.count) <= Self.maxSeconds * sampleRate,
      Double(mono.count) * hertz >= 12 * sampleRate
    else { return nil }
    let note = HeldNote(
      channels, loop: nil, sampleRate: sampleRate, hertz: hertz,
      buffers: channels.map { _ in PaddedFrames() })
    let follower = ContourFollower(
      sinc: SincInterpolator.forAnalysis(), transforms: TransformCache())
    var contour = follower.follow(note.channels, sampleRate: sampleRate, hertz: hertz)
    guard contour.periodCount >= 3 else { return nil }
    let features = ContourFeatures(contour, of: note)
    (deviationCents, disagreementCents) = (features.deviationCents, features.disagreementCents)
    verdict = features.verdict
    let certain = contour.holdUncertain(of: note)
    let (start, end) = (contour.times[certain.lowerBound], contour.times[certain.upperBound + 1])
    let mean = Self.mean(contour.times[certain.lowerBound...certain.upperBound + 1], sampleRate)
    frequency = .hertz(mean * sampleRate)
    let step = Self.stepSeconds * sampleRate
    var time = max(start, 0)
    while time <= min(end, Double(note.frameCount)) {
      // The frequency of the period around the time.
      let before = contour.phase(atTime: time - 0.5 / mean)
      let after = contour.phase(atTime: time + 0.5 / mean)
      seconds.append(time / sampleRate)
      cents.append(1200 * Exponential.log2(max(after - before, 1e-3)))
      time += step
    }
    windows = ToneWindows(
      channels, loop: nil, sampleRate: sampleRate, hertz: frequency.hertz,
      upTo: Double(note.frameCount) / sampleRate)
    vibrato = Self.vibrato(cents.dropFirst(25))
  }

  /// Returns the mean of the periods between `times`, in periods per frame. The weights are a Tukey
  /// window, so that an incomplete cycle of vibrato has little influence.
  private static func mean(_ times: ArraySlice<Double>, _ sampleRate: Double) -> Double {
    let (start, end) = (times[times.startIndex], times[times.endIndex - 1])
    let taper = min(taperSeconds * sampleRate, 0.25 * (end - start))
    var (weights, frames) = (0.0, 0.0)
    for index in times.startIndex..<times.endIndex - 1 {
      let middle = 0.5 * (times[index] + times[index + 1])
      let distance = min(middle - start, end - middle)
      let rise = Exponential.sineAndCosine(cycles: 0.25 * min(distance / taper, 1)).sine
      let weight = rise * rise
      weights += weight
      frames += weight * (times[index + 1] - times[index])
    }
    return weights / frames
  }

  /// Returns the channel with the highest power.
  private static func strongest(_ channels: [[Float]]) -> [Float] {
    var (best, peak) = ([Float](), -1.0)
    for frames in channels {
      var power = 0.0
      for value in frames where abs(value) < 1e6 { power += Double(value) * Double(value) }
      if power > peak { (best, peak) = (frames, power) }
    }
    return best
  }

  /// Measures what is faster than 0.16 s, from 0.1 s after the start. The rate is the highest peak
  /// of the autocorrelation between 2.5 and 12 Hz.
  private static func vibrato(_ cents: some Collection<Double>) -> Vibrato {
    let values = Array(cents)
    guard values.count > 25 else { return Vibrato(extentCents: 0, rateHertz: nil) }
    let smooth = GaussianSmoothing(deviation: 0.16 / stepSeconds)
      .smooth(values, weights: [Double](repeating: 1, count: values.count))
    let fast = values.indices.map { values[$0] - smooth[$0] }
    func correlation(_ lag: Int) -> Double {
      var (sum, first, second) = (0.0, 0.0, 0.0)
      for index in 0..<fast.count - lag {
        sum += fast[index] * fast[index + lag]
        first += fast[index] * fast[index]
        second += fast[index + lag] * fast[index + lag]
      }
      return sum / max((first * second).squareRoot(), 1e-30)
    }
    var power = 0.0
    for value in fast { power += value * value }
    var vibrato = Vibrato(
      extentCents: (2 * power / Double(fast.count)).squareRoot(), rateHertz: nil)
    let (shortest, longest) = (Int(1 / (12 * stepSeconds)), Int(1 / (2.5 * stepSeconds)))
    guard fast.count > 2 * shortest + 4 else { return vibrato }
    let last = min(longest, fast.count / 2)
    let lags = (0...last + 1).map(correlation)
    // The first peak near the highest one: others are multiples of the period.
    let peaks = (shortest...max(last, shortest)).filter {
      $0 > 0 && $0 + 1 < lags.count && lags[$0] >= lags[$0 - 1] && lags[$0] > lags[$0 + 1]
    }
    let highest = peaks.map { lags[$0] }.max() ?? 0
    guard highest > 0.3, let peak = peaks.first(where: { lags[$0] > 0.85 * highest })
    else { return vibrato }
    let bend = lags[peak - 1] - 2 * lags[peak] + lags[peak + 1]
    let offset = bend < 0 ? 0.5 * (lags[peak - 1] - lags[peak + 1]) / bend : 0
    vibrato.rateHertz = 1 / ((Double(peak) + offset) * stepSeconds)
    return vibrato
  }
}
