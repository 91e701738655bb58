/// An opcode's name taken apart: the rule it falls under, and its numbers.
enum SFZOpcodeName {
  /// What a controller does to an opcode.
  enum Part {
    /// How far the controller moves it.
    case amount
    /// Along which curve.
    case curve
    /// How smoothly, or in how many steps.
    case manner
  }

  case rule(SFZOpcodeRule, numbers: [Int])
  case modulation(SFZTarget, controller: Int, part: Part)
  /// Where a controller stands at first.
  case setting(controller: Int, isFine: Bool)
  case unknown

  /// Finds out what a name in small letters means.
  init(_ name: String) {
    let (pattern, numbers) = Self.pattern(name)
    if let rule = SFZOpcodeRule.byName[name] {
      self = .rule(rule, numbers: numbers)
    } else if pattern == "set_ccN" || pattern == "set_hdccN", let number = numbers.last {
      self = .setting(controller: number, isFine: pattern == "set_hdccN")
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

  /// The name with `N` for each number, and the numbers.
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

  /// `…_onccN`, `…_ccN`, `…ccN`, `…_curveccN`, `…_smoothccN`, `…_stepccN`.
  private static func modulation(_ pattern: String, _ numbers: [Int]) -> SFZOpcodeName? {
    guard pattern.hasSuffix("ccN"), let controller = numbers.last else { return nil }
    let word = pattern.dropLast(3)
    let endings: [(String, Part)] = [
      ("_curve", .curve), ("_smooth", .manner), ("_step", .manner), ("_on", .amount),
      ("_", .amount), ("", .amount),
    ]
    for (ending, part) in endings where word.hasSuffix(ending) {
      let base = String(word.dropLast(ending.count))
      if let target = target(base, numbers) {
        return .modulation(target, controller: controller, part: part)
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
      oscillation(base, numbers) ?? envelope(base) ?? pointEnvelope(base, numbers)
        ?? band(base, numbers)
    }
  }

  private static func oscillation(_ base: String, _ numbers: [Int]) -> SFZTarget? {
    switch base {
    case "pitchlfo_depth": .oscillator(SFZOpcodeRule.pitchOscillator, .pitch)
    case "pitchlfo_freq": .oscillator(SFZOpcodeRule.pitchOscillator, .frequency)
    case "amplfo_depth": .oscillator(SFZOpcodeRule.amplifierOscillator, .volume)
    case "amplfo_freq": .oscillator(SFZOpcodeRule.amplifierOscillator, .frequency)
    case "fillfo_depth": .oscillator(SFZOpcodeRule.filterOscillator, .cutoff)
    case "fillfo_freq": .oscillator(SFZOpcodeRule.filterOscillator, .frequency)
    case "lfoN_freq": .oscillator(numbers.first ?? 0, .frequency)
    case "lfoN_pitch": .oscillator(numbers.first ?? 0, .pitch)
    case "lfoN_volume": .oscillator(numbers.first ?? 0, .volume)
    case "lfoN_cutoff": .oscillator(numbers.first ?? 0, .cutoff)
    default: nil
    }
  }

  private static func envelope(_ base: String) -> SFZTarget? {
    let words: [(String, SFZTarget.Envelope)] = [
      ("ampeg_", .amplifier), ("fileg_", .filter), ("pitcheg_", .pitch),
    ]
    for (word, envelope) in words where base.hasPrefix(word) {
      switch base.dropFirst(word.count) {
      case "delay": return .envelope(envelope, .delay)
      case "attack": return .envelope(envelope, .attack)
      case "hold": return .envelope(envelope, .hold)
      case "decay": return .envelope(envelope, .decay)
      case "sustain" where envelope == .amplifier: return .envelope(envelope, .sustain)
      case "release": return .envelope(envelope, .release)
      case "depth" where envelope != .amplifier: return .depth(envelope)
      default: return nil
      }
    }
    return nil
  }

  private static func band(_ base: String, _ numbers: [Int]) -> SFZTarget? {
    guard let number = numbers.first, (1...3).contains(number) else { return nil }
    switch base {
    case "eqN_freq": return .band(number, .frequency)
    case "eqN_bw": return .band(number, .bandwidth)
    case "eqN_gain": return .band(number, .gain)
    default: return nil
    }
  }

  private static func pointEnvelope(_ base: String, _ numbers: [Int]) -> SFZTarget? {
    guard base.hasPrefix("egN_"), let number = numbers.first else { return nil }
    // The last of them is the controller's.
    let point = numbers.count == 3 ? numbers[1] : nil
    let part: SFZTarget.FlexEnvelope? =
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
    return part.map { .pointEnvelope(number, $0) }
  }

  /// The rule for a whole family of names, written with a `*`.
  private static func family(_ pattern: String) -> SFZOpcodeRule? {
    for rule in SFZOpcodeRule.families where pattern.hasPrefix(rule.name.dropLast()) {
      return rule
    }
    return nil
  }
}

extension SFZOpcodeRule {
  /// The names of all that a controller can move, with its unit.
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

  /// The rules whose names end with a `*`.
  static let families: [SFZOpcodeRule] = all.filter { $0.name.utf8.last == 0x2A }
}
