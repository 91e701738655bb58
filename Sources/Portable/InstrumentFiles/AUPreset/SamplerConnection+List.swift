/// Connections of `.aupreset` files.
extension SamplerConnection {
  /// Reads a connection; `nil` if it is disabled or has no effect.
  init?(_ list: PropertyList) {
    guard list["enabled"]?.truth ?? true, let source = list["source"]?.whole,
      let destination = list["destination"]?.whole
    else { return nil }
    self.init(Source(source), Destination(destination), 0)
    control = Source(list["control"]?.whole ?? 0, isControl: true)
    isReversed = list["inverse"]?.truth ?? false
    isConcave = list["transform"]?.whole == 2
    if let scale = list["scale"]?.number {
      maximum = Self.bounded(scale)
      isBipolar = list["bipolar"]?.truth ?? false
    } else {
      minimum = Self.bounded(list["min value"]?.number ?? 0)
      maximum = Self.bounded(list["max value"]?.number ?? 0)
    }
    if minimum == 0 && maximum == 0 { return nil }
  }

  private static func bounded(_ value: Double) -> Double { min(max(value, -1e6), 1e6) }
}

extension SamplerConnection.Source {
  /// Creates a source from Apple's number: a controller below 128. As a control, 0 means none.
  init(_ number: Int64, isControl: Bool = false) {
    switch number {
    case 0 where isControl: self = .none
    case 0...127: self = .controller(UInt8(number))
    case 224: self = .pitchWheel
    case 241: self = .bendRange
    case 242: self = .fineTuning
    case 300: self = .key
    case 301: self = .velocity
    case 320...327: self = .sharedLFO(Int(number - 320))
    case 0x1000_0000..<0x2000_0000: self = .lfo(Int(number & 0xFF))
    case 0x2000_0000..<0x3000_0000: self = .envelope(Int(number & 0xFF))
    default: self = .other(number)
    }
  }
}

extension SamplerConnection.Destination {
  /// Creates a destination from Apple's number. Its lowest byte is an index within the layer, the
  /// next one the layer's index.
  init(_ number: Int64) {
    let index = Int(number & 0xFF)
    switch number >> 16 {
    case 0x30B0: self = .pitch
    case 0x5010: self = .gain
    case 0x5020: self = .pan
    case 0x4150: self = .cutoff
    case 0x4160: self = .resonance
    case 0x12A0: self = .lfoRate(index)
    case 0x2200: self = .attack(envelope: index)
    default: self = .other(number)
    }
  }
}
