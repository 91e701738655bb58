import PeachInstrumentModel

/// Envelopes and oscillators.
extension SFZOpcodeRule {
  static let envelopes: [SFZOpcodeRule] =
    envelope("ampeg", "volume", [33, 34, 35, 36, 37, 38]) { settings, change in
      change(&settings.amplifierEnvelope)
    }
    + envelope("pitcheg", "modulation", [25, 26, 27, 28, 29, 30]) { settings, change in
      change(&settings.pitchEnvelope)
    } + depths("pitcheg", "to pitch (7)") { settings, change in change(&settings.pitchEnvelope) }
    + envelope("fileg", "modulation", [25, 26, 27, 28, 29, 30]) { settings, change in
      change(&settings.filterEnvelope)
    } + depths("fileg", "to cutoff (11)") { settings, change in change(&settings.filterEnvelope) }

  private typealias Change = (inout SFZSettings.Envelope) -> Void

  private static func envelope(
    _ word: String, _ name: String, _ generators: [Int],
    _ at: @escaping @Sendable (inout SFZSettings, Change) -> Void
  ) -> [SFZOpcodeRule] {
    func rule(
      _ stage: String, _ unit: String, _ place: Int,
      _ set: @escaping @Sendable (inout SFZSettings.Envelope, Float) -> Void
    ) -> SFZOpcodeRule {
      SFZOpcodeRule(
        "\(word)_\(stage)", unit, "\(name) envelope (\(generators[place]))"
      ) { settings, argument in
        let value = argument.real(unit == "%" ? 0...100 : 0...100)
        at(&settings) { set(&$0, value) }
      }
    }
    func velocity(
      _ stage: String, _ unit: String,
      _ set: @escaping @Sendable (inout SFZSettings.Envelope, Float) -> Void
    ) -> SFZOpcodeRule {
      SFZOpcodeRule(
        "\(word)_vel2\(stage)", unit, "added at velocity 127, in proportion below"
      ) { settings, argument in
        let value = argument.real(-100...100)
        at(&settings) { set(&$0, value) }
      }
    }
    return [
      rule("delay", "s", 0) { $0.delay = $1 }, rule("attack", "s", 1) { $0.attack = $1 },
      rule("hold", "s", 2) { $0.hold = $1 }, rule("decay", "s", 3) { $0.decay = $1 },
      rule("sustain", "%", 4) { $0.sustain = $1 }, rule("release", "s", 5) { $0.release = $1 },
      velocity("delay", "s") { $0.velocityToDelay = $1 },
      velocity("attack", "s") { $0.velocityToAttack = $1 },
      velocity("hold", "s") { $0.velocityToHold = $1 },
      velocity("decay", "s") { $0.velocityToDecay = $1 },
      velocity("sustain", "%") { $0.velocityToSustain = $1 },
      velocity("release", "s") { $0.velocityToRelease = $1 },
    ]
  }

  private static func depths(
    _ word: String, _ name: String, _ at: @escaping @Sendable (inout SFZSettings, Change) -> Void
  ) -> [SFZOpcodeRule] {
    [
      SFZOpcodeRule("\(word)_depth", "cents", "modulation envelope \(name)") {
        settings, argument in
        let value = argument.real(-12000...12000)
        at(&settings) { $0.depth = value }
      },
      SFZOpcodeRule("\(word)_vel2depth", "cents", "added at velocity 127, in proportion below") {
        settings, argument in
        let value = argument.real(-12000...12000)
        at(&settings) { $0.velocityToDepth = value }
      },
    ]
  }

  /// The numbers under which the three oscillators of the first version are kept.
  static let pitchOscillator = 1001
  static let amplifierOscillator = 1002
  static let filterOscillator = 1003

  static let oscillators: [SFZOpcodeRule] =
    oscillator("pitchlfo", pitchOscillator, "cents", "oscillator to pitch (5, 6)") {
      $0.pitch = $1
    }
    + oscillator("amplfo", amplifierOscillator, "dB", "oscillator to volume (13)") {
      $0.volume = $1
    }
    + oscillator("fillfo", filterOscillator, "cents", "oscillator to cutoff (10)") {
      $0.cutoff = $1
    }
    + [
      SFZOpcodeRule("lfoN_freq", "Hz", "oscillator N's rate (22, 24)") { settings, argument in
        settings.change(oscillator: argument.number) { $0.frequency = argument.real(0...100) }
      },
      SFZOpcodeRule("lfoN_delay", "s", "oscillator N's delay (21, 23)") { settings, argument in
        settings.change(oscillator: argument.number) { $0.delay = argument.real(0...100) }
      },
      SFZOpcodeRule("lfoN_fade", "s", "the time in which oscillator N grows") {
        settings, argument in
        settings.change(oscillator: argument.number) {
          $0.shape.fadeSeconds = argument.real(0...100)
        }
      },
      SFZOpcodeRule("lfoN_phase", "0…1", "the part of its period at which oscillator N begins") {
        settings, argument in
        settings.change(oscillator: argument.number) { $0.shape.phase = argument.real(0...1) }
      },
      SFZOpcodeRule(
        "lfoN_wave", "0…7", "triangle, sine, pulses of 75, 50, 25 and 12.5 %, saws up and down"
      ) { settings, argument in
        guard let wave = UInt8(exactly: argument.whole).flatMap(RegionLFO.Wave.init)
        else { return }
        settings.change(oscillator: argument.number) { $0.shape.wave = wave }
      },
      SFZOpcodeRule("lfoN_pitch", "cents", "oscillator N to pitch (5, 6)") { settings, argument in
        settings.change(oscillator: argument.number) { $0.pitch = argument.real(-12000...12000) }
      },
      SFZOpcodeRule("lfoN_volume", "dB", "oscillator N to volume (13)") { settings, argument in
        settings.change(oscillator: argument.number) { $0.volume = argument.real(-96...96) }
      },
      SFZOpcodeRule("lfoN_cutoff", "cents", "oscillator N to cutoff (10)") { settings, argument in
        settings.change(oscillator: argument.number) { $0.cutoff = argument.real(-12000...12000) }
      },
    ]

  private static func oscillator(
    _ word: String, _ number: Int, _ unit: String, _ meaning: String,
    _ set: @escaping @Sendable (inout SFZSettings.Oscillator, Float) -> Void
  ) -> [SFZOpcodeRule] {
    [
      SFZOpcodeRule("\(word)_freq", "Hz", "the oscillator's rate (22, 24)") { settings, argument in
        settings.change(oscillator: number) { $0.frequency = argument.real(0...100) }
      },
      SFZOpcodeRule("\(word)_delay", "s", "the oscillator's delay (21, 23)") {
        settings, argument in
        settings.change(oscillator: number) { $0.delay = argument.real(0...100) }
      },
      SFZOpcodeRule("\(word)_fade", "s", "the time in which the oscillator grows") {
        settings, argument in
        settings.change(oscillator: number) { $0.shape.fadeSeconds = argument.real(0...100) }
      },
      SFZOpcodeRule("\(word)_depth", unit, meaning) { settings, argument in
        settings.change(oscillator: number) { set(&$0, argument.real(-12000...12000)) }
      },
    ]
  }
}
