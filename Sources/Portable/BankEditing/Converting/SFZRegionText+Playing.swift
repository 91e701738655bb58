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

  /// Adds the modulations of opcodes by controllers, velocity, keys and pitch bend.
  mutating func addModulations(
    _ modulators: SFZModulators, _ curves: inout SFZCurveList, _ losses: inout ConversionLosses
  ) {
    var list = modulators.list
    var bend = modulators.bend
    for modulation in modulators.region.extendedParameters?.modulations ?? [] {
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
          let amount = Double(modulation.amount)
          bend = bend ?? (200, -200)
          if modulation.source == .bendUp { bend?.up += amount } else { bend?.down += amount }
        } else {
          Self.addLoss(of: modulation, "pitch bend to \(modulation.property)", &losses)
        }
        continue
      }
      let opcodes = Self.opcodes(for: modulation.target, modulators.region)
      if opcodes.isEmpty {
        Self.addLoss(of: modulation, "modulations of the \(modulation.property)", &losses)
      }
      for (name, scale) in opcodes {
        list.add(name, controller, Double(modulation.amount) * scale, curve: modulation.curve)
      }
    }
    for entry in list.entries { add(entry, &curves) }
    if let bend {
      add("bend_up", "\(bend.up)")
      add("bend_down", "\(bend.down)")
    }
  }

  private mutating func add(_ entry: SFZModulationList.Entry, _ curves: inout SFZCurveList) {
    if entry.controller == 131, entry.curve.isEmpty {
      if entry.name == "cutoff" { return add("fil_veltrack", "\(entry.amount)") }
      if entry.name == "tune" { return add("pitch_veltrack", "\(entry.amount)") }
    }
    add("\(entry.name)_oncc\(entry.controller)", "\(entry.amount)")
    if !entry.curve.isEmpty {
      add("\(entry.name)_curvecc\(entry.controller)", "\(curves.number(of: entry.curve))")
    }
  }

  private static func addLoss(
    of modulation: RegionModulation, _ what: String, _ losses: inout ConversionLosses
  ) {
    let effect: ConversionLoss.Effect? =
      switch modulation.target {
      case .generator(let generator): generator.effect(from: 0, to: modulation.amount)
      case .gain: .init(Double(modulation.amount) / 10, .decibels)
      case .seconds, .delay: .init(Double(modulation.amount), .seconds)
      case .hertz: .init(Double(modulation.amount), .hertz)
      default: nil
      }
    losses.add(what, "omitted", effect)
  }

  private static func opcodes(
    for target: RegionModulation.Target, _ region: Region
  ) -> [(name: String, scale: Double)] {
    switch target {
    case .generator(.volumeEnvelopeSustain): return []
    case .generator(let generator):
      return SFZModulators.opcode(for: generator).map { [$0] } ?? []
    case .seconds(let generator):
      let factor = SFZModulators.decayFactor(generator, region.generators)
      return SFZModulators.timeOpcodes(for: generator, region).map { ($0, factor) }
    case .hertz(let generator):
      return SFZModulators.timeOpcodes(for: generator, region).map { ($0, 1) }
    default: return opcode(for: target).map { [$0] } ?? []
    }
  }

  private static func opcode(
    for target: RegionModulation.Target
  ) -> (name: String, scale: Double)? {
    switch target {
    case .gain: ("volume", 0.1)
    case .amplitude: ("amplitude", 100)
    case .velocityTracking: ("amp_veltrack", 100)
    case .sustain: ("ampeg_sustain", 100)
    case .start: ("offset", 1)
    case .delay: ("delay", 1)
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
    case .generator, .hertz, .seconds: nil
    }
  }
}
