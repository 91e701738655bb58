/// The meaning of an opcode's name: a rule, a modulation or an initial controller value.
enum SFZOpcodeName {
  /// A parameter of a modulation by a controller.
  enum ModulationParameter {
    case amount, curve
    /// Smoothing, or a number of steps.
    case smoothing
  }

  case rule(SFZOpcodeRule, numbers: [Int])
  case modulation(SFZTarget, controller: Int, ModulationParameter)
  /// An initial controller value.
  case setting(controller: Int, isNormalized: Bool)
  case unknown

  /// Parses a name in lower case.
  init(_ name: String) {
    let (pattern, numbers) = Self.pattern(name)
    if let rule = SFZOpcodeRule.byName[name] {
      self = .rule(rule, numbers: numbers)
    } else if pattern == "set_ccN" || pattern == "set_hdccN", let number = numbers.last {
      self = .setting(controller: number, isNormalized: pattern == "set_hdccN")
    } else if let rule = SFZOpcodeRule.byName[pattern] {
      self = .rule(rule, numbers: numbers)
    } else if let modulation = Self.modulation(pattern, numbers) {
      self = modulation
    } else if let rule = Self.family(pattern) {
      self = .rule(rule, numbers: numbers)
    } else {
      self = .unknown
    }
  }

  /// Returns the name with `N` for each number, and the numbers.
  static func pattern(_ name: String) -> (String, [Int]) {
    var pattern: [UInt8] = []
    var numbers: [Int] = []
    var isInNumber = false
    for byte in name.utf8 {
      if byte >= 0x30 && byte <= 0x39 {
        if isInNumber {
          let last = numbers[numbers.count - 1]
          if last < 100_000 { numbers[numbers.count - 1] = last * 10 + Int(byte - 0x30) }
        } else {
          numbers.append(Int(byte - 0x30))
          pattern.append(0x4E)
        }
        isInNumber = true
      } else {
        isInNumber = false
        pattern.append(byte)
      }
    }
    return (String(decoding: pattern, as: UTF8.self), numbers)
  }

  /// Parses `…_onccN`, `…_ccN`, `…ccN`, `…_curveccN`, `…_smoothccN` and `…_stepccN`.
  private static func modulation(_ pattern: String, _ numbers: [Int]) -> SFZOpcodeName? {
    guard pattern.hasSuffix("ccN"), let controller = numbers.last else { return nil }
    let stem = pattern.dropLast(3)
    let suffixes: [(String, ModulationParameter)] = [
      ("_curve", .curve), ("_smooth", .smoothing), ("_step", .smoothing), ("_on", .amount),
      ("_", .amount), ("", .amount),
    ]
    for (suffix, parameter) in suffixes where stem.hasSuffix(suffix) {
      if let target = target(String(stem.dropLast(suffix.count)), numbers) {
        return .modulation(target, controller: controller, parameter)
      }
    }
    return nil
  }

  private static func target(_ base: String, _ numbers: [Int]) -> SFZTarget? {
    switch base {
    case "volume", "gain": .volume
    case "amplitude": .amplitude
    case "pan": .pan
    case "width": .width
    case "tune", "pitch": .tune
    case "cutoff": .cutoff
    case "resonance": .resonance
    case "amp_veltrack": .velocityTracking
    case "offset": .offset
    case "delay": .delay
    case "effectN": numbers.first == 1 ? .reverb : numbers.first == 2 ? .chorus : nil
    default:
      lfo(base, numbers) ?? envelope(base) ?? flexEnvelope(base, numbers) ?? band(base, numbers)
    }
  }

  /// Returns the target of an opcode of an LFO: `lfoN_…`, or one of the LFOs of SFZ 1.
  private static func lfo(_ base: String, _ numbers: [Int]) -> SFZTarget? {
    guard let separator = base.firstIndex(of: "_") else { return nil }
    let name = base[base.index(after: separator)...]
    if base.hasPrefix("lfoN_") {
      return SFZTarget.LFOParameter(rawValue: String(name)).map { .lfo(numbers.first ?? 0, $0) }
    }
    guard let lfo = SFZOpcodeRule.fixedLFOs.first(where: { $0.prefix == base[..<separator] })
    else { return nil }
    switch name {
    case "depth": return .lfo(lfo.number, lfo.target)
    case "freq": return .lfo(lfo.number, .frequency)
    default: return nil
    }
  }

