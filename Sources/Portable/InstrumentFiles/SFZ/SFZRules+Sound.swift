import PeachInstrumentModel

/// How it sounds.
extension SFZOpcodeRule {
  static let amplifier: [SFZOpcodeRule] = [
    SFZOpcodeRule("volume", "dB", "gain", aliases: ["gain"]) { $0.volume = $1.real(-144...48) },
    SFZOpcodeRule("group_volume", "dB", "gain, added") { $0.groupVolume = $1.real(-144...48) },
    SFZOpcodeRule("master_volume", "dB", "gain, added") { $0.masterVolume = $1.real(-144...48) },
    SFZOpcodeRule("global_volume", "dB", "gain, added") { $0.globalVolume = $1.real(-144...48) },
    SFZOpcodeRule("amplitude", "%", "gain as a factor") { $0.amplitude = $1.real(0...10_000) },
    SFZOpcodeRule("phase", "`normal`, `invert`", "turns the recording over") {
      $0.isPolarityInverted = FilePath.folded($1.text) == "invert"
    },
    SFZOpcodeRule("pan", "−100…100 %", "pan (17); of a stereo sample, the balance") {
      $0.pan = $1.real(-100...100)
    },
    SFZOpcodeRule("position", "−100…100 %", "the same, added") {
      $0.position = $1.real(-100...100)
    },
    SFZOpcodeRule("width", "−100…100 %", "how far apart the sides of a stereo sample are") {
      $0.width = $1.real(-100...100)
    },
    SFZOpcodeRule("amp_keytrack", "dB per key", "louder by so much a key") {
      $0.keyToVolume = $1.real(-96...12)
    },
    SFZOpcodeRule("amp_keycenter", "key", "the key at which that is nothing") {
      $0.volumeKeyCenter = $1.key ?? $0.volumeKeyCenter
    },
    SFZOpcodeRule("amp_veltrack", "−100…100 %", "how much velocity counts: (v/127)² at 100") {
      $0.velocityTracking = $1.real(-100...100)
    },
    SFZOpcodeRule("amp_velcurve_N", "0…1", "the amplitude at velocity N; lines between") {
      if (0...127).contains($1.number) { $0.velocityCurve[$1.number] = $1.real(0...1) }
    },
    SFZOpcodeRule("amp_random", "dB", "up to so much more or less, at random") {
      $0.randomVolume = $1.real(0...24)
    },
  ]

  static let crossfades: [SFZOpcodeRule] =
    fades("key", .key) + fades("vel", .velocity) + controllerFades + [
      SFZOpcodeRule("xf_keycurve", "`power`, `gain`", "what stays the same over keys") {
        $0.isEqualPower.key = FilePath.folded($1.text) != "gain"
      },
      SFZOpcodeRule("xf_velcurve", "`power`, `gain`", "what stays the same over velocities") {
        $0.isEqualPower.velocity = FilePath.folded($1.text) != "gain"
      },
      SFZOpcodeRule("xf_cccurve", "`power`, `gain`", "what stays the same over controllers") {
        $0.isEqualPower.controller = FilePath.folded($1.text) != "gain"
      },
    ]

  private static func fades(_ word: String, _ source: RegionCrossfade.Source) -> [SFZOpcodeRule] {
    let unit = word == "key" ? "key" : "velocity"
    @Sendable func value(_ argument: SFZArgument) -> Int? {
      word == "key" ? argument.key : argument.whole
    }
    return [
      SFZOpcodeRule("xfin_lo" + word, unit, "silent up to here") {
        $0.change(fade: source, fadesIn: true, low: value($1))
      },
      SFZOpcodeRule("xfin_hi" + word, unit, "full from here on") {
        $0.change(fade: source, fadesIn: true, high: value($1))
      },
      SFZOpcodeRule("xfout_lo" + word, unit, "full up to here") {
        $0.change(fade: source, fadesIn: false, low: value($1))
      },
      SFZOpcodeRule("xfout_hi" + word, unit, "silent from here on") {
        $0.change(fade: source, fadesIn: false, high: value($1))
      },
    ]
  }

