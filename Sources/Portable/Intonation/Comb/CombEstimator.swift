import PeachMusicUnits

/// Measures the pitch of short windows by a comb: the harmonic series that contains the most power.
/// This is nonlinear least squares, the maximum-likelihood estimator in white noise (Quinn and
/// Thomson 1991, Biometrika 78, 65). Shares neither the method nor the weighting of partials with
/// ``PitchEstimator``, and verifies it. Use an instance on one thread at a time, not on the audio
/// thread. A window takes 0.1 ms.
///
/// ```swift
/// let comb = CombEstimator(sampleRate: 44_100)
/// let cents = comb.windows(of: [left, right], loop: loop, around: 440, from: 0.05, to: 1)
/// cents.count  // 18: 100 ms every 50 ms
/// ```
package final class CombEstimator {
  /// The length of a window in seconds, unless six periods are longer.
  package static let windowSeconds = 0.1
  /// The distance of two windows in seconds.
  package static let stepSeconds = 0.05
  /// The maximum deviation, in cents.
  package static let reachCents = 60.0

  static let highestHertz = 5_000.0
  private static let periods = 6.0
  /// The minimum fraction of the power in the series, corrected for noise.
  static let lowestShare = 0.15
  private static let channelLimit = 2
  private static let lengthLimit = 1 << 20

  let sampleRate: Double
  private let partialLimit: Int
  private var spectra: [(HannSpectrum, slot: Int)] = []
  private var frames: [Double] = []
  /// The frequencies of the partials, as multiples of the first.
  var ratios: [Double] = []

  /// Creates an estimator for recordings at a sample rate in hertz. Tables are created on first
  /// use.
  ///
  /// - Parameter partialLimit: The number of the highest partial.
  package init(sampleRate: Double, partialLimit: Int = .max) {
    self.sampleRate = sampleRate
    self.partialLimit = partialLimit
  }

  /// Returns the number of frames of a window for a pitch: 100 ms, or six periods if longer.
  /// Rounds longer windows up to a sixteenth of an octave, so that windows share tables.
  package func windowCount(hertz: Double) -> Int {
    let isPossible = hertz > 1 && sampleRate >= 100 && sampleRate <= 10_000_000
    guard isPossible else { return 0 }
    var seconds = Self.windowSeconds
    while seconds < Self.periods / hertz { seconds *= 1.0442737824274138 }
    return Int(seconds * sampleRate)
  }

  /// Returns the deviations of successive windows from `hertz`, in cents; `nil` for windows without
  /// a pitch.
  ///
  /// - Parameters:
  ///   - channels: The frames of one channel, or of both channels of a stereo pair.
  ///   - loop: The loop within the frames, end exclusive, which windows repeat.
  ///   - hertz: The frequency of the first partial.
  ///   - inharmonicity: B in fₙ = n · f₀ · √(1 + B · n²).
  ///   - first: The start of the first window, in seconds from the first frame.
  ///   - last: The latest end of a window, in seconds.
  ///   - step: The distance of two windows, in seconds.
  package func windows(
    of channels: [UnsafeBufferPointer<Float>], loop: Range<Int>?, around hertz: Double,
    inharmonicity: Double = 0, from first: Double, to last: Double, step: Double = stepSeconds
  ) -> [Double?] {
    fits(
      of: channels, loop: loop, around: hertz, inharmonicity: inharmonicity, from: first, to: last,
      step: step, weightings: .power
    ).map { $0?.cents }
  }

  /// Returns the series of successive windows; see
  /// ``windows(of:loop:around:inharmonicity:from:to:step:)``.
  func fits(
    of channels: [UnsafeBufferPointer<Float>], loop: Range<Int>?, around hertz: Double,
    inharmonicity: Double, from first: Double, to last: Double, step: Double = stepSeconds,
    weightings: Weightings
  ) -> [Fit?] {
    let count = windowCount(hertz: hertz)
    guard count > 0, first >= 0, last * sampleRate < 5e8, step > 0.001 else { return [] }
    var found: [Fit?] = []
    while true {
      let start = Int((first + step * Double(found.count)) * sampleRate + 0.5)
      guard Double(start + count) <= last * sampleRate + 0.5 else { return found }
      found.append(
        fit(
          of: channels, loop: loop, from: start, count: count, around: hertz,
          inharmonicity: inharmonicity, weightings: weightings))
    }
  }

  /// The sums over the partials whose maxima are found.
  package enum Weightings { case power, powerAndAmplitude }

  /// The series that contains the most power.
  package struct Fit {
    package var cents: Double
    /// The deviation nearby at which the sum of the partials' amplitudes is largest, which weights
    /// weak partials more. The two agree for a harmonic tone, and not for two tones or an
    /// inharmonic one.
    package var amplitudeCents: Double
    /// The fraction of the power in the series, 0…1.
    package var share: Double
    /// Whether another series, at a maximum of its own, contains 90 % of that power: noise decides
    /// which of the two has more.
    package var isAmbiguous: Bool
  }

  /// Returns the deviation of a window from `hertz`, in cents; `nil` if it has no pitch within
  /// ``reachCents``.
  ///
  /// - Parameters:
  ///   - start: The first frame of the window, which may lie beyond the loop.
  ///   - count: The length of the window, in frames.
  package func cents(
    of channels: [UnsafeBufferPointer<Float>], loop: Range<Int>?, from start: Int, count: Int,
    around hertz: Double, inharmonicity: Double = 0
  ) -> Double? {
    fit(
      of: channels, loop: loop, from: start, count: count, around: hertz,
      inharmonicity: inharmonicity)?.cents
  }

  /// Returns the series of a window; see ``cents(of:loop:from:count:around:inharmonicity:)``.
  package func fit(
    of channels: [UnsafeBufferPointer<Float>], loop: Range<Int>?, from start: Int, count: Int,
    around hertz: Double, inharmonicity: Double, weightings: Weightings = .power
  ) -> Fit? {
    guard inharmonicity >= 0, inharmonicity < 1,
      let window = window(of: channels, loop: loop, from: start, count: count, around: hertz)
    else { return nil }
    return fit(of: window, inharmonicity: inharmonicity, weightings: weightings)
  }

  /// The spectrum of a window, valid until the slot is used for another window.
  struct Window {
    fileprivate let spectrum: HannSpectrum
    /// The expected position of the first partial, in bins.
    fileprivate let position: Double
    /// The highest partial, as a multiple of the first.
    fileprivate let highest: Double
  }

  /// Returns the spectrum of a window; `nil` if it is silent, or out of range.
  ///
  /// - Parameter slot: Windows in different slots are valid at the same time.
  func window(
    of channels: [UnsafeBufferPointer<Float>], loop: Range<Int>?, from start: Int, count: Int,
    around hertz: Double, slot: Int = 0
  ) -> Window? {
    guard sampleRate >= 100, sampleRate <= 10_000_000, hertz > 1, hertz < 0.43 * sampleRate,
      count <= Self.lengthLimit, start < 1 << 29
    else { return nil }
    // Partials up to 5 kHz allow a lower sample rate, which is faster.
    let highest = 1.04 * max(Self.highestHertz, hertz)
    var (rate, length, halvings) = (sampleRate, count, 0)
    while 0.2 * rate >= highest && length >= 64 {
      (rate, length, halvings) = (rate / 2, length / 2, halvings + 1)
    }
    guard length >= 16, length <= 1 << 19 else { return nil }
    let spectrum = spectrum(count: length, slot: slot)
    spectrum.reset()
    for frames in channels {
      var sound = AudioFrames(frames: frames, loop: nil, sampleRate: sampleRate)
      if let loop, loop.lowerBound >= 0, loop.upperBound <= frames.count, loop.count > 1 {
        sound.loop = loop
      }
      add(sound, from: start, count: length, halvings: halvings, to: spectrum)
    }
    // −120 dB: rounding noise.
    guard spectrum.meanSquare > 1e-12 else { return nil }
    return Window(
      spectrum: spectrum, position: hertz / rate * spectrum.binsPerCycle,
      highest: min(min(Self.highestHertz, 0.45 * rate) / hertz, Double(partialLimit) + 0.5))
  }

  /// Returns the series of a window; see ``cents(of:loop:from:count:around:inharmonicity:)``.
  func fit(of window: Window, inharmonicity: Double, weightings: Weightings = .power) -> Fit? {
    search(
      window.spectrum, position: window.position, highest: window.highest,
      inharmonicity: inharmonicity, weightings: weightings)
  }

  /// Adds a channel at a sample rate halved `halvings` times. The half-band filter has seven taps;
  /// it attenuates by 28 dB and more what aliases to below 5 kHz.
  private func add(
    _ sound: AudioFrames, from start: Int, count: Int, halvings: Int, to spectrum: HannSpectrum
  ) {
    var (first, needed) = (start, count)
    var distance = 3
    for _ in 0..<halvings {
      needed = 2 * needed + 5
      first -= distance
      distance *= 2
    }
    if frames.count < needed { frames = [Double](repeating: 0, count: needed) }
    frames.withUnsafeMutableBufferPointer { frames in
      guard let x = frames.baseAddress else { return }
      sound.copy(from: first, count: needed, into: x)
      var length = needed
      for _ in 0..<halvings {
        length = (length - 5) / 2
        Self.halveRate(x, length)
      }
      spectrum.add(x)
    }
  }

  /// Replaces the frames by `count` ones of half the sample rate.
  private static func halveRate(_ x: UnsafeMutablePointer<Double>, _ count: Int) {
    typealias Eight = SIMD8<Double>
    var index = 0
    // The last vector would end after the last frame.
    while index &+ 4 < count {
      let source = UnsafeRawPointer(x + 2 &* index)
      let first = source.loadUnaligned(as: Eight.self).evenHalf
      let second = source.loadUnaligned(fromByteOffset: 16, as: Eight.self)
      let third = source.loadUnaligned(fromByteOffset: 32, as: Eight.self).evenHalf
      let fourth = source.loadUnaligned(fromByteOffset: 48, as: Eight.self).evenHalf
      let (inner, outer) = (second.evenHalf + third, first + fourth)
      let halved = 0.5 * second.oddHalf + 0.28125 * inner - 0.03125 * outer
      for lane in 0..<4 { x[index &+ lane] = halved[lane] }
      index &+= 4
    }
    while index < count {
      let at = 2 &* index
      let inner = x[at + 2] + x[at + 4]
      let outer = x[at] + x[at + 6]
      x[index] = 0.5 * x[at + 3] + 0.28125 * inner - 0.03125 * outer
      index &+= 1
    }
  }

  private func spectrum(count: Int, slot: Int) -> HannSpectrum {
    for (spectrum, ownSlot) in spectra where spectrum.count == count && ownSlot == slot {
      return spectrum
    }
    let made = HannSpectrum(count: count, channelLimit: Self.channelLimit)
    if spectra.count >= 16 { spectra.removeFirst() }
    spectra.append((made, slot))
    return made
  }
}
