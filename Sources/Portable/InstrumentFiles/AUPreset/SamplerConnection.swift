/// A modulation: a source, a destination and a control that scales it.
package struct SamplerConnection: Hashable, Sendable {
  /// The source of a modulation.
  package enum Source: Hashable, Sendable {
    case none
    case controller(UInt8)
    case pitchWheel
    /// The pitch bend range (RPN 0).
    case bendRange
    /// The fine tuning (RPN 1), which channels apply anyway.
    case fineTuning
    case key
    case velocity
    /// An LFO of the instrument, by index.
    case sharedLFO(Int)
    /// An LFO of the layer, by index.
    case lfo(Int)
    case envelope(Int)
    case other(Int64)
  }

  /// The destination of a modulation, and its unit.
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
    case lfoRate(Int)
    /// Seconds.
    case attack(envelope: Int)
    case other(Int64)
  }

  package var source: Source
  package var control = Source.none
  package var destination: Destination
  /// The changes of the destination at the source's minimum and maximum; with a control, the depths
  /// at the control's minimum and maximum.
  package var minimum = 0.0
  package var maximum: Double
  /// Whether the source is bipolar, with ``maximum`` in both directions.
  package var isBipolar = false
  /// Whether the source is inverted.
  package var isReversed = false
  /// Whether the curve is concave, as from amplitude to decibels; otherwise it is linear.
  package var isConcave = false

  package init(_ source: Source, _ destination: Destination, _ maximum: Double) {
    self.source = source
    self.destination = destination
    self.maximum = maximum
  }

  /// The default connections, also those of EXS24 instruments: key to pitch; controllers 7 and 11 and
  /// the first envelope to level.
  package static var defaults: [SamplerConnection] {
    [
      SamplerConnection(.key, .pitch, 12_800), .level(.controller(7), -96),
      .level(.controller(11), -96), .level(.envelope(0), -96, isConcave: false),
    ]
  }

  /// Returns a connection that attenuates the level by up to `decibels` as the source falls.
  package static func level(
    _ source: Source, _ decibels: Double, isConcave: Bool = true
  ) -> SamplerConnection {
    var connection = SamplerConnection(source, .gain, decibels)
    connection.isReversed = true
    connection.isConcave = isConcave
    return connection
  }

  /// Returns a connection between two values.
  package static func between(
    _ source: Source, _ destination: Destination, _ minimum: Double, _ maximum: Double
  ) -> SamplerConnection {
    var connection = SamplerConnection(source, destination, maximum)
    connection.minimum = minimum
    return connection
  }
}
