import PeachInstrumentModel

/// Which sample, which keys, and when.
extension SFZOpcodeRule {
  static let samples: [SFZOpcodeRule] = [
    SFZOpcodeRule("sample", "path", "the region's sample; `*sine` and its like are made") {
      $0.sample = $1.text.utf8.first == 0x2A ? $1.text : $1.control.defaultPath + $1.text
    },
    SFZOpcodeRule("offset", "frames", "frames left out at the beginning") {
      $0.offset = max($1.whole, 0)
    },
    SFZOpcodeRule("offset_random", "frames", "up to so many more, at random") {
      $0.randomOffset = max($1.whole, 0)
    },
    SFZOpcodeRule("end", "frame", "the last frame played; −1 for none") { $0.end = $1.whole },
    SFZOpcodeRule(
      "loop_mode", "`no_loop`, `one_shot`, `loop_continuous`, `loop_sustain`",
      "sample mode (54); a one-shot plays through", aliases: ["loopmode"]
    ) {
      switch FilePath.folded($1.text) {
      case "no_loop": $0.loopMode = SFZSettings.LoopMode.none
      case "one_shot": $0.loopMode = .oneShot
      case "loop_continuous": $0.loopMode = .continuous
      case "loop_sustain": $0.loopMode = .sustain
      default: break
      }
    },
    SFZOpcodeRule(
      "loop_start", "frame", "the loop's first frame", aliases: ["loopstart"]
    ) { $0.loopStart = max($1.whole, 0) },
    SFZOpcodeRule(
      "loop_end", "frame", "the loop's last frame, which is played", aliases: ["loopend"]
    ) { $0.loopEnd = max($1.whole, 0) },
    SFZOpcodeRule("loop_crossfade", "s", "the loop's end turns into what leads to its beginning") {
      $0.loopCrossfade = $1.real(0...100)
    },
    SFZOpcodeRule("delay", "s", "the beginning is held back") { $0.delay = $1.real(0...100) },
    SFZOpcodeRule("delay_random", "s", "up to so much more, at random") {
      $0.randomDelay = $1.real(0...100)
    },
  ]

  static let keys: [SFZOpcodeRule] = [
    SFZOpcodeRule("key", "key", "the only key, and the one of the recording") {
      guard let key = $1.key else { return }
      $0.lowestKey = key
      $0.highestKey = key
      // The recording's own key, once asked for, stays.
      if $0.keyCenter != nil { $0.keyCenter = key }
    },
    SFZOpcodeRule("lokey", "key", "the lowest key") { $0.lowestKey = $1.key ?? $0.lowestKey },
    SFZOpcodeRule("hikey", "key", "the highest key; −1 for none") {
      $0.highestKey = $1.key ?? $0.highestKey
    },
    SFZOpcodeRule("lovel", "velocity", "the lowest velocity") {
      $0.lowestVelocity = $1.whole
    },
    SFZOpcodeRule("hivel", "velocity", "the highest velocity") {
      $0.highestVelocity = $1.whole
    },
    SFZOpcodeRule(
      "pitch_keycenter", "key or `sample`", "the key at which it sounds as recorded (58)"
    ) {
      if FilePath.folded($1.text) == "sample" {
        $0.keyCenter = nil
      } else if let key = $1.key {
        $0.keyCenter = key
      }
    },
  ]

