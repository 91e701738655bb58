import PeachInstrumentModel

/// Samples, keys, conditions and groups.
extension SFZOpcodeRule {
  static let samples: [SFZOpcodeRule] = [
    .init("sample", "path", "the region's sample; names such as `*sine` are generated") {
      $0.sample = $1.text.utf8.first == 0x2A ? $1.text : $1.control.defaultPath + $1.text
    },
    .init("offset", "frames", "start offset") { $0.offset = max($1.whole, 0) },
    .init("offset_random", "frames", "maximum random addition to the start offset") {
      $0.extendedParameters.randomStartFrames = Int32(clamping: max($1.whole, 0))
    },
    .init("end", "frame", "last frame played; −1 for silence") { $0.end = $1.whole },
    .init(
      "loop_mode", "`no_loop`, `one_shot`, `loop_continuous`, `loop_sustain`",
      "sample mode (54); a one-shot ignores note-off", aliases: ["loopmode"]
    ) { $0.loopMode = SFZSettings.LoopMode(rawValue: $1.choice) ?? $0.loopMode },
    .init("loop_start", "frame", "first frame of the loop", aliases: ["loopstart"]) {
      $0.loopStart = max($1.whole, 0)
    },
    .init("loop_end", "frame", "last frame of the loop, inclusive", aliases: ["loopend"]) {
      $0.loopEnd = max($1.whole, 0)
    },
    .init("loop_crossfade", "s", "crossfade at the end of the loop") {
      $0.extendedParameters.loopCrossfadeSeconds = $1.real(0...100)
    },
    .init("delay", "s", "delay") { $0.extendedParameters.delaySeconds = $1.real(0...100) },
    .init("delay_random", "s", "maximum random addition to the delay") {
      $0.extendedParameters.randomDelaySeconds = $1.real(0...100)
    },
  ]

  static let keys: [SFZOpcodeRule] = [
    .init("key", "key", "lowest, highest and root key") {
      guard let key = $1.key else { return }
      $0.lowestKey = key
      $0.highestKey = key
      // `pitch_keycenter=sample` takes precedence.
      if $0.keyCenter != nil { $0.keyCenter = key }
    },
    .init("lokey", "key", "lowest key") { $0.lowestKey = $1.key ?? $0.lowestKey },
    .init("hikey", "key", "highest key; −1 for none") { $0.highestKey = $1.key ?? $0.highestKey },
    .init("lovel", "velocity", "lowest velocity") { $0.lowestVelocity = $1.whole },
    .init("hivel", "velocity", "highest velocity") { $0.highestVelocity = $1.whole },
    .init("pitch_keycenter", "key or `sample`", "root key (58); `sample` for the file's") {
      $0.keyCenter = $1.choice == "sample" ? nil : $1.key ?? $0.keyCenter
    },
  ]

