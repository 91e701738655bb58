import PeachInstrumentModel
import PeachMusicUnits

// When a region sounds, and what its modulators become.
extension SFZRegionText {
  mutating func addConditions(_ region: Region, _ losses: inout ConversionLosses) {
    let exclusive = Int(region.generators[.exclusiveClass])
    if exclusive > 0 {
      // Beyond the groups that the region itself may name.
      put("group", "\(1_000_000 + exclusive)")
      put("off_by", "\(1_000_000 + exclusive)")
    }
    guard let conditions = region.conditions else { return }
    let trigger: String? =
      switch conditions.trigger {
      case .attack: nil
      case .release: "release"
      case .releaseKey: "release_key"
      case .first: "first"
      case .legato: "legato"
      case .movement: nil
      }
    if let trigger { put("trigger", trigger) }
    addStarts(conditions)
    if conditions.trigger == .movement { put("hikey", "-1") }
    if conditions.sequenceLength > 1 {
      put("seq_length", "\(conditions.sequenceLength)")
      put("seq_position", "\(conditions.sequencePosition)")
    }
    if conditions.random != 0..<1 {
      put("lorand", "\(conditions.random.lowerBound)")
      put("hirand", "\(conditions.random.upperBound)")
    }
    if let keyswitch = conditions.keyswitch { put(keyswitch) }
    for range in conditions.controllers {
      put("locc\(range.controller)", "\(range.lowest)")
      put("hicc\(range.controller)", "\(range.highest)")
    }
    if conditions.bend != -8192...8191 {
      put("lobend", "\(conditions.bend.lowerBound)")
      put("hibend", "\(conditions.bend.upperBound)")
    }
    if conditions.pressure != 0...127 {
      put("lochanaft", "\(conditions.pressure.lowerBound)")
      put("hichanaft", "\(conditions.pressure.upperBound)")
    }
    if conditions.group != 0, exclusive == 0 { put("group", "\(conditions.group)") }
    if conditions.offBy != 0, exclusive == 0 { put("off_by", "\(conditions.offBy)") }
    switch conditions.ending {
    case .release: put("off_mode", "normal")
    case .fade(let seconds, let shape):
      if seconds != 0.006 || shape != nil {
        put("off_mode", "time")
        put("off_time", "\(seconds)")
      }
      if let shape { put("off_shape", "\(shape)") }
    }
    if conditions.keyPolyphony != nil && !conditions.selfMasks { put("note_selfmask", "off") }
    if let polyphony = conditions.polyphony { put("polyphony", "\(polyphony)") }
    if let polyphony = conditions.keyPolyphony { put("note_polyphony", "\(polyphony)") }
    if !conditions.isSustained { put("sustain_sw", "off") }
    if conditions.ignoresDeadNotes { put("rt_dead", "on") }
  }

  private mutating func addStarts(_ conditions: RegionConditions) {
    for start in conditions.starts {
      let number =
        switch start.source {
        case .controller(let controller): controller
        case .channelPressure: UInt8(129)
        case .keyPressure: UInt8(130)
        }
      put("on_locc\(number)", "\(start.lowest)")
      put("on_hicc\(number)", "\(start.highest)")
    }
  }

  private mutating func put(_ keyswitch: RegionConditions.Keyswitch) {
    put("sw_lokey", "\(keyswitch.keys.lowerBound)")
    put("sw_hikey", "\(keyswitch.keys.upperBound)")
    if let key = keyswitch.initial { put("sw_default", "\(key)") }
    if let keys = keyswitch.last {
      put("sw_lolast", "\(keys.lowerBound)")
      put("sw_hilast", "\(keys.upperBound)")
    }
    if let key = keyswitch.down { put("sw_down", "\(key)") }
    if let key = keyswitch.up { put("sw_up", "\(key)") }
    if let key = keyswitch.previous { put("sw_previous", "\(key)") }
  }

  /// The modulators of a region without a performance of its own: velocity, and controllers that move
  /// one thing in a straight line.
  mutating func addModulators(_ region: Region, _ losses: inout ConversionLosses) {
    var velocity = [Modulator]()
    // What MIDI's own controllers do in SFZ (§8.4.8 and 8.4.9): other amounts are added to that.
    var (reverb, chorus): (Int16, Int16) = (0, 0)
    for modulator in region.modulators {
      let generator = UInt8(exactly: modulator.destination).flatMap(Generator.init(rawValue:))
      switch (modulator.source, generator, modulator.amountSource) {
      case (_, .initialAttenuation, 0)
      where modulator.source & 0xF2FF == 2 && region.performance == nil:
        velocity.append(modulator)
      case (0x0587, .initialAttenuation, 0), (0x058B, .initialAttenuation, 0):
        if modulator.amount != 960 { losses.add("other curves of volume", "MIDI's own") }
      case (0x020E, .fineTune, 0x0010): break
      case (0x00DB, .reverbSend, 0): reverb = modulator.amount
      case (0x00DD, .chorusSend, 0): chorus = modulator.amount
      case (0x028A, .pan, 0):
        // Curve 1 goes from −1 to 1.
        if modulator.amount != 500 {
          put("pan_oncc10", "\(Double(modulator.amount) / 5)")
          put("pan_curvecc10", "1")
        }
      case (0x000D, .vibratoLFOToPitch?, 0): put("lfo1_pitch_oncc129", "\(modulator.amount)")
      case (2, .initialFilterCutoff?, 0): put("fil_veltrack", "\(modulator.amount)")
      case (2, .fineTune?, 0): put("pitch_veltrack", "\(modulator.amount)")
      case (0x0080...0x00FF, let generator?, 0):
        let controller = modulator.source & 0x7F
        if let (name, scale) = Self.opcode(for: generator) {
          put("\(name)_oncc\(controller)", "\(Double(modulator.amount) * scale)")
        } else {
          losses.add("modulators", "left out")
        }
      default: losses.add("modulators", "left out")
      }
    }
    if region.performance == nil { put(velocity: velocity) }
    if reverb != 200 { put("effect1_oncc91", "\(Double(reverb - 200) / 10)") }
    if chorus != 200 { put("effect2_oncc93", "\(Double(chorus - 200) / 10)") }
    // A controller that is named does nothing else.
    let sources = region.modulators.map { $0.source }
    if !sources.contains(0x0587) { put("volume_oncc7", "0") }
    if !sources.contains(0x058B) { put("volume_oncc11", "0") }
    if !sources.contains(0x028A) { put("pan_oncc10", "0") }
  }

