import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

extension SFZRegionText {
  mutating func addConditions(_ region: Region, _ losses: inout ConversionLosses) {
    let exclusive = Int(region.generators[.exclusiveClass])
    if exclusive > 0 {
      // Larger than the region's own groups.
      add("group", 1_000_000 + exclusive)
      add("off_by", 1_000_000 + exclusive)
    }
    guard let conditions = region.conditions else { return }
    let trigger: String? =
      switch conditions.trigger {
      case .attack, .movement: nil
      case .release: "release"
      case .releaseKey: "release_key"
      case .first: "first"
      case .legato: "legato"
      }
    if let trigger { add("trigger", trigger) }
    for start in conditions.starts {
      let number: UInt8 =
        switch start.source {
        case .controller(let controller): controller
        case .channelPressure: 129
        case .keyPressure: 130
        }
      add("on_locc\(number)", "\(start.lowest)")
      add("on_hicc\(number)", "\(start.highest)")
    }
    if conditions.trigger == .movement { add("hikey", "-1") }
    if conditions.sequenceLength > 1 {
      add("seq_length", "\(conditions.sequenceLength)")
      add("seq_position", "\(conditions.sequencePosition)")
    }
    if conditions.random != 0..<1 {
      add("lorand", "\(conditions.random.lowerBound)")
      add("hirand", "\(conditions.random.upperBound)")
    }
    if let keyswitch = conditions.keyswitch { add(keyswitch) }
    for range in conditions.controllers {
      add("locc\(range.controller)", "\(range.lowest)")
      add("hicc\(range.controller)", "\(range.highest)")
    }
    if conditions.bend != -8192...8191 { add("lobend", "hibend", conditions.bend) }
    if conditions.pressure != 0...127 { add("lochanaft", "hichanaft", conditions.pressure) }
    if conditions.group != 0, exclusive == 0 { add("group", "\(conditions.group)") }
    if conditions.offBy != 0, exclusive == 0 { add("off_by", "\(conditions.offBy)") }
    switch conditions.ending {
    case .release: add("off_mode", "normal")
    case .fade(let seconds, let shape):
      if seconds != 0.006 || shape != nil {
        add("off_mode", "time")
        add("off_time", "\(seconds)")
      }
      if let shape { add("off_shape", "\(shape)") }
    }
    if conditions.keyPolyphony != nil && !conditions.selfMasks { add("note_selfmask", "off") }
    if let polyphony = conditions.polyphony { add("polyphony", "\(polyphony)") }
    if let polyphony = conditions.keyPolyphony { add("note_polyphony", "\(polyphony)") }
    if !conditions.isSustained { add("sustain_sw", "off") }
    if conditions.ignoresDeadNotes { add("rt_dead", "on") }
  }

  private mutating func add(_ keyswitch: RegionConditions.Keyswitch) {
    add("sw_lokey", "sw_hikey", keyswitch.keys)
    if let key = keyswitch.initial { add("sw_default", "\(key)") }
    if let keys = keyswitch.last { add("sw_lolast", "sw_hilast", keys) }
    if let key = keyswitch.down { add("sw_down", "\(key)") }
    if let key = keyswitch.up { add("sw_up", "\(key)") }
    if let key = keyswitch.previous { add("sw_previous", "\(key)") }
  }

