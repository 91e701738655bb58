public import PeachMusicUnits

/// The pitch of a sample at its original sample rate, with its uncertainty.
public struct PitchMeasurement: Hashable, Sendable {
  /// The signal from which the pitch was measured.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A loop of equal periods: the pitch is exact.
    case periodicLoop = 0
    /// A loop with vibrato, beating or several players: the mean pitch.
    case longLoop = 1
    /// The onset of a decaying tone or a sample without a loop.
    case decaying = 2
    /// No pitch: noise, a drum, silence, or too few frames.
    case unpitched = 3
  }

  /// The signal from which the pitch was measured.
  public var kind: Kind
  /// The fundamental: the first partial of the series that fits the partials. 0 Hz if unpitched.
  public var frequency: Frequency
  /// The half-width of the 95 % confidence interval of the pitch, in cents.
  public var uncertaintyCents: Double
  /// The standard deviation of the pitch in time, in cents: vibrato, beating, several players.
  public var spreadCents: Double
  /// B in fₙ = n · f₀ · √(1 + B · n²); 0 for sustained tones.
  public var inharmonicity: Double
  /// The fraction of the signal's power in the tone, 0…1.
  public var confidence: Double
  /// The difference of the pitch before the loop from ``frequency``, in cents. `nil` without a
  /// loop, or if the segment before it has no pitch or is shorter than 0.1 seconds.
  public var beforeLoopCents: Double?

  /// The pitch contour of the first two seconds. `nil` if it has not been measured.
  public var sounding: SoundingPitch?

  package init(
    kind: Kind, frequency: Frequency, uncertaintyCents: Double, spreadCents: Double = 0,
    inharmonicity: Double = 0, confidence: Double = 1, beforeLoopCents: Double? = nil,
    sounding: SoundingPitch? = nil
  ) {
    self.kind = kind
    self.frequency = frequency
    self.uncertaintyCents = uncertaintyCents
    self.spreadCents = spreadCents
    self.inharmonicity = inharmonicity
    self.confidence = confidence
    self.beforeLoopCents = beforeLoopCents
    self.sounding = sounding
  }

  package static var unpitched: PitchMeasurement {
    PitchMeasurement(kind: .unpitched, frequency: .hertz(0), uncertaintyCents: 0, confidence: 0)
  }

  /// Whether there is a pitch.
  public var isPitched: Bool { kind != .unpitched && frequency.isPlayable }
}