  /// What moves a region along curves: SFZ's own controllers, with those that stand for velocity, key
  /// and chance.
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
          put(modulation.source == .bendUp ? "bend_up" : "bend_down", "\(modulation.amount)")
        } else {
          losses.add("what the wheel moves", "left out")
        }
        continue
      }
      guard let (name, scale) = Self.opcode(for: modulation.target, region.generators) else {
        losses.add("modulations", "left out")
        continue
      }
      put("\(name)_oncc\(controller)", "\(Double(modulation.amount) * scale)")
      if modulation.curve.count == 128 {
        put("\(name)_curvecc\(controller)", "\(curves.number(of: modulation.curve))")
      }
    }
  }

  private static func opcode(
    for target: RegionModulation.Target, _ values: GeneratorValues
  ) -> (name: String, scale: Double)? {
    switch target {
    case .generator(let generator): return opcode(for: generator)
    case .gain: return ("volume", 0.1)
    case .amplitude: return ("amplitude", 100)
    case .velocityTracking: return ("amp_veltrack", 100)
    case .sustain: return ("ampeg_sustain", 100)
    case .start: return ("offset", 1)
    case .delay: return ("delay", 1)
    case .hertz(.vibratoLFOFrequency): return ("lfo1_freq", 1)
    case .hertz(.modulationLFOFrequency): return ("lfo2_freq", 1)
    case .seconds(.volumeEnvelopeDelay): return ("ampeg_delay", 1)
    case .seconds(.volumeEnvelopeAttack): return ("ampeg_attack", 1)
    case .seconds(.volumeEnvelopeHold): return ("ampeg_hold", 1)
    case .seconds(.volumeEnvelopeDecay):
      return ("ampeg_decay", min(max(Double(values[.volumeEnvelopeSustain]), 1) / 1000, 1))
    case .seconds(.volumeEnvelopeRelease): return ("ampeg_release", 1)
    case .envelope(let index, let part):
      let word = "eg\(Int(index) + 1)_"
      switch part {
      case .pitch: return (word + "pitch", 1)
      case .cutoff: return (word + "cutoff", 1)
      case .resonance: return (word + "resonance", 0.1)
      case .gain: return (word + "volume", 0.1)
      case .amplitude: return (word + "amplitude", 100)
      case .pan: return (word + "pan", 0.2)
      case .seconds(let point): return (word + "time\(point)", 1)
      case .level(let point): return (word + "level\(point)", 1)
      }
    case .band(let index, let part):
      let word = "eq\(Int(index) + 1)_"
      switch part {
      case .hertz: return (word + "freq", 1)
      case .octaves: return (word + "bw", 1)
      case .gain: return (word + "gain", 0.1)
      }
    case .hertz, .seconds: return nil
    }
  }

  /// SoundFont's usual curve is (v/127)², as SFZ's (§8.4.1); others become points.
  private mutating func put(velocity modulators: [Modulator]) {
    if modulators.isEmpty { return put("amp_veltrack", "0") }
    if modulators.count == 1, modulators[0].source == 0x0502, modulators[0].amount == 960 { return }
    for velocity in [1, 4] + Array(stride(from: 8, through: 120, by: 8)) + [127] {
      var centibels = 0.0
      for modulator in modulators {
        centibels += Double(modulator.amount) * Self.value(of: modulator.source, velocity)
      }
      let amplitude = Exponential.exp2(-centibels / 60.205999132796239)
      put("amp_velcurve_\(velocity)", "\(Float(min(amplitude, 1)))")
    }
  }

  /// A source's value at a velocity (§8.2.1, §9.5): linear, concave, convex or a switch, upward or
  /// downward.
  private static func value(of source: UInt16, _ velocity: Int) -> Double {
    let isDownward = source & 0x0100 != 0
    let up = Double(isDownward ? 127 - velocity : velocity)
    func concave(_ place: Double) -> Double {
      place >= 127
        ? 1 : min(-40.0 / 96 * 0.30102999566398120 * Exponential.log2(1 - place / 127), 1)
    }
    switch source >> 10 {
    case 0: return up / 128 + (isDownward ? 1.0 / 128 : 0)
    case 1: return concave(up)
    case 2: return 1 - concave(127 - up)
    default: return up >= 64 ? 1 : 0
    }
  }

  /// What a controller moves, and SFZ's unit in the generator's.
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
