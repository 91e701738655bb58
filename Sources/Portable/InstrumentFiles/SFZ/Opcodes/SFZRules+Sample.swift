import PeachInstrumentModel

/// Samples, keys, conditions and groups.
extension SFZOpcodeRule {
  static let samples: [SFZOpcodeRule] = [
    SFZOpcodeRule("sample", "path", "the region's sample; names such as `*sine` are generated") {
      $0.sample = $1.text.utf8.first == 0x2A ? $1.text : $1.control.defaultPath + $1.text
    },
    SFZOpcodeRule("offset", "frames", "start offset") { $0.offset = max($1.whole, 0) },
    SFZOpcodeRule("offset_random", "frames", "maximum random addition to the start offset") {
      $0.randomOffset = max($1.whole, 0)
    },
    SFZOpcodeRule("end", "frame", "last frame played; −1 for silence") { $0.end = $1.whole },
    SFZOpcodeRule(
      "loop_mode", "`no_loop`, `one_shot`, `loop_continuous`, `loop_sustain`",
      "sample mode (54); a one-shot ignores note-off", aliases: ["loopmode"]
    ) {
      switch $1.choice {
      case "no_loop": $0.loopMode = SFZSettings.LoopMode.none
      case "one_shot": $0.loopMode = .oneShot
      case "loop_continuous": $0.loopMode = .continuous
      case "loop_sustain": $0.loopMode = .sustain
      default: break
      }
    },
    SFZOpcodeRule(
      "loop_start", "frame", "first frame of the loop", aliases: ["loopstart"]
    ) { $0.loopStart = max($1.whole, 0) },
    SFZOpcodeRule(
      "loop_end", "frame", "last frame of the loop, inclusive", aliases: ["loopend"]
    ) { $0.loopEnd = max($1.whole, 0) },
    SFZOpcodeRule("loop_crossfade", "s", "crossfade at the end of the loop") {
      $0.loopCrossfade = $1.real(0...100)
    },
    SFZOpcodeRule("delay", "s", "delay") { $0.delay = $1.real(0...100) },
    SFZOpcodeRule("delay_random", "s", "maximum random addition to the delay") {
      $0.randomDelay = $1.real(0...100)
    },
  ]

  static let keys: [SFZOpcodeRule] = [
    SFZOpcodeRule("key", "key", "lowest, highest and root key") {
      guard let key = $1.key else { return }
      $0.lowestKey = key
      $0.highestKey = key
      // `pitch_keycenter=sample` takes precedence.
      if $0.keyCenter != nil { $0.keyCenter = key }
    },
    SFZOpcodeRule("lokey", "key", "lowest key") { $0.lowestKey = $1.key ?? $0.lowestKey },
    SFZOpcodeRule("hikey", "key", "highest key; −1 for none") {
      $0.highestKey = $1.key ?? $0.highestKey
    },
    SFZOpcodeRule("lovel", "velocity", "lowest velocity") { $0.lowestVelocity = $1.whole },
    SFZOpcodeRule("hivel", "velocity", "highest velocity") { $0.highestVelocity = $1.whole },
    SFZOpcodeRule(
      "pitch_keycenter", "key or `sample`", "root key (58); `sample` for the file's"
    ) {
      if $1.choice == "sample" {
        $0.keyCenter = nil
      } else if let key = $1.key {
        $0.keyCenter = key
      }
    },
  ]

