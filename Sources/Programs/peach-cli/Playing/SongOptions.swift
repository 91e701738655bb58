import PeachServices

/// The options of `peach play` for songs.
struct SongOptions {
  var render = RenderOptions()
  var settings = SongSettings()
  /// The bars to repeat, from 1.
  var loop: ClosedRange<Int>?
  var follows = false
  /// The song of files with several, from 1.
  var number = 1
  /// The number of repetitions of the loops that songs mark.
  var loops: Int?

  private static let lastBar = 1_000_000

  /// The names of the options that apply to notes only.
  static let noteOptions = [
    "sound", "duration", "amplitude", "output", "format", "type", "pitch-bend", "uncorrected",
    "as-recorded", "force",
  ]
  /// The options that apply to songs only.
  static let songOptions: [Syntax.Option] = [
    .value("loop", "A-B", "repeat the bars A to B"),
    .song, .loops, .instrument, .mute, .solo, .tempo, .transpose, .click, .clickLevel,
    .inTune, .straight, .gain, .voices, .noEffects, .cutSameKey,
    .tuning, .tuningRoot, .scale, .keyboardMapping, .adaptive, .purity, .fixed, .untuned, .glide,
    .stretch, .stretchAmount,
    .flag("follow", "load a song again when its file changes, and continue at the same position"),
  ]

  init(_ arguments: Arguments, stored: PeachSettings) throws {
    for name in Self.noteOptions where arguments.has(name) {
      throw UsageError(reason: "--\(name) applies to notes only, not to songs.")
    }
    try arguments.setSoundOptions(of: &render, stored)
    // No 16-bit file: notes decay to silence.
    render.format = .float32
    settings.rate = try arguments.tempo()
    settings.transposition = try arguments.transposition()
    settings.mutedChannels = try arguments.mutedChannels()
    var excerpt = SongExcerpt()
    excerpt.clickDecibels = try arguments.clickDecibels()
    settings.clickGain = excerpt.settings.clickGain
    if let text = arguments.value("loop") { loop = try Self.bars(text) }
    follows = arguments.has("follow")
    number = try arguments.songNumber()
    loops = try arguments.loops()
  }

  /// Parses bars such as `5-8`, or a single bar.
  private static func bars(_ text: String) throws(UsageError) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends[0], let last = ends[ends.count - 1], ends.count <= 2, 1 <= first,
      first <= last, last <= lastBar
    else { throw .invalid(text, "--loop", use: "bars such as 5-8") }
    return first...last
  }
}

extension Syntax.Option {
  static let inTune = flag("in-tune", "correct the intonation of the bank's samples")
  static let straight = flag(
    "straight", "remove the vibrato and drift of the bank's samples; implies --in-tune")
  static let mute = value(
    "mute", "CHANNELS",
    "silence MIDI channels, such as 10 or 1,3-5; 2:10 is channel 10 of the second port only")
  static let instrument = value(
    "instrument", "CHANNEL=BANK:PROGRAM",
    "preset of channels instead of those that the song selects, such as 3=0:42 or 1-2=0:40,3=0:42")
  static let solo = value("solo", "CHANNELS", "play only these MIDI channels, as for --mute")
  static let click = flag("click", "play a metronome's clicks at the beats of the time signatures")
  static let clickLevel = value(
    "click-level", "DECIBELS", "peak of the clicks on first beats, −60 to 0 dBFS (default: -12)")
  static let song = value(
    "song", "NUMBER", "song of a file with several, such as XMIDI (default: 1)")
  static let loops = value(
    "loops", "COUNT",
    "repetitions of the loop that the song marks, 0 to 1000 (default: marks are ignored)")
  static let tempo = value(
    "tempo", "PERCENT", "tempo, 10 to 1000 percent of the song's (default: 100)")
  static let transpose = value(
    "transpose", "SEMITONES", "transposition, −48 to 48; drums are not transposed")
}

/// The changes of a song that `play` and `render` share.
extension Arguments {
  /// Sets gain, polyphony, interpolation, effects, the frequency of A4, and whether recordings are
  /// corrected. Sets the tuning of keys.
  func setSoundOptions(of options: inout RenderOptions, _ settings: PeachSettings) throws {
    options.referencePitch = try tunedReferencePitch(settings)
    options.tuning = try tuning(settings)
    if let gain = try gain() { options.gain = gain }
    if let voices = try voices() { options.maximumVoices = voices }
    options.interpolation = try interpolation()
    let tone = try recordingTone(settings, standard: .bank)
    (options.tone, options.inTune) = (tone.style, tone.isCorrected)
    options.adaptive = try adaptiveTuning(settings)
    options.stretch = try octaveStretch(settings)
    options.channelPresets = try channelPresets()
    options.effects = !has("no-effects")
    options.endsRepeatedNotes = has("cut-same-key")
  }

  /// Parses `--song`.
  func songNumber() throws(UsageError) -> Int { try integer("song", in: 1...65_535) ?? 1 }

