import PeachInstrumentModel

extension SFZOpcodeRule {
  /// The maxima include those of SoundFont 2.04 §8.1.3: 8000 timecents, and 4500 absolute cents for
  /// an LFO.
  private static func maximum(_ stage: SFZTarget.Stage) -> Float { stage == .sustain ? 100 : 101.6 }
  private static var maxHertz: Float { 110.1 }

  static let envelopes: [SFZOpcodeRule] =
    stages(.amplifier, "volume envelope", firstGenerator: 33)
    + stages(.pitch, "modulation envelope", firstGenerator: 25) + depths(.pitch, "to pitch (7)")
    + stages(.filter, "modulation envelope", firstGenerator: 25) + depths(.filter, "to cutoff (11)")

  private static func stages(
    _ envelope: SFZTarget.Envelope, _ meaning: String, firstGenerator: Int
  ) -> [SFZOpcodeRule] {
    let stages = SFZTarget.Stage.allCases
    return stages.map { stage in
      .init(
        "\(envelope.rawValue)_\(stage.name)", stage.unit,
        "\(meaning) (\(firstGenerator + stage.rawValue))"
      ) { $0[envelope].stages[stage] = $1.real(0...maximum(stage)) }
    }
      + stages.map { stage in
        .init("\(envelope.rawValue)_vel2\(stage.name)", stage.unit, velocityMeaning) {
          $0[envelope].velocityStages[stage] = $1.real(-maximum(stage)...maximum(stage))
        }
      }
  }

  private static func depths(_ envelope: SFZTarget.Envelope, _ meaning: String) -> [SFZOpcodeRule] {
    [
      .init("\(envelope.rawValue)_depth", "cents", "modulation envelope \(meaning)") {
        $0[envelope].depth = $1.real(-12000...12000)
      },
      .init("\(envelope.rawValue)_vel2depth", "cents", velocityMeaning) {
        $0[envelope].velocityDepth = $1.real(-12000...12000)
      },
    ]
  }

  /// The LFOs of SFZ 1, each with a single target, and the numbers under which they are stored.
  static let fixedLFOs: [(prefix: String, number: Int, target: SFZTarget.LFOParameter)] = [
    ("pitchlfo", 1001, .pitch), ("amplfo", 1002, .volume), ("fillfo", 1003, .cutoff),
  ]

  static let lfos: [SFZOpcodeRule] =
    fixedLFOs.flatMap { lfo in
      rates(lfo.prefix, "the LFO", lfo.number) + [
        depth(lfo.prefix + "_depth", "the LFO", lfo.number, lfo.target, -12000...12000)
      ]
    } + rates("lfoN", "LFO N") + [
      lfo("lfoN_phase", "0…1", "initial phase of LFO N, in cycles") {
        $0.shape.phase = $1.real(0...1)
      },
      .init(
        "lfoN_wave", "0…7",
        "waveform: triangle, sine, pulse of 75, 50, 25 and 12.5 %, rising and falling sawtooth"
      ) { settings, argument in
        let wave = UInt8(exactly: argument.whole).flatMap(RegionLFO.Wave.init)
        if let wave { settings.change(lfo: argument.number) { $0.shape.wave = wave } }
      },
      depth("lfoN_pitch", "LFO N", nil, .pitch, -12000...12000),
      depth("lfoN_volume", "LFO N", nil, .volume, -96...96),
      depth("lfoN_cutoff", "LFO N", nil, .cutoff, -12000...12000),
    ]

  /// Returns a rule for a property of an LFO. Without `number`, that in the opcode's name applies.
  private static func lfo(
    _ name: String, _ unit: String, _ meaning: String, _ number: Int? = nil,
    _ set: @escaping @Sendable (inout SFZSettings.LFO, SFZArgument) -> Void
  ) -> SFZOpcodeRule {
    .init(name, unit, meaning) { settings, argument in
      settings.change(lfo: number ?? argument.number) { set(&$0, argument) }
    }
  }

  /// Returns the rules for rate, delay and fade-in of an LFO.
  private static func rates(
    _ prefix: String, _ name: String, _ number: Int? = nil
  ) -> [SFZOpcodeRule] {
    [
      lfo(prefix + "_freq", "Hz", "rate (22, 24) of \(name)", number) {
        $0.frequency = $1.real(0...maxHertz)
      },
      lfo(prefix + "_delay", "s", "delay (21, 23) of \(name)", number) {
        $0.delay = $1.real(0...100)
      },
      lfo(prefix + "_fade", "s", "fade-in time of \(name)", number) {
        $0.shape.fadeSeconds = $1.real(0...100)
      },
    ]
  }

  private static func depth(
    _ opcode: String, _ name: String, _ number: Int?, _ target: SFZTarget.LFOParameter,
    _ range: ClosedRange<Float>
  ) -> SFZOpcodeRule {
    switch target {
    case .volume: lfo(opcode, "dB", "\(name) to volume (13)", number) { $0.volume = $1.real(range) }
    case .cutoff:
      lfo(opcode, "cents", "\(name) to cutoff (10)", number) { $0.cutoff = $1.real(range) }
    default: lfo(opcode, "cents", "\(name) to pitch (5, 6)", number) { $0.pitch = $1.real(range) }
    }
  }
}
