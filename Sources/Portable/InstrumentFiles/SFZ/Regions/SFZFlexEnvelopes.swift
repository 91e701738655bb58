import PeachInstrumentModel
import PeachMusicUnits

/// The flex envelopes (`egN`) of an SFZ region that are active, up to the limits.
struct SFZFlexEnvelopes {
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
      !$0.envelope.points.isEmpty && ($0.hasDepth || Self.isModulated($0.number, settings))
    }
    active = active.sorted(byKey: { SortKey($0.number) })
    if settings.hasTwoEnvelopes { active.append(Self.pitchEnvelope(settings[.pitch])) }
    var pointCount = 0
    for source in active {
      pointCount += source.envelope.points.count
      if numbers.count == Self.limit || pointCount > Self.pointLimit {
        exceedsLimit = true
        return
      }
      var envelope = source.envelope
      if settings.cutoff == nil { (envelope.cutoffCents, envelope.resonanceCentibels) = (0, 0) }
      // Only the first volume envelope applies.
      if envelopes.contains(where: { $0.isVolumeEnvelope }) { envelope.isVolumeEnvelope = false }
      numbers.append(source.number)
      envelopes.append(envelope)
      widths.append(source.width)
    }
  }

  /// Returns the index of an envelope by its number; `nil` if it is inactive.
  func index(_ number: Int) -> UInt8? { numbers.firstIndex(of: number).map { UInt8($0) } }

  /// Returns the pitch envelope as a flex envelope, used if the filter has a different one.
  private static func pitchEnvelope(_ source: SFZSettings.Envelope) -> SFZSettings.FlexEnvelope {
    let stages = source.stages
    let points = [
      (stages[.delay], 0), (stages[.attack], 1), (stages[.hold], 1),
      (stages[.decay], stages[.sustain] / 100), (stages[.release], 0),
    ].map { RegionEnvelope.Point(seconds: $0, level: $1) }
    var envelope = RegionEnvelope(points: points, sustain: 3)
    envelope.pitchCents = source.depth
    return SFZSettings.FlexEnvelope(number: SFZOpcodeRule.pitchEnvelope, envelope: envelope)
  }

  /// Returns the model's target of a stage of the pitch envelope, and the factor of its amount.
  func target(_ stage: SFZTarget.Stage) -> [SFZModulations.Target] {
    let parameter: SFZTarget.FlexParameter =
      switch stage {
      case .delay, .attack, .hold, .decay: .time(stage.rawValue)
      case .sustain: .level(3)
      case .release: .time(4)
      }
    return target(SFZOpcodeRule.pitchEnvelope, parameter, isFiltered: true).map {
      ($0.target, stage == .sustain ? $0.factor * 0.01 : $0.factor)
    }
  }

  /// Returns the model's target of a modulation, and the factor of its amount.
  func target(
    _ number: Int, _ parameter: SFZTarget.FlexParameter, isFiltered: Bool
  ) -> [SFZModulations.Target] {
    guard let index = index(number) else { return [] }
    func scaled(_ part: RegionEnvelope.Part, _ factor: Float = 1) -> [SFZModulations.Target] {
      [(.envelope(index, part), factor)]
    }
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
      switch $0.target {
      case .flexEnvelope(number, .time), .flexEnvelope(number, .level): false
      case .flexEnvelope(number, _): true
      default: false
      }
    }
  }
}

extension SFZSettings {
  /// A flex envelope in the model's units; the width in percent at level 1.
  struct FlexEnvelope: Sendable {
    var number: Int
    var envelope = RegionEnvelope(points: [])
    var width: Float = 0

    var hasDepth: Bool {
      envelope.isVolumeEnvelope || envelope.amplitude != nil
        || [
          envelope.pitchCents, envelope.gainCentibels, envelope.cutoffCents,
          envelope.resonanceCentibels, envelope.pan, width,
        ].contains { $0 != 0 }
    }

    /// Changes one of 32 points; undefined points before it have a time and a level of 0.
    mutating func change(point: Int, _ change: (inout RegionEnvelope.Point) -> Void) {
      guard point >= 0 && point < 32 else { return }
      while envelope.points.count <= point { envelope.points.append(RegionEnvelope.Point()) }
      change(&envelope.points[point])
    }
  }

  mutating func change(envelope number: Int, _ change: (inout FlexEnvelope) -> Void) {
    flexEnvelopes.change(
      where: { $0.number == number }, or: FlexEnvelope(number: number), limit: 32, change)
  }
}
