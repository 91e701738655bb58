import PeachInstrumentModel
import PeachMusicUnits

/// Amplifier, crossfades, pitch, filter and sends.
extension SFZOpcodeRule {
  static let amplifier: [SFZOpcodeRule] = [
    .init("volume", "dB", "gain", aliases: ["gain"]) { $0.volume = $1.real(-144...48) },
    .init("group_volume", "dB", "additional gain") { $0.groupVolume = $1.real(-144...48) },
    .init("master_volume", "dB", "additional gain") { $0.masterVolume = $1.real(-144...48) },
    .init("global_volume", "dB", "additional gain") { $0.globalVolume = $1.real(-144...48) },
    .init("amplitude", "%", "gain factor") { $0.amplitude = $1.real(0...10_000) },
    .init("phase", "`normal`, `invert`", "`invert` inverts the polarity") {
      $0.extendedParameters.isPolarityInverted = $1.choice == "invert"
    },
    .init("pan", "−100…100 %", "pan (17); balance of a stereo sample") {
      $0.pan = $1.real(-100...100)
    },
    .init("position", "−100…100 %", "added to `pan`") { $0.position = $1.real(-100...100) },
    .init("width", "−100…100 %", "stereo width; negative swaps the channels") {
      $0.width = $1.real(-100...100)
    },
    .init("amp_keytrack", "dB per key", "key tracking of the level") {
      $0.keyToVolume = $1.real(-96...12)
    },
    .init("amp_keycenter", "key", "center of `amp_keytrack`") {
      $0.volumeKeyCenter = $1.key ?? $0.volumeKeyCenter
    },
    .init("amp_veltrack", "−100…100 %", "velocity tracking: (v/127)² at 100") {
      $0.extendedParameters.velocityTracking = $1.real(-100...100) / 100
    },
    .init("amp_velcurve_N", "0…1", "amplitude at velocity N; linear in between") {
      if (0...127).contains($1.number) {
        $0.velocityCurve.setValue($1.real(0...1), for: $1.number)
      }
    },
    .init("amp_random", "dB", "maximum random deviation of the level") {
      $0.extendedParameters.randomGainCentibels = 10 * $1.real(0...24)
    },
  ]

  static let crossfades: [SFZOpcodeRule] =
    fades("key", "key", value: { $0.key }) { _ in .key }
    + fades("vel", "velocity") { _ in .velocity }
    + fades("ccN", "0…127") { .controller($0.controller) } + [
      .init("xf_keycurve", "`power`, `gain`", "constant power or gain over keys") {
        $0.isEqualPower.key = $1.choice != "gain"
      },
      .init("xf_velcurve", "`power`, `gain`", "constant power or gain over velocities") {
        $0.isEqualPower.velocity = $1.choice != "gain"
      },
      .init("xf_cccurve", "`power`, `gain`", "constant power or gain over controllers") {
        $0.isEqualPower.controller = $1.choice != "gain"
      },
    ]

  private static func fades(
    _ suffix: String, _ unit: String,
    value: @escaping @Sendable (SFZArgument) -> Int? = { SFZNumber.whole($0.text) },
    _ source: @escaping @Sendable (SFZArgument) -> RegionCrossfade.Source
  ) -> [SFZOpcodeRule] {
    func rule(_ name: String, _ meaning: String, fadesIn: Bool, isLow: Bool) -> SFZOpcodeRule {
      .init(name + suffix, unit, meaning) {
        $0.change(fade: source($1), fadesIn: fadesIn, isLow: isLow, to: value($1))
      }
    }
    return [
      rule("xfin_lo", "silent up to this value", fadesIn: true, isLow: true),
      rule("xfin_hi", "full level from this value", fadesIn: true, isLow: false),
      rule("xfout_lo", "full level up to this value", fadesIn: false, isLow: true),
      rule("xfout_hi", "silent from this value", fadesIn: false, isLow: false),
    ]
  }

  static var velocityMeaning: String { "added at velocity 127, proportionally below" }

  static let pitch: [SFZOpcodeRule] = [
    .init("transpose", "semitones", "coarse tune (51)") { $0.transpose = $1.real(-127...127) },
    .init("tune", "cents", "fine tune (52)", aliases: ["pitch"]) {
      $0.tune = $1.real(-9600...9600)
    },
    .init("pitch_keytrack", "0…1200 cents per key", "scale tuning (56)") {
      $0.keyTracking = $1.real(-1200...1200)
    },
    .init("pitch_veltrack", "cents", velocityMeaning) {
      $0.velocityToPitch = $1.real(-9600...9600)
    },
    .init("pitch_random", "cents", "maximum random deviation of the pitch") {
      $0.extendedParameters.randomPitchCents = $1.real(0...9600)
    },
    .init("bend_up", "cents", "pitch at maximum pitch bend", aliases: ["bendup"]) {
      $0.bendUp = $1.real(-9600...9600)
    },
    .init("bend_down", "cents", "pitch at minimum pitch bend", aliases: ["benddown"]) {
      $0.bendDown = $1.real(-9600...9600)
    },
  ]

  static let filter: [SFZOpcodeRule] = [
    .init("cutoff", "Hz or key", "filter cutoff (8)") {
      $0.cutoff = min(max($1.hertz ?? 0, 0), 100_000)
    },
    .init("resonance", "dB", "filter resonance (9), with constant gain at 0 Hz") {
      $0.resonance = $1.real(0...96)
    },
    .init(
      "fil_type", "`lpf_` and `hpf_` with `1p`, `2p`, `4p`, `6p`, `bpf_2p`, `brf_2p`",
      "filter type; others are ignored", aliases: ["filtype"]
    ) { $0.filter = $1.choice },
    .init("fil_veltrack", "cents", velocityMeaning) { $0.velocityToCutoff = $1.real(-9600...9600) },
    .init("fil_keytrack", "cents per key", "key tracking of the cutoff") {
      $0.keyToCutoff = $1.real(-1200...1200)
    },
    .init("fil_keycenter", "key", "center of `fil_keytrack`") {
      $0.cutoffKeyCenter = $1.key ?? $0.cutoffKeyCenter
    },
    .init("fil_random", "cents", "maximum random deviation of the cutoff") {
      $0.extendedParameters.randomCutoffCents = $1.real(0...9600)
    },
  ]

  static let effects: [SFZOpcodeRule] = [
    .init("effect1", "%", "reverb send (16)") { $0.reverb = $1.real(0...100) },
    .init("effect2", "%", "chorus send (15)") { $0.chorus = $1.real(0...100) },
  ]
}
