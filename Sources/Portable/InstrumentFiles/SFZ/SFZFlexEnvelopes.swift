import PeachInstrumentModel

/// Which of an SFZ region's envelopes of points become the model's.
struct SFZFlexEnvelopes {
  /// As many as are played, in the order of their numbers.
  private(set) var envelopes: [RegionEnvelope] = []
  /// How far each moves the width of a stereo sample, in percent.
  private(set) var widths: [Float] = []
  /// Whether there are more than are played.
  private(set) var isCrowded = false
  private var numbers: [Int] = []
  private static var limit: Int { 8 }
  /// In all of a region's together.
  private static var pointLimit: Int { 63 }

  init(_ settings: SFZSettings) {
    var heard = settings.pointEnvelopes.filter {
      !$0.points.isEmpty && ($0.movesSomething || Self.isMoved($0.number, settings))
    }
    heard.sort { $0.number < $1.number }
    if settings.hasTwoEnvelopes { heard.append(Self.pitchEnvelope(settings.pitchEnvelope)) }
    var pointCount = 0
    for own in heard {
      pointCount += own.points.count
      if numbers.count == Self.limit || pointCount > Self.pointLimit {
        isCrowded = true
        return
      }
      numbers.append(own.number)
      envelopes.append(Self.envelope(own, isFiltered: settings.cutoff != nil))
      widths.append(own.width)
      // The first of them is the region's.
      if envelopes.dropLast().contains(where: { $0.isVolumeEnvelope }) {
        envelopes[envelopes.count - 1].isVolumeEnvelope = false
      }
    }
  }

  /// The place of an envelope by its number; nil where it is not played.
  func index(_ number: Int) -> UInt8? { numbers.firstIndex(of: number).map { UInt8($0) } }

  /// The pitch's envelope beside another one of the filter.
  private static func pitchEnvelope(
    _ own: SFZSettings.Envelope
  ) -> SFZSettings.FlexEnvelope {
    var envelope = SFZSettings.FlexEnvelope(number: SFZOpcodeRule.pitchEnvelope)
    let stages: [(Float, Float)] = [
      (own.delay, 0), (own.attack, 1), (own.hold, 1), (own.decay, own.sustain / 100),
      (own.release, 0),
    ]
    envelope.points = stages.map { RegionEnvelope.Point(seconds: $0, level: $1) }
    envelope.sustain = 3
    envelope.pitch = own.depth
    return envelope
  }

  /// A stage of the pitch's envelope.
  func target(_ stage: SFZTarget.Stage) -> [(RegionModulation.Target, Float)] {
    let (part, scale): (SFZTarget.FlexEnvelope, Float) =
      switch stage {
      case .delay: (.time(0), 1)
      case .attack: (.time(1), 1)
      case .hold: (.time(2), 1)
      case .decay: (.time(3), 1)
      case .sustain: (.level(3), 0.01)
      case .release: (.time(4), 1)
      }
    return target(SFZOpcodeRule.pitchEnvelope, part, isFiltered: true).map {
      ($0.0, $0.1 * scale)
    }
  }

  /// What a controller moves, and what its amount is multiplied by.
  func target(
    _ number: Int, _ part: SFZTarget.FlexEnvelope, isFiltered: Bool
  ) -> [(RegionModulation.Target, Float)] {
    guard let index = index(number) else { return [] }
    let (own, scale): (RegionEnvelope.Part, Float)
    switch part {
    case .pitch: (own, scale) = (.pitch, 1)
    case .volume: (own, scale) = (.gain, 10)
    case .amplitude: (own, scale) = (.amplitude, 0.01)
    case .pan: (own, scale) = (.pan, 5)
    case .cutoff where isFiltered: (own, scale) = (.cutoff, 1)
    case .resonance where isFiltered: (own, scale) = (.resonance, 10)
    case .time(let point): (own, scale) = (.seconds(point: UInt8(clamping: point)), 1)
    case .level(let point): (own, scale) = (.level(point: UInt8(clamping: point)), 1)
    case .width, .cutoff, .resonance: return []
    }
    return [(.envelope(index, own), scale)]
  }

  private static func isMoved(_ number: Int, _ settings: SFZSettings) -> Bool {
    settings.modulations.contains {
      guard case .pointEnvelope(number, let part) = $0.target else { return false }
      switch part {
      case .time, .level: return false
      default: return true
      }
    }
  }

  private static func envelope(
    _ own: SFZSettings.FlexEnvelope, isFiltered: Bool
  ) -> RegionEnvelope {
    var envelope = RegionEnvelope(points: own.points, sustain: own.sustain)
    envelope.isVolumeEnvelope = own.isVolume
    envelope.followsControllers = own.isDynamic
    envelope.pitchCents = own.pitch
    envelope.gainCentibels = 10 * own.volume
    envelope.amplitude = own.amplitude.map { $0 / 100 }
    envelope.pan = 5 * own.pan
    if isFiltered {
      envelope.cutoffCents = own.cutoff
      envelope.resonanceCentibels = 10 * own.resonance
    }
    return envelope
  }
}

extension SFZSettings {
  /// An envelope of points: cents, decibels and percent at level 1.
  struct FlexEnvelope: Sendable {
    var number: Int
    var points: [RegionEnvelope.Point] = []
    var sustain: UInt8?
    var isDynamic = false
    var isVolume = false
    var pitch: Float = 0
    var volume: Float = 0
    var amplitude: Float?
    var cutoff: Float = 0
    var resonance: Float = 0
    var pan: Float = 0
    var width: Float = 0
    private static var pointLimit: Int { 32 }

    var movesSomething: Bool {
      isVolume || amplitude != nil
        || [pitch, volume, cutoff, resonance, pan, width].contains { $0 != 0 }
    }

    /// Changes a point; those before it that were not named take no time, at level 0.
    mutating func change(point: Int, _ change: (inout RegionEnvelope.Point) -> Void) {
      guard point >= 0 && point < Self.pointLimit else { return }
      while points.count <= point { points.append(RegionEnvelope.Point()) }
      change(&points[point])
    }
  }

  /// Changes the envelope of points of a number.
  mutating func change(envelope number: Int, _ change: (inout FlexEnvelope) -> Void) {
    if let index = pointEnvelopes.firstIndex(where: { $0.number == number }) {
      return change(&pointEnvelopes[index])
    }
    guard pointEnvelopes.count < 32 else { return }
    var envelope = FlexEnvelope(number: number)
    change(&envelope)
    pointEnvelopes.append(envelope)
  }
}