  private static func envelope(_ base: String) -> SFZTarget? {
    for envelope in SFZTarget.Envelope.allCases where base.hasPrefix(envelope.rawValue + "_") {
      let name = base.dropFirst(envelope.rawValue.count + 1)
      if name == "depth" { return envelope == .amplifier ? nil : .depth(envelope) }
      let stage = SFZTarget.Stage.allCases.first { $0.name == name }
      return stage == .sustain && envelope != .amplifier
        ? nil : stage.map { .envelope(envelope, $0) }
    }
    return nil
  }

  private static func band(_ base: String, _ numbers: [Int]) -> SFZTarget? {
    guard base.hasPrefix("eqN_"), let number = numbers.first, (1...3).contains(number) else {
      return nil
    }
    return SFZTarget.BandParameter(rawValue: String(base.dropFirst(4))).map { .band(number, $0) }
  }

  private static func flexEnvelope(_ base: String, _ numbers: [Int]) -> SFZTarget? {
    guard base.hasPrefix("egN_"), let number = numbers.first else { return nil }
    // The last number is the controller's.
    let point = numbers.count == 3 ? numbers[1] : nil
    let parameter: SFZTarget.FlexParameter? =
      switch base.dropFirst(4) {
      case "pitch": .pitch
      case "volume": .volume
      case "amplitude": .amplitude
      case "cutoff": .cutoff
      case "resonance": .resonance
      case "pan": .pan
      case "width": .width
      case "timeN": point.map { .time($0) }
      case "levelN": point.map { .level($0) }
      default: nil
      }
    return parameter.map { .flexEnvelope(number, $0) }
  }

  /// Returns the first rule that ends with `*` and matches.
  private static func family(_ pattern: String) -> SFZOpcodeRule? {
    SFZOpcodeRule.families.first { pattern.hasPrefix($0.name.dropLast()) }
  }
}

extension SFZOpcodeRule {
  /// The names of all modulation targets, with their units.
  package static let targets: [(name: String, unit: String)] = [
    ("volume", "dB"), ("gain", "dB"), ("amplitude", "%"), ("pan", "%"), ("width", "%"),
    ("tune", "cents"), ("pitch", "cents"), ("cutoff", "cents"), ("resonance", "dB"),
    ("amp_veltrack", "%"), ("offset", "frames"), ("delay", "s"), ("effectN", "%"),
    ("ampeg_delay", "s"), ("ampeg_attack", "s"), ("ampeg_hold", "s"), ("ampeg_decay", "s"),
    ("ampeg_sustain", "%"), ("ampeg_release", "s"), ("fileg_depth", "cents"),
    ("fileg_delay", "s"), ("fileg_attack", "s"), ("fileg_hold", "s"), ("fileg_decay", "s"),
    ("fileg_release", "s"), ("pitcheg_depth", "cents"), ("pitcheg_delay", "s"),
    ("pitcheg_attack", "s"), ("pitcheg_hold", "s"), ("pitcheg_decay", "s"),
    ("pitcheg_release", "s"), ("pitchlfo_depth", "cents"), ("pitchlfo_freq", "Hz"),
    ("amplfo_depth", "dB"), ("amplfo_freq", "Hz"), ("fillfo_depth", "cents"),
    ("fillfo_freq", "Hz"), ("lfoN_freq", "Hz"), ("lfoN_pitch", "cents"), ("lfoN_volume", "dB"),
    ("lfoN_cutoff", "cents"), ("egN_timeN", "s"), ("egN_levelN", "−1…1"), ("egN_pitch", "cents"),
    ("egN_volume", "dB"), ("egN_amplitude", "%"), ("egN_cutoff", "cents"),
    ("egN_resonance", "dB"), ("egN_pan", "%"), ("egN_width", "%"), ("eqN_freq", "Hz"),
    ("eqN_bw", "octaves"), ("eqN_gain", "dB"),
  ]
}