  static let conditions: [SFZOpcodeRule] = [
    SFZOpcodeRule(
      "trigger", "`attack`, `release`, `release_key`, `first`, `legato`",
      "event that triggers the region"
    ) {
      switch $1.choice {
      case "attack": $0.conditions.trigger = .attack
      case "release": $0.conditions.trigger = .release
      case "release_key": $0.conditions.trigger = .releaseKey
      case "first": $0.conditions.trigger = .first
      case "legato": $0.conditions.trigger = .legato
      default: break
      }
    },
    SFZOpcodeRule("seq_length", "notes", "length of the round robin") {
      $0.conditions.sequenceLength = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule("seq_position", "note", "index in the round robin, from 1") {
      $0.conditions.sequencePosition = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule("lorand", "0…1", "minimum random value") {
      let lower = $1.real(0...1)
      $0.conditions.random = lower..<max(lower, $0.conditions.random.upperBound)
    },
    SFZOpcodeRule("hirand", "0…1", "upper limit of the random value, exclusive") {
      let lower = $0.conditions.random.lowerBound
      $0.conditions.random = lower..<max(lower, $1.real(0...1))
    },
    SFZOpcodeRule("loccN", "0…127", "minimum value of controller N") {
      $0.change(controller: $1.number, lowest: $1.whole)
    },
    SFZOpcodeRule("hiccN", "0…127", "maximum value of controller N") {
      $0.change(controller: $1.number, highest: $1.whole)
    },
    SFZOpcodeRule("lohdccN", "0…1", "minimum value of controller N, normalized") {
      $0.change(controller: $1.number, lowest: $1.controllerValue)
    },
    SFZOpcodeRule("hihdccN", "0…1", "maximum value of controller N, normalized") {
      $0.change(controller: $1.number, highest: $1.controllerValue)
    },
    SFZOpcodeRule(
      "on_loccN", "0…127",
      "triggers when controller N is at least this; 129 and 130 are pressure",
      aliases: ["start_loccN"]
    ) { $0.change(start: $1.number, lowest: $1.whole) },
    SFZOpcodeRule(
      "on_hiccN", "0…127", "triggers when controller N is at most this", aliases: ["start_hiccN"]
    ) { $0.change(start: $1.number, highest: $1.whole) },
    SFZOpcodeRule(
      "on_lohdccN", "0…1", "`on_loccN`, normalized", aliases: ["start_lohdccN"]
    ) { $0.change(start: $1.number, lowest: $1.controllerValue) },
    SFZOpcodeRule(
      "on_hihdccN", "0…1", "`on_hiccN`, normalized", aliases: ["start_hihdccN"]
    ) { $0.change(start: $1.number, highest: $1.controllerValue) },
    SFZOpcodeRule("lobend", "−8192…8192", "minimum pitch bend") {
      $0.conditions.bend.setLowerBound(Int16($1.real(-8192...8191)))
    },
    SFZOpcodeRule("hibend", "−8192…8192", "maximum pitch bend") {
      $0.conditions.bend.setUpperBound(Int16($1.real(-8192...8191)))
    },
    SFZOpcodeRule("lochanaft", "0…127", "minimum channel pressure") {
      $0.conditions.pressure.setLowerBound($1.sevenBits)
    },
    SFZOpcodeRule("hichanaft", "0…127", "maximum channel pressure") {
      $0.conditions.pressure.setUpperBound($1.sevenBits)
    },
    SFZOpcodeRule("sw_lokey", "key", "lowest key switch") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.keys.setLowerBound(key)
      $0.hasKeyswitchRange = true
    },
    SFZOpcodeRule("sw_hikey", "key", "highest key switch") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.keys.setUpperBound(key)
      $0.hasKeyswitchRange = true
    },
    SFZOpcodeRule("sw_last", "key", "plays if this was the last key switch") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.last = key...key
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_lolast", "key", "plays if the last key switch was this or higher") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.last = key...max(key, $0.keyswitch.last?.upperBound ?? key)
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_hilast", "key", "plays if the last key switch was this or lower") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.last = min($0.keyswitch.last?.lowerBound ?? key, key)...key
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_default", "key", "initial key switch") {
      $0.keyswitch.initial = $1.switchKey
    },
    SFZOpcodeRule("sw_down", "key", "plays while this key is down") {
      $0.keyswitch.down = $1.switchKey
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_up", "key", "plays while this key is up") {
      $0.keyswitch.up = $1.switchKey
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_previous", "key", "plays if this was the previous key") {
      $0.keyswitch.previous = $1.switchKey
      $0.hasKeyswitch = true
    },
  ]

  static let groups: [SFZOpcodeRule] = [
    SFZOpcodeRule(
      "group", "number", "polyphony group", aliases: ["polyphony_group"]
    ) {
      $0.conditions.group = UInt32(bitPattern: Int32(clamping: $1.whole))
    },
    SFZOpcodeRule(
      "off_by", "number", "notes of this group end the region's notes", aliases: ["offby"]
    ) {
      $0.conditions.offBy = UInt32(bitPattern: Int32(clamping: $1.whole))
    },
    SFZOpcodeRule(
      "off_mode", "`fast`, `normal`, `time`", "fade in 6 ms, by the release, or in `off_time`"
    ) {
      $0.endsByRelease = $1.choice == "normal"
      if $1.choice == "fast" { $0.endingSeconds = 0.006 }
    },
    SFZOpcodeRule("off_time", "s", "fade-out time") {
      $0.endingSeconds = $1.real(0...100)
      $0.endsByRelease = false
    },
    SFZOpcodeRule(
      "off_shape", "−40…40", "shape of the fade: 0 linear, negative starts fast, positive slowly"
    ) { $0.endingShape = $1.real(-40...40) },
    SFZOpcodeRule("polyphony", "notes", "polyphony of the group") {
      $0.conditions.polyphony = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule("note_polyphony", "notes", "polyphony of a key within the group") {
      $0.conditions.keyPolyphony = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule(
      "note_selfmask", "`on`, `off`", "if on, softer notes do not end louder ones of the key"
    ) { $0.conditions.selfMasks = $1.isOn },
    SFZOpcodeRule("sustain_sw", "`on`, `off`", "whether the sustain pedal applies") {
      $0.conditions.isSustained = $1.isOn
    },
    SFZOpcodeRule("rt_dead", "`on`, `off`", "whether a release plays after its note has ended") {
      $0.conditions.ignoresDeadNotes = $1.isOn
    },
    SFZOpcodeRule("rt_decay", "dB/s", "attenuation of a release per second since note-on") {
      $0.releaseDecay = $1.real(0...200)
    },
  ]
}

extension ClosedRange {
  /// Changes the lower bound; the upper bound is raised to it if necessary.
  fileprivate mutating func setLowerBound(_ bound: Bound) {
    self = bound...Swift.max(bound, upperBound)
  }

  /// Changes the upper bound; the lower bound is lowered to it if necessary.
  fileprivate mutating func setUpperBound(_ bound: Bound) {
    self = Swift.min(lowerBound, bound)...bound
  }
}
