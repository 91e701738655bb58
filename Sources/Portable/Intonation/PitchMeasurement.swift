public import PeachMusicUnits

/// What a recording sounds at when it is played as it was recorded, and how surely.
public struct PitchMeasurement: Hashable, Sendable {
  /// What the pitch was found from.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A loop of whole periods, each like the next: the pitch is exact.
    case periodicLoop = 0
    /// A loop with vibrato, beating or several players: the pitch it keeps in the long run.
    case longLoop = 1
    /// A recording whose beginning is what is heard: a string struck or plucked, or no loop.
    case decaying = 2
    /// No pitch: noise, a drum, silence, or too short to tell.
    case unpitched = 3
  }

  /// What the pitch was found from.
  public var kind: Kind
  /// The fundamental: the first partial of the series that fits the partials. 0 Hz if unpitched.
  public var frequency: Frequency
  /// The pitch lies within so many cents on either side in 95 of 100 cases.
  public var uncertaintyCents: Double
  /// The standard deviation of the pitch in time, in cents: vibrato, beating, several players.
  public var spreadCents: Double
  /// B in fₙ = n · f₀ · √(1 + B · n²); 0 for what keeps sounding.
  public var inharmonicity: Double
  /// The share of the sound's power that lies in the tone, 0…1.
  public var confidence: Double
  /// How far above ``frequency`` what sounds before the loop is, in cents; nil without a loop, or
  /// where what comes before it has no pitch or lasts less than a tenth of a second.
  public var beforeLoopCents: Double?

  /// A measurement of these parts.
  public init(
    kind: Kind, frequency: Frequency, uncertaintyCents: Double, spreadCents: Double = 0,
    inharmonicity: Double = 0, confidence: Double = 1, beforeLoopCents: Double? = nil
  ) {
    self.kind = kind
    self.frequency = frequency
    self.uncertaintyCents = uncertaintyCents
    self.spreadCents = spreadCents
    self.inharmonicity = inharmonicity
    self.confidence = confidence
    self.beforeLoopCents = beforeLoopCents
  }

  /// No pitch was found.
  public static var unpitched: PitchMeasurement {
    PitchMeasurement(
      kind: .unpitched, frequency: .hertz(0), uncertaintyCents: 0, confidence: 0)
  }

  /// True where there is a pitch.
  public var isPitched: Bool { kind != .unpitched && frequency.isPlayable }
}