  /// Adds the modulators that SFZ can represent: velocity and linear controllers.
  mutating func addModulators(_ region: Region, _ losses: inout ConversionLosses) {
    var velocity = [Modulator]()
    // Differences from the default amounts (§8.4.8 and 8.4.9) are added.
    var (reverb, chorus): (Int16, Int16) = (0, 0)
    for modulator in region.modulators {
      let generator = UInt8(exactly: modulator.destination).flatMap(Generator.init(rawValue:))
      // A linear 7-bit source ends at 127/128 in SoundFont (§9.5.3), and at 1 in SFZ.
      let amount = Double(modulator.amount) * 127 / 128
      switch (modulator.source, generator, modulator.amountSource) {
      case (_, .initialAttenuation, 0)
      where modulator.source & 0xF2FF == 2 && region.performance == nil: velocity.append(modulator)
      case (0x0587, .initialAttenuation, 0), (0x058B, .initialAttenuation, 0):
        if modulator.amount != 960 { losses.add("volume modulators", "default amount") }
      case (0x020E, .fineTune, 0x0010): break
      case (0x00DB, .reverbSend, 0): reverb = modulator.amount
      case (0x00DD, .chorusSend, 0): chorus = modulator.amount
      case (0x028A, .pan, 0):
        // Curve 1 is bipolar, −1…1.
        if modulator.amount != SoundFontReading().panControllerAmount {
          add("pan_oncc10", "\(amount / 5)")
          add("pan_curvecc10", "1")
        }
      case (0x000D, .vibratoLFOToPitch?, 0): add("lfo1_pitch_oncc129", "\(amount)")
      case (2, .initialFilterCutoff?, 0): add("fil_veltrack", "\(amount)")
      case (2, .fineTune?, 0): add("pitch_veltrack", "\(amount)")
      case (0x0080...0x00FF, let generator?, 0):
        let controller = modulator.source & 0x7F
        if let (name, scale) = Self.opcode(for: generator) {
          add("\(name)_oncc\(controller)", "\(amount * scale)")
        } else {
          losses.add("modulators", "omitted")
        }
      default: losses.add("modulators", "omitted")
      }
    }
    if region.performance == nil { addVelocityCurve(velocity) }
    if reverb != 200 { add("effect1_oncc91", "\(Double(reverb - 200) / 10)") }
    if chorus != 200 { add("effect2_oncc93", "\(Double(chorus - 200) / 10)") }
    // An explicit opcode replaces SFZ's default modulation.
    let sources = region.modulators.map { $0.source }
    if !sources.contains(0x0587) { add("volume_oncc7", "0") }
    if !sources.contains(0x058B) { add("volume_oncc11", "0") }
    if !sources.contains(0x028A) { add("pan_oncc10", "0") }
  }

  /// Adds modulations with curves. Extended controllers represent velocity, key and random values.
  mutating func addModulations(
    _ region: Region, _ curves: inout SFZCurveList, _ losses: inout ConversionLosses
  ) {
    for modulation in region.performance?.modulations ?? [] {
      let controller: Int
      switch modulation.source {
      case .controller(let number): controller = Int(number)
      case .channelPressure: controller = 129
      case .keyPressure: controller = 130
      case .velocity: controller = 131
      case .key: controller = 133
      case .random: controller = 135
      case .bendUp, .bendDown:
        if case .generator(.fineTune) = modulation.target {
          add(modulation.source == .bendUp ? "bend_up" : "bend_down", "\(modulation.amount)")
        } else {
          losses.add("pitch-bend modulations", "omitted")
        }
        continue
      }
      guard let (name, scale) = Self.opcode(for: modulation.target, region.generators) else {
        losses.add("modulations", "omitted")
        continue
      }
      add("\(name)_oncc\(controller)", "\(Double(modulation.amount) * scale)")
      if modulation.curve.count == 128 {
        add("\(name)_curvecc\(controller)", "\(curves.number(of: modulation.curve))")
      }
    }
  }

