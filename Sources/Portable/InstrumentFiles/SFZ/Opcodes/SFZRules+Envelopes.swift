import PeachInstrumentModel

/// Envelopes and LFOs.
extension SFZOpcodeRule {
  private static var velocityMeaning: String { "added at velocity 127, proportionally below" }

  static let envelopes: [SFZOpcodeRule] =
    stages(.amplifier, "volume envelope", firstGenerator: 33)
    + stages(.pitch, "modulation envelope", firstGenerator: 25) + depths(.pitch, "to pitch (7)")
    + stages(.filter, "modulation envelope", firstGenerator: 25)
    + depths(.filter, "to cutoff (11)")

  private static func stages(
    _ envelope: SFZTarget.Envelope, _ meaning: String, firstGenerator: Int
  ) -> [SFZOpcodeRule] {
    let stages = SFZTarget.Stage.allCases
    return stages.map { stage in
      SFZOpcodeRule(
        "\(envelope.rawValue)_\(stage.name)", stage.unit,
        "\(meaning) (\(firstGenerator + stage.rawValue))"
      ) { $0[envelope].stages[stage] = $1.real(0...100) }
    }
      + stages.map { stage in
        SFZOpcodeRule("\(envelope.rawValue)_vel2\(stage.name)", stage.unit, velocityMeaning) {
          $0[envelope].velocityStages[stage] = $1.real(-100...100)
        }
      }
  }

  private static func depths(
    _ envelope: SFZTarget.Envelope, _ meaning: String
  ) -> [SFZOpcodeRule] {
    [
      SFZOpcodeRule("\(envelope.rawValue)_depth", "cents", "modulation envelope \(meaning)") {
        $0[envelope].depth = $1.real(-12000...12000)
      },
      SFZOpcodeRule("\(envelope.rawValue)_vel2depth", "cents", velocityMeaning) {
        $0[envelope].velocityDepth = $1.real(-12000...12000)
      },
    ]
  }

  /// The LFOs of SFZ 1, each with a single target, and the numbers under which they are stored.
  static let fixedLFOs: [(prefix: String, number: Int, target: SFZTarget.LFOParameter)] = [
    ("pitchlfo", 1001, .pitch), ("amplfo", 1002, .volume), ("fillfo", 1003, .cutoff),
  ]

  static let lfos: [SFZOpcodeRule] =
    fixedLFOs.flatMap { fixed in
      lfo(fixed.prefix, "the LFO", fixed.number) + [
        depth(fixed.prefix + "_depth", "the LFO", fixed.number, fixed.target, -12000...12000)
      ]
    } + lfo("lfoN", "LFO N") + [
      SFZOpcodeRule("lfoN_phase", "0…1", "initial phase of LFO N, in cycles") {
        settings, argument in
        settings.change(lfo: argument.number) { $0.shape.phase = argument.real(0...1) }
      },
      SFZOpcodeRule(
        "lfoN_wave", "0…7",
        "waveform: triangle, sine, pulse of 75, 50, 25 and 12.5 %, rising and falling sawtooth"
      ) { settings, argument in
        guard let wave = UInt8(exactly: argument.whole).flatMap(RegionLFO.Wave.init)
        else { return }
        settings.change(lfo: argument.number) { $0.shape.wave = wave }
      },
      depth("lfoN_pitch", "LFO N", nil, .pitch, -12000...12000),
      depth("lfoN_volume", "LFO N", nil, .volume, -96...96),
      depth("lfoN_cutoff", "LFO N", nil, .cutoff, -12000...12000),
    ]

  /// Returns the rules for rate, delay and fade-in of an LFO.
  ///
  /// - Parameter number: The LFO's number; `nil` to use the number in the opcode's name.
  private static func lfo(
    _ prefix: String, _ name: String, _ number: Int? = nil
  ) -> [SFZOpcodeRule] {
    func rule(
      _ suffix: String, _ unit: String, _ meaning: String,
      _ set: @escaping @Sendable (inout SFZSettings.LFO, Float) -> Void
    ) -> SFZOpcodeRule {
      SFZOpcodeRule("\(prefix)_\(suffix)", unit, "\(meaning) of \(name)") { settings, argument in
        settings.change(lfo: number ?? argument.number) { set(&$0, argument.real(0...100)) }
      }
    }
    return [
      rule("freq", "Hz", "rate (22, 24)") { $0.frequency = $1 },
      rule("delay", "s", "delay (21, 23)") { $0.delay = $1 },
      rule("fade", "s", "fade-in time") { $0.shape.fadeSeconds = $1 },
    ]
  }

  private static func depth(
    _ opcode: String, _ name: String, _ number: Int?, _ target: SFZTarget.LFOParameter,
    _ range: ClosedRange<Float>
  ) -> SFZOpcodeRule {
    let meaning =
      switch target {
      case .volume: "to volume (13)"
      case .cutoff: "to cutoff (10)"
      default: "to pitch (5, 6)"
      }
    return SFZOpcodeRule(opcode, target == .volume ? "dB" : "cents", "\(name) \(meaning)") {
      settings, argument in
      let value = argument.real(range)
      settings.change(lfo: number ?? argument.number) {
        switch target {
        case .volume: $0.volume = value
        case .cutoff: $0.cutoff = value
        default: $0.pitch = value
        }
      }
    }
  }
}
