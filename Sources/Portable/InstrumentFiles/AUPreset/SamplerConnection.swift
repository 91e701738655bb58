/// A source that moves a destination, as far as a control says.
package struct SamplerConnection: Hashable, Sendable {
  /// Where a movement comes from.
  package enum Source: Hashable, Sendable {
    case none
    case controller(UInt8)
    case pitchWheel
    /// How far the pitch wheel bends: registered parameter 0.
    case bendRange
    /// Registered parameter 1, which channels have anyway.
    case fineTuning
    case key
    case velocity
    /// One of the instrument's oscillators.
    case sharedOscillator(Int)
    /// One of the layer's own oscillators.
    case oscillator(Int)
    case envelope(Int)
    case other(Int64)
  }

  /// What is moved, and its unit.
  package enum Destination: Hashable, Sendable {
    /// Cents.
    case pitch
    /// Decibels.
    case gain
    /// −1 for left through 1 for right.
    case pan
    /// Cents.
    case cutoff
    /// Decibels.
    case resonance
    case oscillatorRate(Int)
    /// Seconds.
    case attack(envelope: Int)
    case other(Int64)
  }

  package var source: Source
  package var control = Source.none
  package var destination: Destination
  /// The destination's change where the source is at its lowest and where it is at its highest; with
  /// a control, the depths to which the control takes it.
  package var minimum = 0.0
  package var maximum: Double
  /// Whether the source goes from −1 to 1, and moves by ``maximum`` both ways.
  package var isBipolar = false
  /// Whether the source counts from its highest value down.
  package var isReversed = false
  /// Whether it moves slowly first, as decibels do over amplitudes; else in a straight line.
  package var isConcave = false

  package init(_ source: Source, _ destination: Destination, _ maximum: Double) {
    self.source = source
    self.destination = destination
    self.maximum = maximum
  }

  /// What every layer has where nothing else is said, and what an EXS24 instrument gets: the key
  /// decides the pitch, controllers 7 and 11 and the first envelope the level.
  package static var usual: [SamplerConnection] {
    [
      SamplerConnection(.key, .pitch, 12_800), .level(.controller(7), -96),
      .level(.controller(11), -96), .level(.envelope(0), -96, isConcave: false),
    ]
  }

  /// The level falls by so much as a source falls.
  package static func level(
    _ source: Source, _ decibels: Double, isConcave: Bool = true
  ) -> SamplerConnection {
    var connection = SamplerConnection(source, .gain, decibels)
    connection.isReversed = true
    connection.isConcave = isConcave
    return connection
  }

  /// Between two values.
  package static func between(
    _ source: Source, _ destination: Destination, _ minimum: Double, _ maximum: Double
  ) -> SamplerConnection {
    var connection = SamplerConnection(source, destination, maximum)
    connection.minimum = minimum
    return connection
  }
}