  private static func opcode(
    for target: RegionModulation.Target, _ values: GeneratorValues
  ) -> (name: String, scale: Double)? {
    switch target {
    case .generator(let generator): opcode(for: generator)
    case .gain: ("volume", 0.1)
    case .amplitude: ("amplitude", 100)
    case .velocityTracking: ("amp_veltrack", 100)
    case .sustain: ("ampeg_sustain", 100)
    case .start: ("offset", 1)
    case .delay: ("delay", 1)
    case .hertz(.vibratoLFOFrequency): ("lfo1_freq", 1)
    case .hertz(.modulationLFOFrequency): ("lfo2_freq", 1)
    case .seconds(.volumeEnvelopeDelay): ("ampeg_delay", 1)
    case .seconds(.volumeEnvelopeAttack): ("ampeg_attack", 1)
    case .seconds(.volumeEnvelopeHold): ("ampeg_hold", 1)
    case .seconds(.volumeEnvelopeDecay):
      ("ampeg_decay", min(max(Double(values[.volumeEnvelopeSustain]), 1) / 1000, 1))
    case .seconds(.volumeEnvelopeRelease): ("ampeg_release", 1)
    case .envelope(let index, .pitch): ("eg\(Int(index) + 1)_pitch", 1)
    case .envelope(let index, .cutoff): ("eg\(Int(index) + 1)_cutoff", 1)
    case .envelope(let index, .resonance): ("eg\(Int(index) + 1)_resonance", 0.1)
    case .envelope(let index, .gain): ("eg\(Int(index) + 1)_volume", 0.1)
    case .envelope(let index, .amplitude): ("eg\(Int(index) + 1)_amplitude", 100)
    case .envelope(let index, .pan): ("eg\(Int(index) + 1)_pan", 0.2)
    case .envelope(let index, .seconds(let point)): ("eg\(Int(index) + 1)_time\(point)", 1)
    case .envelope(let index, .level(let point)): ("eg\(Int(index) + 1)_level\(point)", 1)
    case .band(let index, .hertz): ("eq\(Int(index) + 1)_freq", 1)
    case .band(let index, .octaves): ("eq\(Int(index) + 1)_bw", 1)
    case .band(let index, .gain): ("eq\(Int(index) + 1)_gain", 0.1)
    case .hertz, .seconds: nil
    }
  }

  /// Adds points of the velocity curve. The default (v/127)² is the same in both formats (§8.4.1).
  private mutating func addVelocityCurve(_ modulators: [Modulator]) {
    if modulators.isEmpty { return add("amp_veltrack", "0") }
    if modulators.count == 1, modulators[0].source == 0x0502, modulators[0].amount == 960 { return }
    for velocity in [1, 4] + Array(stride(from: 8, through: 120, by: 8)) + [127] {
      let centibels = modulators.reduce(0.0) {
        $0 + Double($1.amount) * Self.value(of: $1.source, velocity)
      }
      let amplitude = Exponential.exp2(-centibels / 60.205999132796239)
      add("amp_velcurve_\(velocity)", "\(Float(min(amplitude, 1)))")
    }
  }

  /// Returns a source's value at a velocity (§8.2.1, §9.5): linear, concave, convex or a switch.
  private static func value(of source: UInt16, _ velocity: Int) -> Double {
    let isReversed = source & 0x0100 != 0
    let input = Double(isReversed ? 127 - velocity : velocity)
    func concave(_ input: Double) -> Double {
      input >= 127
        ? 1 : min(-40.0 / 96 * 0.30102999566398120 * Exponential.log2(1 - input / 127), 1)
    }
    switch source >> 10 {
    case 0: return input / 128
    case 1: return concave(input)
    case 2: return 1 - concave(127 - input)
    default: return input >= 64 ? 1 : 0
    }
  }

  private static func opcode(for generator: Generator) -> (name: String, scale: Double)? {
    switch generator {
    case .initialAttenuation: ("volume", -0.1)
    case .pan: ("pan", 0.2)
    case .fineTune: ("tune", 1)
    case .coarseTune: ("tune", 100)
    case .initialFilterCutoff: ("cutoff", 1)
    case .initialFilterResonance: ("resonance", 0.1)
    case .vibratoLFOToPitch: ("lfo1_pitch", 1)
    case .modulationLFOToPitch: ("lfo2_pitch", 1)
    case .modulationLFOToVolume: ("lfo2_volume", 0.1)
    case .modulationLFOToFilterCutoff: ("lfo2_cutoff", 1)
    case .reverbSend: ("effect1", 0.1)
    case .chorusSend: ("effect2", 0.1)
    default: nil
    }
  }
}