  static let conditions: [SFZOpcodeRule] = [
    SFZOpcodeRule(
      "trigger", "`attack`, `release`, `release_key`, `first`, `legato`", "what makes it sound"
    ) {
      switch FilePath.folded($1.text) {
      case "attack": $0.conditions.trigger = .attack
      case "release": $0.conditions.trigger = .release
      case "release_key": $0.conditions.trigger = .releaseKey
      case "first": $0.conditions.trigger = .first
      case "legato": $0.conditions.trigger = .legato
      default: break
      }
    },
    SFZOpcodeRule("seq_length", "notes", "of so many notes in turn it answers one") {
      $0.conditions.sequenceLength = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule("seq_position", "note", "which of them, from 1") {
      $0.conditions.sequencePosition = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule("lorand", "0…1", "the least random number it answers") {
      let upper = $0.conditions.random.upperBound
      let lower = $1.real(0...1)
      $0.conditions.random = lower..<max(lower, upper)
    },
    SFZOpcodeRule("hirand", "0…1", "the random number below which it answers") {
      let lower = $0.conditions.random.lowerBound
      $0.conditions.random = lower..<max(lower, $1.real(0...1))
    },
    SFZOpcodeRule("loccN", "0…127", "the least value of controller N") {
      $0.change(controller: $1.number, lowest: $1.whole)
    },
    SFZOpcodeRule("hiccN", "0…127", "the highest value of controller N") {
      $0.change(controller: $1.number, highest: $1.whole)
    },
    SFZOpcodeRule("lohdccN", "0…1", "the least value of controller N") {
      $0.change(controller: $1.number, lowest: Int($1.real(0...1) * 127 + 0.5))
    },
    SFZOpcodeRule("hihdccN", "0…1", "the highest value of controller N") {
      $0.change(controller: $1.number, highest: Int($1.real(0...1) * 127 + 0.5))
    },
    SFZOpcodeRule(
      "on_loccN", "0…127",
      "sounds when controller N is told at least this; 129 and 130 are pressures",
      aliases: ["start_loccN"]
    ) { $0.change(start: $1.number, lowest: $1.whole) },
    SFZOpcodeRule(
      "on_hiccN", "0…127", "and at most this", aliases: ["start_hiccN"]
    ) { $0.change(start: $1.number, highest: $1.whole) },
    SFZOpcodeRule(
      "on_lohdccN", "0…1", "the same in parts of one", aliases: ["start_lohdccN"]
    ) { $0.change(start: $1.number, lowest: Int($1.real(0...1) * 127 + 0.5)) },
    SFZOpcodeRule(
      "on_hihdccN", "0…1", "the same in parts of one", aliases: ["start_hihdccN"]
    ) { $0.change(start: $1.number, highest: Int($1.real(0...1) * 127 + 0.5)) },
    SFZOpcodeRule("lobend", "−8192…8192", "how low the wheel may stand") {
      let low = Int16($1.real(-8192...8191))
      $0.conditions.bend = low...max(low, $0.conditions.bend.upperBound)
    },
    SFZOpcodeRule("hibend", "−8192…8192", "how high the wheel may stand") {
      let high = Int16($1.real(-8192...8191))
      $0.conditions.bend = min($0.conditions.bend.lowerBound, high)...high
    },
    SFZOpcodeRule("lochanaft", "0…127", "the least channel pressure") {
      let low = $1.sevenBits
      $0.conditions.pressure = low...max(low, $0.conditions.pressure.upperBound)
    },
    SFZOpcodeRule("hichanaft", "0…127", "the highest channel pressure") {
      let high = $1.sevenBits
      $0.conditions.pressure = min($0.conditions.pressure.lowerBound, high)...high
    },
    SFZOpcodeRule("sw_lokey", "key", "the lowest key that switches") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.keys = key...max(key, $0.keyswitch.keys.upperBound)
      $0.hasKeyswitchRange = true
    },
    SFZOpcodeRule("sw_hikey", "key", "the highest key that switches") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.keys = min($0.keyswitch.keys.lowerBound, key)...key
      $0.hasKeyswitchRange = true
    },
    SFZOpcodeRule("sw_last", "key", "sounds if this key of theirs was struck last") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.last = key...key
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_lolast", "key", "sounds if one from this key on was struck last") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.last = key...max(key, $0.keyswitch.last?.upperBound ?? key)
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_hilast", "key", "sounds if one up to this key was struck last") {
      guard let key = $1.switchKey else { return }
      $0.keyswitch.last = min($0.keyswitch.last?.lowerBound ?? key, key)...key
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_default", "key", "counts as struck last before any was") {
      $0.keyswitch.initial = $1.switchKey
    },
    SFZOpcodeRule("sw_down", "key", "sounds while this key is down") {
      $0.keyswitch.down = $1.switchKey
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_up", "key", "sounds while this key is up") {
      $0.keyswitch.up = $1.switchKey
      $0.hasKeyswitch = true
    },
    SFZOpcodeRule("sw_previous", "key", "sounds if this key was struck before") {
      $0.keyswitch.previous = $1.switchKey
      $0.hasKeyswitch = true
    },
  ]

  static let groups: [SFZOpcodeRule] = [
    SFZOpcodeRule(
      "group", "number", "the group that its notes belong to", aliases: ["polyphony_group"]
    ) {
      $0.conditions.group = UInt32(bitPattern: Int32(clamping: $1.whole))
    },
    SFZOpcodeRule("off_by", "number", "notes of this group end it", aliases: ["offby"]) {
      $0.conditions.endedBy = UInt32(bitPattern: Int32(clamping: $1.whole))
    },
    SFZOpcodeRule("off_mode", "`fast`, `normal`, `time`", "in 6 ms, by its release, in `off_time`")
    {
      $0.endsByRelease = FilePath.folded($1.text) == "normal"
      if FilePath.folded($1.text) == "fast" { $0.endingSeconds = 0.006 }
    },
    SFZOpcodeRule("off_time", "s", "the time in which it fades out") {
      $0.endingSeconds = $1.real(0...100)
      $0.endsByRelease = false
    },
    SFZOpcodeRule(
      "off_shape", "−40…40", "how that fade bends: 0 straight, below it fast at first, above slow"
    ) { $0.endingShape = $1.real(-40...40) },
    SFZOpcodeRule("polyphony", "notes", "how many of its group sound at once") {
      $0.conditions.polyphony = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule("note_polyphony", "notes", "how many of them on one key") {
      $0.conditions.keyPolyphony = UInt16(clamping: max($1.whole, 1))
    },
    SFZOpcodeRule(
      "note_selfmask", "`on`, `off`", "whether softer notes leave louder ones of the key alone"
    ) { $0.conditions.selfMasks = SFZNumber.isOn($1.text) },
    SFZOpcodeRule("sustain_sw", "`on`, `off`", "whether the sustain pedal holds it") {
      $0.conditions.isSustained = SFZNumber.isOn($1.text)
    },
    SFZOpcodeRule("rt_dead", "`on`, `off`", "a release sounds though its note is over") {
      $0.conditions.ignoresDeadNotes = SFZNumber.isOn($1.text)
    },
    SFZOpcodeRule("rt_decay", "dB/s", "a release is so much quieter for each second held") {
      $0.releaseDecay = $1.real(0...200)
    },
  ]
}
