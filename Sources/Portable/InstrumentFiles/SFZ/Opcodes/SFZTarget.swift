import PeachMusicUnits

/// A parameter of an SFZ region that a controller can modulate.
enum SFZTarget: Hashable, Sendable {
  enum LFOParameter: Hashable, Sendable { case frequency, pitch, volume, cutoff }

  /// An envelope stage, by its offset from the delay's generator.
  enum Stage: Int, Hashable, Sendable, CaseIterable {
    case delay, attack, hold, decay, sustain, release

    var name: String { ["delay", "attack", "hold", "decay", "sustain", "release"][rawValue] }
    var unit: String { self == .sustain ? "%" : "s" }
  }

  /// An envelope, by its prefix in opcodes.
  enum Envelope: String, Hashable, Sendable, CaseIterable {
    case amplifier = "ampeg"
    case pitch = "pitcheg"
    case filter = "fileg"
  }

  /// A parameter of a flex envelope; points by their indices.
  enum FlexParameter: Hashable, Sendable {
    case pitch, volume, amplitude, cutoff, resonance, pan, width
    case time(Int), level(Int)
  }

  enum BandParameter: Hashable, Sendable { case frequency, bandwidth, gain }

  case volume, amplitude, pan, width, tune, cutoff, resonance, velocityTracking
  case offset, delay, reverb, chorus
  case envelope(Envelope, Stage)
  case depth(Envelope)
  case lfo(Int, LFOParameter)
  case flexEnvelope(Int, FlexParameter)
  case band(Int, BandParameter)
}

extension SFZTarget {
  typealias Name = (name: String, unit: String, target: SFZTarget)

  /// The names of the targets in opcodes, with `N` for each number, which is 0 in the target.
  static let names: [Name] =
    constants + envelope(.amplifier) + envelope(.filter) + envelope(.pitch) + fixedLFOs + numbered
  static let byName = {
    var targets = KeyedArray<String, SFZTarget>()
    for name in names { targets.setValue(name.target, for: name.name) }
    return targets
  }()

  private static let constants: [Name] = [
    ("volume", "dB", .volume), ("gain", "dB", .volume), ("amplitude", "%", .amplitude),
    ("pan", "%", .pan), ("width", "%", .width), ("tune", "cents", .tune),
    ("pitch", "cents", .tune), ("cutoff", "cents", .cutoff), ("resonance", "dB", .resonance),
    ("amp_veltrack", "%", .velocityTracking), ("offset", "frames", .offset),
    ("delay", "s", .delay), ("effectN", "%", .reverb),
  ]

  /// The depth and the stages; the amplifier has no depth, and only it a modulated sustain level.
  private static func envelope(_ envelope: Envelope) -> [Name] {
    let isVolume = envelope == .amplifier
    let depth: Name = ("\(envelope.rawValue)_depth", "cents", .depth(envelope))
    let stages = Stage.allCases.filter { isVolume || $0 != .sustain }.map { stage -> Name in
      ("\(envelope.rawValue)_\(stage.name)", stage.unit, .envelope(envelope, stage))
    }
    return isVolume ? stages : [depth] + stages
  }

  private static let fixedLFOs = SFZOpcodeRule.fixedLFOs.flatMap { lfo -> [Name] in
    [
      (lfo.prefix + "_depth", lfo.target == .volume ? "dB" : "cents", .lfo(lfo.number, lfo.target)),
      (lfo.prefix + "_freq", "Hz", .lfo(lfo.number, .frequency)),
    ]
  }

  private static let numbered: [Name] = [
    ("lfoN_freq", "Hz", .lfo(0, .frequency)), ("lfoN_pitch", "cents", .lfo(0, .pitch)),
    ("lfoN_volume", "dB", .lfo(0, .volume)), ("lfoN_cutoff", "cents", .lfo(0, .cutoff)),
    ("egN_timeN", "s", .flexEnvelope(0, .time(0))),
    ("egN_levelN", "−1…1", .flexEnvelope(0, .level(0))),
    ("egN_pitch", "cents", .flexEnvelope(0, .pitch)),
    ("egN_volume", "dB", .flexEnvelope(0, .volume)),
    ("egN_amplitude", "%", .flexEnvelope(0, .amplitude)),
    ("egN_cutoff", "cents", .flexEnvelope(0, .cutoff)),
    ("egN_resonance", "dB", .flexEnvelope(0, .resonance)), ("egN_pan", "%", .flexEnvelope(0, .pan)),
    ("egN_width", "%", .flexEnvelope(0, .width)), ("eqN_freq", "Hz", .band(0, .frequency)),
    ("eqN_bw", "octaves", .band(0, .bandwidth)), ("eqN_gain", "dB", .band(0, .gain)),
  ]

  /// Returns a target of ``names`` with the numbers of an opcode's name, the last of which is the
  /// controller's; `nil` if there is none with these numbers.
  func with(_ numbers: [Int]) -> SFZTarget? {
    let number = numbers.first ?? 0
    switch self {
    case .reverb: return number == 1 ? .reverb : number == 2 ? .chorus : nil
    case .lfo(0, let parameter): return .lfo(number, parameter)
    case .flexEnvelope(_, .time):
      return numbers.count == 3 ? .flexEnvelope(number, .time(numbers[1])) : nil
    case .flexEnvelope(_, .level):
      return numbers.count == 3 ? .flexEnvelope(number, .level(numbers[1])) : nil
    case .flexEnvelope(_, let parameter): return .flexEnvelope(number, parameter)
    case .band(_, let parameter): return (1...3).contains(number) ? .band(number, parameter) : nil
    default: return self
    }
  }
}

/// The modulation of a target by a controller.
struct SFZModulation: Hashable, Sendable {
  var target: SFZTarget
  var controller: Int
  /// The amount in the opcode's unit; `nil` if only a curve is given.
  var amount: Float?
  /// The number of the curve.
  var curve: Int?
}