  static let conditions: [SFZOpcodeRule] = [
    .init(
      "trigger", "`attack`, `release`, `release_key`, `first`, `legato`",
      "event that triggers the region"
    ) {
      let triggers: [String: RegionConditions.Trigger] = [
        "attack": .attack, "release": .release, "release_key": .releaseKey, "first": .first,
        "legato": .legato,
      ]
      $0.conditions.trigger = triggers[$1.choice] ?? $0.conditions.trigger
    },
    .init("seq_length", "notes", "length of the round robin") {
      $0.conditions.sequenceLength = $1.count
    },
    .init("seq_position", "note", "index in the round robin, from 1") {
      $0.conditions.sequencePosition = $1.count
    },
    .init("lorand", "0…1", "minimum random value") {
      let lower = $1.real(0...1)
      $0.conditions.random = lower..<max(lower, $0.conditions.random.upperBound)
    },
    .init("hirand", "0…1", "upper limit of the random value, exclusive") {
      let lower = $0.conditions.random.lowerBound
      $0.conditions.random = lower..<max(lower, $1.real(0...1))
    },
    .init("loccN", "0…127", "minimum value of controller N") {
      $0.change(controller: $1.number, lowest: $1.whole)
    },
    .init("hiccN", "0…127", "maximum value of controller N") {
      $0.change(controller: $1.number, highest: $1.whole)
    },
    .init("lohdccN", "0…1", "minimum value of controller N, normalized") {
      $0.change(controller: $1.number, lowest: $1.controllerValue)
    },
    .init("hihdccN", "0…1", "maximum value of controller N, normalized") {
      $0.change(controller: $1.number, highest: $1.controllerValue)
    },
    .init(
      "on_loccN", "0…127", "triggers when controller N is at least this; 129 and 130 are pressure",
      aliases: ["start_loccN"]
    ) { $0.change(start: $1.number, lowest: $1.whole) },
    .init(
      "on_hiccN", "0…127", "triggers when controller N is at most this", aliases: ["start_hiccN"]
    ) { $0.change(start: $1.number, highest: $1.whole) },
    .init("on_lohdccN", "0…1", "`on_loccN`, normalized", aliases: ["start_lohdccN"]) {
      $0.change(start: $1.number, lowest: $1.controllerValue)
    },
    .init("on_hihdccN", "0…1", "`on_hiccN`, normalized", aliases: ["start_hihdccN"]) {
      $0.change(start: $1.number, highest: $1.controllerValue)
    },
    .init("lobend", "−8192…8192", "minimum pitch bend") {
      $0.conditions.bend.setLowerBound(Int16($1.real(-8192...8191)))
    },
    .init("hibend", "−8192…8192", "maximum pitch bend") {
      $0.conditions.bend.setUpperBound(Int16($1.real(-8192...8191)))
    },
    .init("lochanaft", "0…127", "minimum channel pressure") {
      $0.conditions.pressure.setLowerBound($1.sevenBits)
    },
    .init("hichanaft", "0…127", "maximum channel pressure") {
      $0.conditions.pressure.setUpperBound($1.sevenBits)
    },
    keyswitch("sw_lokey", "lowest key switch", isRange: true) { $0.keys.setLowerBound($1) },
    keyswitch("sw_hikey", "highest key switch", isRange: true) { $0.keys.setUpperBound($1) },
    keyswitch("sw_last", "plays if this was the last key switch") { $0.last = $1...$1 },
    keyswitch("sw_lolast", "plays if the last key switch was this or higher") {
      $0.last = $1...max($1, $0.last?.upperBound ?? $1)
    },
    keyswitch("sw_hilast", "plays if the last key switch was this or lower") {
      $0.last = min($0.last?.lowerBound ?? $1, $1)...$1
    },
    .init("sw_default", "key", "initial key switch") {
      $0.keyswitch.initial = $1.switchKey ?? $0.keyswitch.initial
    },
    keyswitch("sw_down", "plays while this key is down") { $0.down = $1 },
    keyswitch("sw_up", "plays while this key is up") { $0.up = $1 },
    keyswitch("sw_previous", "plays if this was the previous key") { $0.previous = $1 },
  ]

  /// Returns a rule that ignores invalid keys.
  private static func keyswitch(
    _ name: String, _ meaning: String, isRange: Bool = false,
    _ set: @escaping @Sendable (inout RegionConditions.Keyswitch, UInt8) -> Void
  ) -> SFZOpcodeRule {
    .init(name, "key", meaning) {
      guard let key = $1.switchKey else { return }
      set(&$0.keyswitch, key)
      if isRange { $0.hasKeyswitchRange = true } else { $0.hasKeyswitch = true }
    }
  }

  static let groups: [SFZOpcodeRule] = [
    .init("group", "number", "polyphony group", aliases: ["polyphony_group"]) {
      $0.conditions.group = $1.group
    },
    .init("off_by", "number", "notes of this group end the region's notes", aliases: ["offby"]) {
      $0.conditions.offBy = $1.group
    },
    .init(
      "off_mode", "`fast`, `normal`, `time`", "fade in 6 ms, by the release, or in `off_time`"
    ) {
      $0.endsByRelease = $1.choice == "normal"
      if $1.choice == "fast" { $0.endingSeconds = 0.006 }
    },
    .init("off_time", "s", "fade-out time") {
      $0.endingSeconds = $1.real(0...100)
      $0.endsByRelease = false
    },
    .init(
      "off_shape", "−40…40", "shape of the fade: 0 linear, negative starts fast, positive slowly"
    ) { $0.endingShape = $1.real(-40...40) },
    .init("polyphony", "notes", "polyphony of the group") { $0.conditions.polyphony = $1.count },
    .init("note_polyphony", "notes", "polyphony of a key within the group") {
      $0.conditions.keyPolyphony = $1.count
    },
    .init("note_selfmask", "`on`, `off`", "if on, softer notes do not end louder ones of the key") {
      $0.conditions.selfMasks = $1.isOn
    },
    .init("sustain_sw", "`on`, `off`", "whether the sustain pedal applies") {
      $0.conditions.isSustained = $1.isOn
    },
    .init("rt_dead", "`on`, `off`", "whether a release plays after its note has ended") {
      $0.conditions.ignoresDeadNotes = $1.isOn
    },
    .init("rt_decay", "dB/s", "attenuation of a release per second since note-on") {
      $0.extendedParameters.releaseDecayCentibels = 10 * $1.real(0...200)
    },
  ]
}

extension ClosedRange {
  /// Changes a bound; the other one is moved to it if necessary.
  fileprivate mutating func setLowerBound(_ bound: Bound) {
    self = bound...Swift.max(bound, upperBound)
  }
  fileprivate mutating func setUpperBound(_ bound: Bound) {
    self = Swift.min(lowerBound, bound)...bound
  }
}
