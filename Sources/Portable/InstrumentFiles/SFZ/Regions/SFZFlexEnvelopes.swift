import PeachInstrumentModel

/// The flex envelopes (`egN`) of an SFZ region that are active, up to the limits.
struct SFZFlexEnvelopes {
  /// The envelopes in the order of their numbers.
  private(set) var envelopes: [RegionEnvelope] = []
  /// The modulation of the stereo width by each envelope, in percent.
  private(set) var widths: [Float] = []
  /// Whether envelopes or points exceed the limits.
  private(set) var exceedsLimit = false
  private var numbers: [Int] = []
  private static var limit: Int { 8 }
  /// The number of points in all envelopes of a region.
  private static var pointLimit: Int { 63 }

  init(_ settings: SFZSettings) {
    var active = settings.flexEnvelopes.filter {
      !$0.points.isEmpty && ($0.hasDepth || Self.isModulated($0.number, settings))
    }
    active.sort { $0.number < $1.number }
    if settings.hasTwoEnvelopes { active.append(Self.pitchEnvelope(settings[.pitch])) }
    var pointCount = 0
    for source in active {
      pointCount += source.points.count
      if numbers.count == Self.limit || pointCount > Self.pointLimit {
        exceedsLimit = true
        return
      }
      numbers.append(source.number)
      envelopes.append(Self.envelope(source, isFiltered: settings.cutoff != nil))
      widths.append(source.width)
      // Only the first volume envelope applies.
      if envelopes.dropLast().contains(where: { $0.isVolumeEnvelope }) {
        envelopes[envelopes.count - 1].isVolumeEnvelope = false
      }
    }
  }

  /// Returns the index of an envelope by its number; `nil` if it is inactive.
  func index(_ number: Int) -> UInt8? { numbers.firstIndex(of: number).map { UInt8($0) } }

  /// Returns the pitch envelope as a flex envelope, used if the filter has a different one.
  private static func pitchEnvelope(
    _ source: SFZSettings.Envelope
  ) -> SFZSettings.FlexEnvelope {
    var envelope = SFZSettings.FlexEnvelope(number: SFZOpcodeRule.pitchEnvelope)
    let stages = source.stages
    envelope.points = [
      (stages[.delay], 0), (stages[.attack], 1), (stages[.hold], 1),
      (stages[.decay], stages[.sustain] / 100), (stages[.release], 0),
    ].map { RegionEnvelope.Point(seconds: $0, level: $1) }
    envelope.sustain = 3
    envelope.pitch = source.depth
    return envelope
  }

  /// Returns the model's target of a stage of the pitch envelope, and the factor of its amount.
  func target(_ stage: SFZTarget.Stage) -> [(RegionModulation.Target, Float)] {
    let parameter: SFZTarget.FlexParameter =
      switch stage {
      case .delay, .attack, .hold, .decay: .time(stage.rawValue)
      case .sustain: .level(3)
      case .release: .time(4)
      }
    return target(SFZOpcodeRule.pitchEnvelope, parameter, isFiltered: true).map {
      ($0.0, stage == .sustain ? $0.1 * 0.01 : $0.1)
    }
  }

  /// Returns the model's target of a modulation, and the factor of its amount.
  func target(
    _ number: Int, _ parameter: SFZTarget.FlexParameter, isFiltered: Bool
  ) -> [(RegionModulation.Target, Float)] {
    guard let index = index(number) else { return [] }
    func scaled(
      _ parameter: RegionEnvelope.Part, _ factor: Float = 1
    ) -> [(RegionModulation.Target, Float)] { [(.envelope(index, parameter), factor)] }
    return switch parameter {
    case .pitch: scaled(.pitch)
    case .volume: scaled(.gain, 10)
    case .amplitude: scaled(.amplitude, 0.01)
    case .pan: scaled(.pan, 5)
    case .cutoff where isFiltered: scaled(.cutoff)
    case .resonance where isFiltered: scaled(.resonance, 10)
    case .time(let point): scaled(.seconds(point: UInt8(clamping: point)))
    case .level(let point): scaled(.level(point: UInt8(clamping: point)))
    case .width, .cutoff, .resonance: []
    }
  }

  /// Whether controllers modulate a depth of an envelope.
  private static func isModulated(_ number: Int, _ settings: SFZSettings) -> Bool {
    settings.modulations.contains {
      guard case .flexEnvelope(number, let parameter) = $0.target else { return false }
      switch parameter {
      case .time, .level: return false
      default: return true
      }
    }
  }

  private static func envelope(
    _ source: SFZSettings.FlexEnvelope, isFiltered: Bool
  ) -> RegionEnvelope {
    var envelope = RegionEnvelope(points: source.points, sustain: source.sustain)
    envelope.isVolumeEnvelope = source.isVolume
    envelope.followsControllers = source.isDynamic
    envelope.pitchCents = source.pitch
    envelope.gainCentibels = 10 * source.volume
    envelope.amplitude = source.amplitude.map { $0 / 100 }
    envelope.pan = 5 * source.pan
    if isFiltered {
      envelope.cutoffCents = source.cutoff
      envelope.resonanceCentibels = 10 * source.resonance
    }
    return envelope
  }
}

extension SFZSettings {
  /// A flex envelope: cents, decibels and percent at level 1.
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

    var hasDepth: Bool {
      isVolume || amplitude != nil
        || [pitch, volume, cutoff, resonance, pan, width].contains { $0 != 0 }
    }

    /// Changes a point; undefined points before it have a time and a level of 0.
    mutating func change(point: Int, _ change: (inout RegionEnvelope.Point) -> Void) {
      guard point >= 0 && point < Self.pointLimit else { return }
      while points.count <= point { points.append(RegionEnvelope.Point()) }
      change(&points[point])
    }
  }

  /// Changes the flex envelope with a number.
  mutating func change(envelope number: Int, _ change: (inout FlexEnvelope) -> Void) {
    if let index = flexEnvelopes.firstIndex(where: { $0.number == number }) {
      return change(&flexEnvelopes[index])
    }
    guard flexEnvelopes.count < 32 else { return }
    var envelope = FlexEnvelope(number: number)
    change(&envelope)
    flexEnvelopes.append(envelope)
  }
}
