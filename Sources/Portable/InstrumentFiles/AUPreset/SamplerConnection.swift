/// A modulation: a source, a destination and a control that scales it.
package struct SamplerConnection: Hashable, Sendable {
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
    case pitch, cutoff
    /// Decibels.
    case gain, resonance
    /// −1 for left through 1 for right.
    case pan
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

  init(_ source: Source, _ destination: Destination, _ maximum: Double, minimum: Double = 0) {
    self.source = source
    self.destination = destination
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The default connections, also those of EXS24 instruments: key to pitch; controllers 7 and 11
  /// and the first envelope to level.
  static var defaults: [SamplerConnection] {
    [
      SamplerConnection(.key, .pitch, 12_800), .level(.controller(7), -96),
      .level(.controller(11), -96), .level(.envelope(0), -96, isConcave: false),
    ]
  }

  /// Returns a connection that attenuates the level by up to `decibels` as the source falls.
  static func level(
    _ source: Source, _ decibels: Double, isConcave: Bool = true
  ) -> SamplerConnection {
    var connection = SamplerConnection(source, .gain, decibels)
    connection.isReversed = true
    connection.isConcave = isConcave
    return connection
  }

  /// Reads a connection; `nil` if it is disabled or has no effect.
  init?(_ list: PropertyList) {
    guard list["enabled"]?.truth ?? true, let source = list["source"]?.whole,
      let destination = list["destination"]?.whole
    else { return nil }
    self.init(Source(source), Destination(destination), 0)
    control = Source(list["control"]?.whole ?? 0, isControl: true)
    isReversed = list["inverse"]?.truth ?? false
    isConcave = list["transform"]?.whole == 2
    func bounded(_ value: Double) -> Double { min(max(value, -1e6), 1e6) }
    if let scale = list["scale"]?.number {
      maximum = bounded(scale)
      isBipolar = list["bipolar"]?.truth ?? false
    } else {
      minimum = bounded(list["min value"]?.number ?? 0)
      maximum = bounded(list["max value"]?.number ?? 0)
    }
    if minimum == 0 && maximum == 0 { return nil }
  }
}

extension SamplerConnection.Source {
  /// Creates a source from Apple's number: a controller below 128. As a control, 0 means none.
  init(_ number: Int64, isControl: Bool = false) {
    self =
      switch number {
      case 0 where isControl: .none
      case 0...127: .controller(UInt8(number))
      case 224: .pitchWheel
      case 241: .bendRange
      case 242: .fineTuning
      case 300: .key
      case 301: .velocity
      case 320...327: .sharedLFO(Int(number - 320))
      case 0x1000_0000..<0x2000_0000: .lfo(Int(number & 0xFF))
      case 0x2000_0000..<0x3000_0000: .envelope(Int(number & 0xFF))
      default: .other(number)
      }
  }
}

extension SamplerConnection.Destination {
  /// Creates a destination from Apple's number. Its lowest byte is an index within the layer, the
  /// next one the layer's index.
  init(_ number: Int64) {
    let index = Int(number & 0xFF)
    self =
      switch number >> 16 {
      case 0x30B0: .pitch
      case 0x5010: .gain
      case 0x5020: .pan
      case 0x4150: .cutoff
      case 0x4160: .resonance
      case 0x12A0: .lfoRate(index)
      case 0x2200: .attack(envelope: index)
      default: .other(number)
      }
  }
}