  /// Reads a song from a file, or from standard input. Warns if it has several and none is chosen.
  func song(at path: String) throws -> MIDIFile {
    let number = try songNumber()
    let file =
      try path == StandardStream.name
      ? MIDIFile.songFromStandardInput(number: number) : MIDIFile.song(at: path, number: number)
    if file.songCount > 1, !has("song"), !has("json") {
      Console.warning(
        "\(path) has \(file.songCount) songs: the first one is used. --song NUMBER chooses another."
      )
    }
    return file.song
  }

  func loops() throws(UsageError) -> Int? { try integer("loops", in: 0...1000) }
  func tempo() throws(UsageError) -> Double { (try number("tempo", in: 10...1000) ?? 100) / 100 }
  func transposition() throws(UsageError) -> Int { try integer("transpose", in: -48...48) ?? 0 }

  /// Returns the peak of clicks; `nil` for none.
  func clickDecibels() throws(UsageError) -> Double? {
    let level = try number("click-level", in: -60...0)
    if level != nil, !has("click") { throw UsageError(reason: "--click-level requires --click.") }
    return has("click") ? level ?? SongExcerpt.defaultClickDecibels : nil
  }

  /// Returns the channels that `--mute` and `--solo` silence.
  func mutedChannels() throws(UsageError) -> SongChannels {
    let muted = try value("mute").map { (text) throws(UsageError) in
      try Self.channels(text, "--mute")
    }
    let solo = try value("solo").map { (text) throws(UsageError) in
      try Self.channels(text, "--solo")
    }
    return (muted ?? SongChannels()) | ~(solo ?? .all)
  }

  /// Returns a warning for each of `--instrument`, `--mute` and `--solo` that names channels
  /// without notes, such as those of a port that the song lacks.
  func channelWarnings(for file: MIDIFile) throws(UsageError) -> [String] {
    let options = ["instrument", "mute", "solo"].filter { value($0) != nil }
    if options.isEmpty { return [] }
    let used = SongOutline(file).channels
    if used.isEmpty { return [] }
    var warnings: [String] = []
    for option in options {
      var unused: [String] = []
      for part in (value(option) ?? "").split(separator: ",") {
        let names = String(part.prefix { $0 != "=" })
        if try (Self.channels(names, "--\(option)") & used).isEmpty { unused.append(names) }
      }
      if unused.isEmpty { continue }
      warnings.append(
        "--\(option): the song has no notes on \(unused.joined(separator: ",")). Channels with "
          + "notes: \(file.channelNames(used)).")
    }
    return warnings
  }

  /// Parses `--instrument`. The last preset of a channel counts.
  private func channelPresets() throws(UsageError) -> [ChannelPreset] {
    guard let text = value("instrument") else { return [] }
    var presets: [UInt8: PresetIdentifier] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      let numbers = sides.last?.split(separator: ":").map { UInt16($0) } ?? []
      guard sides.count == 2, numbers.count == 2, let bank = numbers[0], bank <= 128,
        let program = numbers[1], program <= 127
      else {
        throw .invalid(
          text, "--instrument",
          use: "a channel and its preset, such as 3=0:42, with banks from 0 to 128 and programs "
            + "from 0 to 127")
      }
      for channel in try Self.channels(String(sides[0]), "--instrument").channels {
        presets[channel] = PresetIdentifier(bank: bank, program: UInt8(program))
      }
    }
    return presets.sorted { $0.key < $1.key }.map { ChannelPreset(channel: $0, preset: $1) }
  }

  /// Parses channels, 1 to 16, such as `1,3-5`: those of all ports, or after a colon those of a
  /// port, such as `2:10`.
  static func channels(
    _ text: String, _ option: String
  ) throws(UsageError) -> SongChannels {
    var channels = SongChannels()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let names = part.split(separator: ":", omittingEmptySubsequences: false)
      let ends = (names.last ?? "").split(separator: "-", omittingEmptySubsequences: false)
        .map { Int($0) }
      let port = names.count == 2 ? Int(names[0]) ?? 0 : nil
      guard names.count <= 2, let first = ends.first ?? nil, let last = ends[ends.count - 1],
        ends.count <= 2, 1 <= first, first <= last, last <= 16,
        (1...MIDIFile.maximumPortCount).contains(port ?? 1)
      else {
        throw .invalid(
          text, option,
          use: "channels from 1 to 16, such as 10 or 1,3-5, after a port and a colon if the song "
            + "has several, such as 2:10")
      }
      for port in port.map({ $0...$0 }) ?? 1...MIDIFile.maximumPortCount {
        for channel in first...last { channels.insert(UInt8(16 * (port - 1) + channel - 1)) }
      }
    }
    return channels
  }
}

extension MIDIFile {
  /// Returns the names of channels: `1, 2, 10`.
  func channelNames(_ channels: SongChannels) -> String {
    channels.channels.map { name(ofChannel: $0) }.joined(separator: ", ")
  }
}
