import PeachMusicUnits

extension PitchEstimator {
  /// The inharmonicity of a recording.
  package struct Inharmonicity: Hashable, Sendable {
    /// B in fₙ = n · f₀ · √(1 + B · n²).
    package var value: Double
    /// Whether the partials are those of a stiff string: they are far from any harmonic series,
    /// and near one with this B. `nil` if there are too few to tell.
    package var isString: Bool?
  }

  /// The inharmonicities of strings, those of the highest ones of pianos included.
  private static let stringInharmonicities = 5e-6...0.03
  /// Fewer partials do not tell a small inharmonicity from noise.
  private static let fewestPartials = 3
  /// Fewer partials are near some series by chance.
  private static let fewestPartialsOfStrings = 5
  /// The scatter of a string's partials around a harmonic series, relative to that around an
  /// inharmonic one. In 114 presets of TimGM6mb, pianos have 5 to 12, and winds, bowed strings
  /// and organs up to 1.5. Single recordings have more, such as one of a choir: most recordings
  /// of a preset decide.
  private static let scatterRatio = 4.0
  private static let decibels = 50.0

  /// Returns the inharmonicity of a recording, by a regression over its partials; `nil` if it has
  /// too few of them.
  ///
  /// - Parameters:
  ///   - loop: The loop within the frames, end exclusive, which is repeated.
  ///   - hertz: The frequency of the first partial at the sample rate of the recording.
  package func inharmonicity(
    of frames: UnsafeBufferPointer<Float>, loop: Range<Int>?, sampleRate: Double, hertz: Double
  ) -> Inharmonicity? {
    guard hertz > 4, sampleRate >= 100, sampleRate <= 10_000_000, !frames.isEmpty else {
      return nil
    }
    let sound = AudioFrames(frames: frames, loop: loop, sampleRate: sampleRate)
    guard let onset = Onset(of: sound) else { return nil }
    let spectrum = spectrum(for: sampleRate)
    let start = onset.frame + Int(0.05 * sampleRate)
    let count = loop == nil ? min(onset.end - start, spectrum.capacity) : spectrum.capacity
    guard count >= 64 else { return nil }
    let peaks = spectrum.peaks(of: sound, from: start, count: count, decibels: Self.decibels)
    let series = PartialSeries(near: hertz, in: peaks, isInharmonic: true)
    guard series.members.count >= Self.fewestPartials else { return nil }
    let isString =
      Self.stringInharmonicities.contains(series.inharmonicity)
      && series.harmonicScatterCents >= Self.scatterRatio * series.scatterCents
    let isKnown = series.members.count >= Self.fewestPartialsOfStrings
    return Inharmonicity(value: series.inharmonicity, isString: isKnown ? isString : nil)
  }
}

extension PartialSeries {
  /// The weighted RMS deviation of the partials from the harmonic series that is nearest to them,
  /// in cents.
  fileprivate var harmonicScatterCents: Double {
    var (weight, sum, squares) = (0.0, 0.0, 0.0)
    for member in members {
      let cents = 1200 * Exponential.log2(member.hertz / (Double(member.number) * hertz))
      weight += member.evidence
      sum += member.evidence * cents
      squares += member.evidence * cents * cents
    }
    guard weight > 0 else { return 0 }
    let mean = sum / weight
    return max(squares / weight - mean * mean, 0).squareRoot()
  }
}