  private static let controllerFades: [SFZOpcodeRule] = [
    SFZOpcodeRule("xfin_loccN", "0…127", "silent up to here") {
      $0.change(fade: .controller($1.controller), fadesIn: true, low: $1.whole)
    },
    SFZOpcodeRule("xfin_hiccN", "0…127", "full from here on") {
      $0.change(fade: .controller($1.controller), fadesIn: true, high: $1.whole)
    },
    SFZOpcodeRule("xfout_loccN", "0…127", "full up to here") {
      $0.change(fade: .controller($1.controller), fadesIn: false, low: $1.whole)
    },
    SFZOpcodeRule("xfout_hiccN", "0…127", "silent from here on") {
      $0.change(fade: .controller($1.controller), fadesIn: false, high: $1.whole)
    },
  ]

  static let pitch: [SFZOpcodeRule] = [
    SFZOpcodeRule("transpose", "semitones", "coarse tune (51)") {
      $0.transpose = $1.real(-127...127)
    },
    SFZOpcodeRule("tune", "cents", "fine tune (52)", aliases: ["pitch"]) {
      $0.tune = $1.real(-9600...9600)
    },
    SFZOpcodeRule("pitch_keytrack", "0…1200 cents per key", "scale tuning (56)") {
      $0.keyTracking = $1.real(-1200...1200)
    },
    SFZOpcodeRule("pitch_veltrack", "cents", "sharper by so much at velocity 127") {
      $0.velocityToPitch = $1.real(-9600...9600)
    },
    SFZOpcodeRule("pitch_random", "cents", "up to so much sharper or flatter, at random") {
      $0.randomPitch = $1.real(0...9600)
    },
    SFZOpcodeRule("bend_up", "cents", "what the wheel does at its upper end", aliases: ["bendup"]) {
      $0.bendUp = $1.real(-9600...9600)
    },
    SFZOpcodeRule(
      "bend_down", "cents", "what the wheel does at its lower end", aliases: ["benddown"]
    ) { $0.bendDown = $1.real(-9600...9600) },
  ]

  static let filter: [SFZOpcodeRule] = [
    SFZOpcodeRule("cutoff", "Hz", "filter cutoff (8)") { $0.cutoff = $1.real(0...100_000) },
    SFZOpcodeRule("resonance", "dB", "filter resonance (9), the level at 0 Hz unmoved") {
      $0.resonance = $1.real(0...96)
    },
    SFZOpcodeRule(
      "fil_type", "`lpf_` and `hpf_` with `1p`, `2p`, `4p`, `6p`, `bpf_2p`, `brf_2p`",
      "what it does; others are left out",
      aliases: ["filtype"]
    ) { $0.filter = FilePath.folded($1.text) },
    SFZOpcodeRule("fil_veltrack", "cents", "higher by so much at velocity 127") {
      $0.velocityToCutoff = $1.real(-9600...9600)
    },
    SFZOpcodeRule("fil_keytrack", "cents per key", "higher by so much a key") {
      $0.keyToCutoff = $1.real(-1200...1200)
    },
    SFZOpcodeRule("fil_keycenter", "key", "the key at which that is nothing") {
      $0.cutoffKeyCenter = $1.key ?? $0.cutoffKeyCenter
    },
    SFZOpcodeRule("fil_random", "cents", "up to so much higher or lower, at random") {
      $0.randomCutoff = $1.real(0...9600)
    },
  ]

  static let effects: [SFZOpcodeRule] = [
    SFZOpcodeRule("effect1", "%", "reverb send (16)") { $0.reverb = $1.real(0...100) },
    SFZOpcodeRule("effect2", "%", "chorus send (15)") { $0.chorus = $1.real(0...100) },
  ]
}

extension SFZArgument {
  /// The controller whose number is in the name.
  var controller: UInt8 { UInt8(min(max(number, 0), 127)) }
}
